"""Reads from hot standbys: what only reads, and may be as old as a set bound, spares the primary.

How far a standby is behind is measured in bytes of the log, by no clock. What must count everywhere at once (a
withdrawal, a right, a rule) draws a number in its own transaction (settings_cache.py): a standby that does not show the
number of the primary has not replayed it and is not asked. Without a standby that is near enough the primary is asked.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple, ParamSpec, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections

from apps.database.async_access import retry_in_database
from apps.database.enable_prepared_statements import use_prepared_statements
from apps.database.execute_batch_sql import fetch_rows

PREFIX = "standby"
"""Of the aliases in DATABASES."""
PAUSE_AFTER_ERROR, PAUSE_WHILE_BEHIND = 5.0, 0.5
"""Seconds for which a standby is not asked."""
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

logger = logging.getLogger(__name__)


class LogPosition(NamedTuple):
    """How far the primary was when a question began."""

    number: int
    """Of the last change that counts at once."""
    log: str
    """The end of the log, as PostgreSQL writes it."""


PRIMARY = "SELECT coalesce((SELECT number FROM llm_configuration_stamp), 0), pg_current_wal_lsn()::text"
DISTANCE = """
SELECT coalesce((SELECT number FROM llm_configuration_stamp), 0) >= %s,
       pg_wal_lsn_diff(%s::pg_lsn, pg_last_wal_replay_lsn())::bigint"""

_turns = count()
_paused_until: dict[str, float] = {}


def standby_aliases() -> list[str]:
    return [alias for alias in connections if alias.startswith(PREFIX)]


def primary_position() -> LogPosition | None:
    """Returns the primary's position; None where there are no standbys. One query then. Raises DatabaseError."""
    if not standby_aliases():
        return None
    with use_prepared_statements():
        [[number, log]] = fetch_rows(PRIMARY, [])
    return LogPosition(number, log)


async def read_from_standby(
    at_least: LogPosition | None,
    work: Callable[Arguments, Result],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Result:
    """The result of `work`, which only reads and waits for nothing but the database; from a standby that is near
    enough, otherwise from the primary."""
    return await retry_in_database(run_on_standby, at_least, lambda: work(*arguments, **named))


def run_on_standby(at_least: LogPosition | None, work: Callable[[], Result]) -> Result:
    """Runs the work in the calling thread. Raises what `work` raises on the primary."""
    # Rows that a transaction has written are nowhere else yet.
    if at_least is not None and not connection.in_atomic_block:
        for alias in usable_standbys():
            try:
                with redirect_primary_to(alias):
                    if is_close_to_primary(at_least):
                        return work()
                pause_standby(alias, PAUSE_WHILE_BEHIND)
            except Error as error:
                pause_standby(alias, PAUSE_AFTER_ERROR)
                logger.warning("The database %s is not asked for %.0f s: %s", alias, PAUSE_AFTER_ERROR, error)
                connections[alias].close()
    return work()


def usable_standbys() -> list[str]:
    """Returns the standbys that are not paused, in turn."""
    now = time.monotonic()
    found = [alias for alias in standby_aliases() if _paused_until.get(alias, 0.0) <= now]
    first = next(_turns) % len(found) if found else 0
    return found[first:] + found[:first]


def pause_standby(alias: str, seconds: float) -> None:
    _paused_until[alias] = time.monotonic() + seconds


def is_close_to_primary(at_least: LogPosition) -> bool:
    """Whether the database that is asked now has replayed what counts at once, and enough of the rest. One query."""
    with use_prepared_statements():
        [[has_replayed, behind]] = fetch_rows(DISTANCE, [at_least.number, at_least.log])
    return bool(has_replayed) and behind is not None and behind <= settings.DATABASE_REPLICA_LAG * 2**20


@contextmanager
def redirect_primary_to(alias: str) -> Iterator[None]:
    """Whatever this thread asks of the database within it goes to the one of that alias."""
    primary = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[alias]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary
