"""Claims of one event loop, handed in by a thread with a connection of its own: no model call waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from uuid import UUID, uuid4

from django.db import Error, connection

from apps.llm.concurrency_slots.allocate_slots import SlotRequest, SlotShare
from apps.llm.concurrency_slots.claim_slots import claim_slots, release_slots

Result = TypeVar("Result")


class EventLoopClaims:
    """`claim` and `leave` are what SharedSlots ask for. The thread starts with the first claim."""

    def __init__(self) -> None:
        self._holder: UUID = uuid4()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="places")

    async def claim(self, endpoint: str, mine: SlotRequest, most: int) -> SlotShare:
        """Raises django.db.Error."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._thread, close_connection_on_error, claim_slots, endpoint, self._holder, mine, most
        )

    async def leave(self, endpoint: str) -> None:
        """Raises django.db.Error."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._leave, endpoint)

    def _leave(self, endpoint: str) -> None:
        try:
            release_slots(endpoint, self._holder)
        finally:
            connection.close()

    def close(self) -> None:
        self._thread.shutdown(wait=False)


def close_connection_on_error(work: Callable[..., Result], *arguments: object) -> Result:
    """A connection that has failed is of no more use. Raises what `work` raises."""
    try:
        return work(*arguments)
    except Error:
        connection.close()
        raise
