"""One worker at a time for each source, by a lock of the database session: it is free when its holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager

from apps.database.raw_sql import fetch as rows

LOCK_CLASS = 7_345_201
"""Any number that nobody else in this database uses for advisory locks."""


@contextmanager
def lock(source_id: int) -> Iterator[bool]:
    """True inside when nobody else works on the source. Held by the database session, so a dead process frees it."""
    [[is_ours]] = rows("SELECT pg_try_advisory_lock(%s, %s)", [LOCK_CLASS, source_id])
    try:
        yield bool(is_ours)
    finally:
        if is_ours:
            rows("SELECT pg_advisory_unlock(%s, %s)", [LOCK_CLASS, source_id])


def is_being_worked_on(source_id: int) -> bool:
    found = rows(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND database = "
        "(SELECT oid FROM pg_database WHERE datname = current_database())",
        [LOCK_CLASS, source_id],
    )
    return bool(found)
