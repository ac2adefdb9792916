"""Few places and many who want one: whoever can wait least goes first, equals in the order in which they came."""

import asyncio
from contextvars import ContextVar
from heapq import heappop, heappush
from itertools import count

PERSON = 0
rank: ContextVar[int] = ContextVar("rank", default=PERSON)
"""Of the work at hand: the lowest goes first. Where nobody says otherwise, a person waits for it."""


class Places:
    """As many at once as there are places: `async with places:`. Belongs to one event loop."""

    def __init__(self, number: int) -> None:
        self._number = self._free = number
        self._end: asyncio.Event | None = None
        """Set when everybody has left after the last place was given out."""
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._arrivals = count()

    async def finish(self) -> None:
        """No place is given out any more; returns when nobody is inside. Who waits does so until it is cancelled."""
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
            # Called in the same moment: the place goes to the next one, or nobody would ever have it again.
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
