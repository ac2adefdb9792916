"""Helpers for task groups: detects stray cancellations and finds the first cause in an exception group."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

Value = TypeVar("Value")


class StrayCancellationError(RuntimeError):
    """Something was cancelled that nobody had told to stop."""


async def await_unless_stopped(work: Awaitable[Value]) -> Value:
    """What `work` gives. Raises StrayCancellationError for a cancellation that comes from within.

    A task group takes a cancelled task for one that has ended: its documents would stay "running" for ever.
    """
    try:
        return await work
    except asyncio.CancelledError as error:
        if (task := asyncio.current_task()) is not None and task.cancelling():
            raise
        raise StrayCancellationError from error


def first_cause(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """One cause, however deep the groups lie in each other."""
    first = errors.exceptions[0]
    return first_cause(first) if isinstance(first, BaseExceptionGroup) else first
