"""Executes the SQL statements of searches."""

from collections.abc import Iterable
from typing import Any

from django.db import connection
from psycopg.sql import Composable

from apps.database.enable_prepared_statements import use_prepared_statements


def fetch_search_rows(statement: Composable, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement, in one round trip. Raises DatabaseError."""
    with use_prepared_statements(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def array_literal(numbers: Iterable[float | None]) -> str:
    """Numbers as a PostgreSQL array literal; the placeholder needs a cast, such as `%(chunks)s::bigint[]`.

    psycopg would call a function for each number, which takes longer than many searches.
    """
    return f"{{{','.join('NULL' if number is None else repr(number) for number in numbers)}}}"
