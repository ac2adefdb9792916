"""A task group: coroutines that run concurrently, none of which outlives the others."""

import asyncio
from collections.abc import Coroutine


async def run_concurrently(*works: Coroutine[object, object, None]) -> None:
    """Returns when all are done. Raises what the first one that fails raised.

    When one fails, or the whole is cancelled, the others are cancelled and have ended before the error is raised: what
    they store on their way out is stored by then.
    """
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
