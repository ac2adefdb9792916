"""One build at a time per graph, by a PostgreSQL session lock, which is released when its holder dies."""

from contextlib import AbstractContextManager

from apps.database.advisory_lock import advisory_lock, is_locked

LOCK_CLASS = 7_345_209
"""Any number that nobody else in this database uses for advisory locks."""


def build_lock(index_id: int) -> AbstractContextManager[bool]:
    """True inside when nobody else builds this graph."""
    return advisory_lock(LOCK_CLASS, index_id)


def is_being_built(index_id: int) -> bool:
    return is_locked(LOCK_CLASS, index_id)
