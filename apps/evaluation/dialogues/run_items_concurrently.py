"""Runs work on many items concurrently, each worker with its own connection, until done or out of budget."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from apps.database.worker_connections import worker_connection

Item = TypeVar("Item")
Progress = Callable[[int, int], None]

MOST_WORKERS = 28
"""More than calls to models: while some wait for one, others search and store, so that the slots stay full."""


class RunBudgetSpent(Exception):  # noqa: N818 - not an error: what was asked for
    """No more calls, for the budget is spent or somebody stopped the run; what is there stays."""


async def run_parallel(
    items: Sequence[Item], work: Callable[[Item], Awaitable[None]], progress: Progress, *, total: int
) -> bool:
    """`work` for each item. True when it raised RunBudgetSpent: what is under way is finished, nothing new begins.

    `total` counts those that were done before, too.
    """
    done = total - len(items)
    progress(done, total)
    waiting = iter(items)
    stopped = False

    async def worker() -> None:
        nonlocal done, stopped
        async with worker_connection():
            for item in waiting:
                try:
                    await work(item)
                except RunBudgetSpent:
                    stopped = True
                    return
                done += 1
                progress(done, total)

    async with asyncio.TaskGroup() as workers:
        for _ in range(min(MOST_WORKERS, len(items))):
            workers.create_task(worker())
    return stopped
