"""Checks whether a pooler in front of PostgreSQL gives each of our connections a session of its own."""

from collections.abc import Sequence

from django.core.checks import CheckMessage, Error
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

SENTENCE = (
    "A pooler gives one session of PostgreSQL to several of our connections in turn, so that locks and prepared "
    "statements get lost: set pool_mode = session there, or connect past it."
)


def sessions_are_shared() -> bool:
    """Opens a second connection where there is a pooler. Raises DatabaseError."""
    ours = session_process_id(connection)
    # A pooler cannot know the number of the session when it greets us.
    if ours == process_id_at_greeting(connection):
        return False
    second = connection.copy()
    try:
        # Ours is at rest now; a pooler that shares sessions gives it to the next one who asks.
        second.set_autocommit(False)
        return session_process_id(second) == ours
    finally:
        second.close()


def session_process_id(database: BaseDatabaseWrapper) -> int:
    with database.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def process_id_at_greeting(database: BaseDatabaseWrapper) -> int:
    return int(database.connection.info.backend_pid)


def check_sessions(databases: Sequence[str] | None = None, **options: object) -> list[CheckMessage]:
    """Part of `manage.py check --database default`. Raises DatabaseError."""
    if not databases:
        return []
    return [Error(SENTENCE, id="config.E001")] if sessions_are_shared() else []
