"""A semaphore with priorities: the lowest rank gets the next free slot, equal ranks in order of arrival."""

import asyncio
from contextvars import ContextVar
from heapq import heappop, heappush
from itertools import count

PERSON = 0
# A context variable, because who waits for the work is known where it begins, and places are given out below model
# interfaces that carry messages and nothing else; each task of the event loop has its own.
rank: ContextVar[int] = ContextVar("rank", default=PERSON)
"""Rank of the current work: the lowest goes first. Unless set otherwise, a person is waiting for it."""


class PrioritySlots:
    """As many callers at once as there are slots: `async with slots:`. Belongs to one event loop."""

    def __init__(self, number: int) -> None:
        self._number = self._free = number
        self._end: asyncio.Event | None = None
        """Set when the last holder has left after `finish` was called."""
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._arrivals = count()

    async def finish(self) -> None:
        """Gives out no further slot; returns when none is held. Callers that wait do so until they are cancelled."""
        self._end = asyncio.Event()
        if self._free < self._number:
            await self._end.wait()

    async def __aenter__(self) -> None:
        if self._free and self._end is None:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (rank.get(), next(self._arrivals), called))
        try:
            await called
        except asyncio.CancelledError:
            # Called in the same moment: the slot goes to the next caller, or it would be lost for good.
            if called.done() and not called.cancelled():
                self._pass_on()
            raise

    async def __aexit__(self, *what: object) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting and self._end is None:
            *_, called = heappop(self._waiting)
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
        if self._end is not None and self._free == self._number:
            self._end.set()
