"""Batches commits: replies that arrive while one commit runs are stored together in the next."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async
from django.db import DatabaseError

Thing = TypeVar("Thing")
PASSES = 10
"""Turns of the event loop before a commit, in which replies that have arrived already are read and come along."""


class CommitBatches(Generic[Thing]):
    """One commit after the other. What comes while one is under way goes together with the next one.

    `store` is sync and stores what it is given in one transaction.
    """

    def __init__(self, store: Callable[[Sequence[Thing]], None]) -> None:
        self._store = store
        self._waiting: list[Thing] = []
        self._turn = asyncio.Lock()

    async def keep(self, *things: Thing) -> Sequence[Thing]:
        """Returns when these are stored; gives what this very call has stored, its own and that of others or nothing.

        Without things it stores what others left when they were cancelled. Raises DatabaseError.
        """
        self._waiting += things
        async with self._turn:
            for _ in range(PASSES if self._waiting else 0):
                await asyncio.sleep(0)
            taken, self._waiting = self._waiting, []
            if taken:
                await self._stored(taken)
            return taken

    async def _stored(self, things: list[Thing]) -> None:
        try:
            await sync_to_async(self._store)(things)
        except DatabaseError:
            # Those who wait for the same commit must not go on as if it had been made: they try themselves.
            self._waiting = things + self._waiting
            raise
