"""Database work that outlives a restart of the server: what ran when the connection broke is done again."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)

LONGEST = 45.0
"""Seconds without the database after which the work is given up: leases would run out soon."""
PAUSE = 0.5

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


@dataclass(slots=True)
class Outage:
    """One for this process: hundreds of pieces of work notice the same restart, and one line of it is enough."""

    since: float | None = None

    def noticed(self, error: Exception) -> None:
        if self.since is None:
            self.since = time.monotonic()
            logger.warning("The database does not answer; what is under way waits for it: %s", error)

    def is_over(self) -> None:
        if self.since is not None:
            logger.warning("The database answers again after %.1f s.", time.monotonic() - self.since)
            self.since = None


OUTAGE = Outage()


async def in_database(work: Callable[Arguments, Value], *args: Arguments.args, **named: Arguments.kwargs) -> Value:
    """What `work` gives, which is one transaction or a question: done again, it may do no harm.

    Raises OperationalError or InterfaceError when the database stays away, and every other DatabaseError at once.
    """
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            value = await sync_to_async(work)(*args, **named)
        except (OperationalError, InterfaceError) as error:
            OUTAGE.noticed(error)
            if time.monotonic() >= deadline:
                raise
        else:
            OUTAGE.is_over()
            return value
        await sync_to_async(forget_connection)()
        await asyncio.sleep(PAUSE)


def forget_connection() -> None:
    """That of the thread which does the database work, not that of the event loop."""
    connection.close()
