"""Who may compute on the event loop: one batch at a time, the oldest first.

Batches that take turns document by document all end at the same moment, and then all wait for the database together.
One after the other, the first is stored while the second is computed.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count


class Turns:
    """Not bound to a thread, but to one event loop."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._arrivals = count()

    @asynccontextmanager
    async def turn(self, age: int) -> AsyncIterator[None]:
        """Held by one at a time; of those that wait the one with the lowest `age` goes first."""
        if self._taken:
            called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (age, next(self._arrivals), called))
            try:
                await called
            except asyncio.CancelledError:
                # Called in the same moment: the next one must not wait for ever.
                if called.done() and not called.cancelled():
                    self._call_next()
                raise
        self._taken = True
        try:
            yield
        finally:
            # A little later, so that a batch that at once asks for another turn is among those that wait.
            asyncio.get_running_loop().call_soon(self._call_next)

    def _call_next(self) -> None:
        while self._waiting:
            *_, called = heappop(self._waiting)
            if not called.done():
                called.set_result(None)
                return
        self._taken = False
