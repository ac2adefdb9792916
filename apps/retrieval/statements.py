"""The way of every search's statements to the database."""

from typing import Any

from django.db import connection
from psycopg.sql import Composable

from apps.llm.planned_once import planned_once


def fetch(statement: Composable, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement, in one round trip. Raises DatabaseError."""
    with planned_once(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
