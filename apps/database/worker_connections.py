"""A database thread and connection for each concurrent worker, closed when the worker ends."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connections

Value = TypeVar("Value")


@asynccontextmanager
async def worker_connection() -> AsyncIterator[None]:
    """Queries inside wait for nobody else's. Unlike a visitor's turn it keeps its connection while a model speaks:
    there are only as many as there are workers."""
    async with ThreadSensitiveContext():
        try:
            yield
        finally:
            await asyncio.shield(sync_to_async(connections.close_all)())


def run_with_connection(work: Coroutine[object, object, Value]) -> Value:
    """Enters the event loop. Not by async_to_sync, whose caller's thread would do all queries one after the other."""

    async def inside() -> Value:
        async with worker_connection():
            return await work

    return asyncio.run(inside())
