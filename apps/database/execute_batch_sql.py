"""Runs SQL statements that write or read a whole batch, where the ORM would need one per row."""

from typing import Any

from django.db import connection
from psycopg.sql import Composable

Parameters = list[Any] | dict[str, Any]
"""Lists become arrays; psycopg's Jsonb and timedelta go as they are, which Django's own types do not say."""


def execute_sql(statement: str | Composable, parameters: Parameters) -> int:
    """The number of rows. Raises DatabaseError."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def fetch_rows(statement: str | Composable, parameters: Parameters) -> list[tuple[Any, ...]]:
    """All rows. Raises DatabaseError."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())
