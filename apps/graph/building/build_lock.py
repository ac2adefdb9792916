"""One build at a time per graph, by a PostgreSQL session lock, which is released when its holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager

from apps.database.raw_sql import fetch

LOCK_CLASS = 7_345_209
"""Any number that nobody else in this database uses for advisory locks."""


@contextmanager
def lock(index_id: int) -> Iterator[bool]:
    """True inside when nobody else builds this graph."""
    [[is_ours]] = fetch("SELECT pg_try_advisory_lock(%s, %s)", [LOCK_CLASS, index_id])
    try:
        yield bool(is_ours)
    finally:
        if is_ours:
            fetch("SELECT pg_advisory_unlock(%s, %s)", [LOCK_CLASS, index_id])


def is_being_built(index_id: int) -> bool:
    found = fetch(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND database = "
        "(SELECT oid FROM pg_database WHERE datname = current_database())",
        [LOCK_CLASS, index_id],
    )
    return bool(found)
