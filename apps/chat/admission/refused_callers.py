"""Callers who were refused for their number a moment ago, and when each of them is looked at again.

To refuse a question costs as much processor time as to answer a small request, and whoever repeats it without a pause
takes that time from everybody else. For a minute after a refusal, what comes of that network to the same part of the
site is looked at one after the other, one a second. That is faster than any allowance fills up, so it delays nobody who
keeps to what the refusal said.
"""

import time
from collections.abc import Callable

APART_SECONDS = 1.0
"""Between two requests that are looked at."""
MOST_WAITING = 10
"""Of one caller; a further request is refused unread, and its connection closed."""
KEPT_SECONDS = 60.0
"""After the last refusal."""
MOST_CALLERS = 10_000
"""That are remembered, the latest of them: about 2 MB."""

WEBSOCKETS = "ws"
"""The part of the site that their paths begin with."""

Caller = tuple[str, str]
"""Network (IPv4 address, IPv6 /64), and the first part of the path."""


class RefusedCallers:
    """When each caller who was refused is looked at again. Of one process and one event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next: dict[Caller, float] = {}
        self._until: dict[Caller, float] = {}

    def add(self, caller: Caller) -> None:
        now = self._clock()
        # Put last anew, so that the first are those who were refused longest ago.
        self._until.pop(caller, None)
        self._until[caller] = now + KEPT_SECONDS
        self._next.setdefault(caller, now + APART_SECONDS)
        while self._until and (len(self._until) > MOST_CALLERS or next(iter(self._until.values())) < now):
            self._forget(next(iter(self._until)))

    def take_place(self, caller: Caller) -> float | None:
        """Seconds to wait, 0 for who was not refused lately; None when too many wait already."""
        now = self._clock()
        if self._until.get(caller, 0.0) < now:
            self._forget(caller)
            return 0.0
        turn = max(now, self._next[caller])
        if turn - now > MOST_WAITING * APART_SECONDS:
            return None
        self._next[caller] = turn + APART_SECONDS
        return turn - now

    def _forget(self, caller: Caller) -> None:
        self._until.pop(caller, None)
        self._next.pop(caller, None)


REFUSED_CALLERS = RefusedCallers()
"""Of this process."""
