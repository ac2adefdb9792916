"""Starts background tasks of a web process, which go on after the request has been answered."""

import asyncio
import contextvars
from collections.abc import Coroutine
from typing import Any

TASKS: "set[asyncio.Task[None]]" = set()
"""Held here, because the event loop holds tasks weakly."""


def start_task(work: Coroutine[Any, Any, None]) -> None:
    """Starts the work from the event loop.

    In a context of its own: the request's says which thread does its database work, and that thread ends with it.
    """
    task = asyncio.create_task(work, context=contextvars.Context())
    TASKS.add(task)
    task.add_done_callback(TASKS.discard)
