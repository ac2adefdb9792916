"""A semaphore with priorities: the lowest rank gets the next free slot; of equal ranks whoever has fewer calls waiting
before it, so that nobody with a hundred questions keeps another from the first; then in order of arrival."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from heapq import heappop, heappush
from itertools import count
from math import inf

from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.concurrency_slots.allocate_slots import PERSON as PERSON
from apps.llm.current_turn import CURRENT_TURN

# A context variable, because who waits for the work is known where it begins, and places are given out below model
# interfaces that carry messages and nothing else; each task of the event loop has its own.
call_rank: ContextVar[int] = ContextVar("rank", default=PERSON)
"""Rank of the current work: the lowest goes first. Unless set otherwise, a person is waiting for it."""


@contextmanager
def in_background() -> Iterator[None]:
    """Ranks the calls of what runs within behind all that somebody waits for. Decorates synchronous functions, too."""
    before = call_rank.set(LAST_RANK)
    try:
        yield
    finally:
        call_rank.reset(before)


GOOD_CALLS_A_PLACE = 4
"""So many calls of each place have to go well until one place more is tried."""


class PrioritySlots:
    """Lets in as many callers at once as there are slots: `async with slots:`. Belongs to one event loop.

    How many calls at once a server can really take shows in use: `overloaded` halves them, `served` gives them back one
    by one, up to the number set.
    """

    def __init__(self, number: int) -> None:
        self._number = self._limit = number
        self._permitted: float = inf
        self._held = self._good = 0
        self._end: asyncio.Event | None = None
        """Set when the last holder has left after `finish` was called."""
        self._waiting: list[tuple[int, int, int, asyncio.Future[None]]] = []
        self._waiting_of: Counter[tuple[int, str]] = Counter()
        """By rank and asker."""
        self._arrivals = count()

    @property
    def limit(self) -> int:
        """How many there are now."""
        return self._limit

    def resize(self, number: int) -> None:
        """An administrator has set another number. What is permitted of it stays so."""
        if number != self._number:
            self._number = self._limit = number
            self._call_next()

    @property
    def held(self) -> int:
        """How many are taken."""
        return self._held

    def permit(self, number: int) -> None:
        """So many of them at most may be taken from now on; those that are taken already stay so."""
        self._permitted = number
        self._call_next()

    def overloaded(self) -> None:
        """A call took too long: half as many from now on, one at least. Those under way go on."""
        self._limit, self._good = max(1, self._limit // 2), 0

    def served(self) -> None:
        """A call went well."""
        self._good += 1
        if self._limit < self._number and self._good >= GOOD_CALLS_A_PLACE * self._limit:
            self._limit, self._good = self._limit + 1, 0
            self._call_next()

    async def finish(self) -> None:
        """Gives out no further slot; returns when none is held. Callers that wait do so until they are cancelled."""
        self._end = asyncio.Event()
        if self._held:
            await self._end.wait()

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """One slot, as by `async with slots:`."""
        async with self:
            yield

    @property
    def _is_free(self) -> bool:
        return self._held < min(self._limit, self._permitted) and self._end is None

    async def __aenter__(self) -> None:
        if self._is_free:
            self._held += 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # Work without an asker counts as one asker's.
        mine = call_rank.get(), CURRENT_TURN.get().asker
        heappush(self._waiting, (mine[0], self._waiting_of[mine], next(self._arrivals), called))
        self._waiting_of[mine] += 1
        try:
            await called
        except asyncio.CancelledError:
            # Called in the same moment: the slot goes to the next caller, or it would be lost for good.
            if called.done() and not called.cancelled():
                self._release()
            raise
        finally:
            self._waiting_of[mine] -= 1
            if not self._waiting_of[mine]:
                del self._waiting_of[mine]

    async def __aexit__(self, *what: object) -> None:
        self._release()

    def _release(self) -> None:
        self._held -= 1
        self._call_next()
        if self._end is not None and not self._held:
            self._end.set()

    def _call_next(self) -> None:
        while self._waiting and self._is_free:
            *_, called = heappop(self._waiting)
            if not called.done():
                self._held += 1
                called.set_result(None)
