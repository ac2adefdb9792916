"""The revisions a run still has to process: new ones arrive while it runs, finished ones are removed."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

Arrival = Callable[[], Sequence[int]]
"""Registers a portion of what is imported; its revisions. May be called again when the database was away."""


class OpenRevisions:
    """Not bound to a thread; used by one at a time."""

    def __init__(self, revisions: Iterable[int] = (), arrivals: Iterable[Arrival] = ()) -> None:
        self._open = OrderedDict.fromkeys(revisions)
        self._arrivals = iter(arrivals)
        self._due: Arrival | None = None
        self._is_complete = False

    @property
    def revisions(self) -> list[int]:
        """All that have not ended."""
        return list(self._open)

    @property
    def is_growing(self) -> bool:
        """Whether more may arrive."""
        return not self._is_complete

    def arrive(self) -> bool:
        """Lets the next portion in; False when all are there. Raises what registering raises; may be called again."""
        self._due = self._due or next(self._arrivals, None)
        if self._due is None:
            self._is_complete = True
            return False
        self._open.update(OrderedDict.fromkeys(self._due()))
        self._due = None
        return True

    def first(self, number: int) -> list[int]:
        """Returns the next revisions: a claim should not have to look at all that a large import brings."""
        return list(islice(self._open, number))

    def move_to_end(self, revisions: Iterable[int]) -> None:
        """They have been looked at."""
        for revision in revisions:
            self._open.move_to_end(revision)

    def end(self, revisions: Iterable[int]) -> None:
        for revision in revisions:
            self._open.pop(revision, None)
