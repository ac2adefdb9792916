"""Migrates the database, one process at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection

LOCK = 7_249_152_601  # any number, as long as nothing else in this database locks it
"""One number, no pair as in apps/database/advisory_lock.py: during an update the old version takes the same lock."""


def migrate() -> None:
    """Apply what is missing. Waits for another process that does the same. Raises DatabaseError."""
    with _alone():
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def _alone() -> Iterator[None]:
    with connection.cursor() as cursor:
        # Waiting for the other process, and building an index, may take longer than any query of the site.
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    try:
        yield
    finally:
        connection.close()  # gives the lock back and forgets the settings
