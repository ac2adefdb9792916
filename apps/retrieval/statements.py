"""Statements of searches, each planned once a connection.

Planning one takes 1 to 3 ms, as long as running some of them. PostgreSQL plans a prepared statement anew when its
tables' statistics or indexes change, so an import or a new index is noticed. Only searches are prepared: an import
begins on empty tables, whose plans would be wrong a minute later.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from psycopg.sql import Composable

PREPARED_FROM = 2
"""How often a connection has run a statement before it is prepared: a command that searches once gains nothing."""


def fetch(statement: Composable, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement, in one round trip. Raises DatabaseError."""
    with planned_once(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


@contextmanager
def planned_once() -> Iterator[None]:
    """Within it psycopg prepares what this thread's connection runs again and again; Django switches that off."""
    connection.ensure_connection()
    driver = connection.connection
    before = driver.prepare_threshold
    driver.prepare_threshold = PREPARED_FROM
    try:
        yield
    finally:
        driver.prepare_threshold = before
