"""Batches results for the database: each transaction takes all that have arrived since the previous one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from apps.documents.engine.store_stage_results import StageResult

LONGEST_WAIT = 0.2
"""Seconds between two transactions for the same stage: results that arrive in between are stored together."""
AT_ONCE = 2
"""While one group is stored the next one is made ready."""


class WriteBatches:
    """Collects results of one stage and stores the first after a pause at once; a killed worker loses what waited."""

    def __init__(self) -> None:
        self._waiting: list[StageResult] = []
        self._rooms = asyncio.Semaphore(AT_ONCE)
        self._due = 0.0

    @asynccontextmanager
    async def joined(self, result: StageResult) -> AsyncIterator[list[StageResult]]:
        """The first caller is given all results that came with its own and stores them; the others are given
        nothing."""
        self._waiting.append(result)
        if len(self._waiting) > 1:
            yield []
            return
        async with self._rooms:
            clock = asyncio.get_running_loop().time
            await asyncio.sleep(self._due - clock())
            self._due = clock() + LONGEST_WAIT
            together, self._waiting = self._waiting, []
            yield together
