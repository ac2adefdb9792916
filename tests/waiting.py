"""Waits for what happens, not for a time: a slow machine fails no test, and a fast one does not stand still."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    from playwright.sync_api import Page


async def until(is_true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Returns as soon as it is true. Fails the test after so many seconds."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "It did not happen in time."
        await asyncio.sleep(0.005)


def until_page_says(page: "Page", expression: str, seconds: float = 30.0) -> None:
    """The same for what the page's script knows. Asked from here each time: `wait_for_function` asks again within the
    page, whose policy lets no text be run as a script."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"It did not happen in time: {expression}"
        page.wait_for_timeout(20)


def until_next_second() -> None:
    """For programs that tell two states apart by the second of the clock."""
    time.sleep(1.01 - time.time() % 1)


WAITED_FOR = "SELECT locktype FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"


def until_somebody_waits(seconds: float = 30.0) -> set[str]:
    """What kinds of locks of our database session others wait for: `advisory`, `transactionid` for a row."""
    deadline = time.monotonic() + seconds
    with connection.cursor() as cursor:
        while not (kinds := {str(kind) for (kind,) in cursor.execute(WAITED_FOR).fetchall()}):
            assert time.monotonic() < deadline, "Nobody waits."
            time.sleep(0.005)
    return kinds
