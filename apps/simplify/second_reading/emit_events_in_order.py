"""Emits events in order although they are changed concurrently: one that waits holds up those behind it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

Event = TypeVar("Event")
Change = Callable[[Event], Awaitable[Event]]


async def emit_in_order(events: AsyncGenerator[Event, None], change: Change[Event]) -> AsyncGenerator[Event, None]:
    """Each event as `change` makes it. Closes `events`; raises what they or `change` raise."""
    changed: asyncio.Queue[asyncio.Future[Event] | None] = asyncio.Queue()
    filling = asyncio.ensure_future(start_changes(changed, events, change))
    pending: asyncio.Future[Event] | None = None
    try:
        while (pending := await changed.get()) is not None:
            yield await pending
        await filling
    finally:
        filling.cancel()
        left = [pending, *(changed.get_nowait() for _one in range(changed.qsize()))]
        for future in (one for one in left if one is not None):
            future.cancel()
        await asyncio.gather(filling, *(one for one in left if one is not None), return_exceptions=True)


async def start_changes(
    changed: asyncio.Queue[asyncio.Future[Event] | None], events: AsyncGenerator[Event, None], change: Change[Event]
) -> None:
    """Starts the change of each event as it comes; None is the end."""
    try:
        async with aclosing(events):
            async for event in events:
                changed.put_nowait(asyncio.ensure_future(change(event)))
    finally:
        changed.put_nowait(None)
