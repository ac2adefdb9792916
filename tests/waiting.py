"""Waits for what happens, not for a time: a slow machine fails no test, and a fast one does not stand still."""

import asyncio
import time
from collections.abc import Callable


async def until(is_true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Returns as soon as it is true. Fails the test after so many seconds."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "It did not happen in time."
        await asyncio.sleep(0.005)


def until_next_second() -> None:
    """For programs that tell two states apart by the second of the clock."""
    time.sleep(1.01 - time.time() % 1)
