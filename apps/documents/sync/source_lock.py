"""The lock of a source, held by one worker at a time and released when its database session ends."""

from contextlib import AbstractContextManager

from apps.database.advisory_lock import advisory_lock, is_locked

LOCK_CLASS = 7_345_201
"""Any number that nobody else in this database uses for advisory locks."""


def source_lock(source_id: int) -> AbstractContextManager[bool]:
    """True inside when nobody else works on the source."""
    return advisory_lock(LOCK_CLASS, source_id)


def source_is_locked(source_id: int) -> bool:
    return is_locked(LOCK_CLASS, source_id)
