"""Retries database work after the server restarted: what ran when the connection broke is repeated.

Within `separate_reader` there are two connections, each with a thread: one writes batch after batch, and what the next
batch has to read need not wait for it.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from apps.database.postgresql.outage_errors import is_outage_error

logger = logging.getLogger(__name__)

LONGEST = 45.0
"""Seconds without the database after which the work is given up: leases would run out soon."""
PAUSE = 0.5

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


@dataclass(slots=True)
class Outage:
    """Logs each outage once: hundreds of calls of one process run into the same restart."""

    since: float | None = None

    def record(self, error: Exception) -> None:
        if self.since is None:
            self.since = time.monotonic()
            logger.warning("The database does not answer; what is under way waits for it: %s", error)

    def end(self) -> None:
        if self.since is not None:
            logger.warning("The database answers again after %.1f s.", time.monotonic() - self.since)
            self.since = None


CURRENT_OUTAGE = Outage()


@dataclass(frozen=True, slots=True)
class DatabaseReader:
    """What writes nothing runs here, beside what is written meanwhile. It sees what was committed before.

    Without a `thread` it shares thread and connection with all other database work of the caller.
    """

    thread: ThreadPoolExecutor | None = None

    async def read(self, work: Callable[Arguments, Value], *args: Arguments.args, **named: Arguments.kwargs) -> Value:
        """What `work` gives. Raises as `run_with_database_retries` does."""
        return await run_with_reconnect(self.thread, partial(work, *args, **named))


@contextmanager
def separate_reader() -> Iterator[DatabaseReader]:
    """A reader with a thread and a connection of its own.

    Not inside a transaction, whose rows only the connection of the caller sees: there all use this one.
    """
    if connection.in_atomic_block:
        yield DatabaseReader()
        return
    with ThreadPoolExecutor(1, thread_name_prefix="reading") as thread:
        try:
            yield DatabaseReader(thread)
        finally:
            thread.submit(close_database_connection).result()


async def run_with_database_retries(
    work: Callable[Arguments, Value], *args: Arguments.args, **named: Arguments.kwargs
) -> Value:
    """The result of `work`, which is one transaction or one query and may safely be repeated.

    On the caller's database thread, for longer than a reader of a turn would wait (`async_access.retry_in_database`).
    Raises OperationalError or InterfaceError when the database stays away, and every other DatabaseError at once.
    """
    return await run_with_reconnect(None, partial(work, *args, **named))


async def run_with_reconnect(thread: ThreadPoolExecutor | None, work: Callable[[], Value]) -> Value:
    """Repeats `work` until it succeeds, in the caller's database thread or in `thread`."""
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            value = await sync_to_async(work, thread_sensitive=thread is None, executor=thread)()
        except (DatabaseError, InterfaceError) as error:
            if not isinstance(error, OperationalError | InterfaceError) and not is_outage_error(error):
                raise
            CURRENT_OUTAGE.record(error)
            if time.monotonic() >= deadline:
                raise
        else:
            CURRENT_OUTAGE.end()
            return value
        await sync_to_async(close_database_connection, thread_sensitive=thread is None, executor=thread)()
        await asyncio.sleep(PAUSE)


def close_database_connection() -> None:
    """Closes the connection of the thread that does the database work, not that of the event loop."""
    connection.close()
