"""Statements of searches are planned once a connection, and no other statement is."""

import pytest
from django.db import connection
from psycopg.sql import SQL

from apps.database.enable_prepared_statements import PREPARED_FROM
from apps.documents.models import Collection
from apps.retrieval.query.execute_search_sql import array_literal, fetch_search_rows


def prepared() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [statement for (statement,) in cursor.fetchall()]


@pytest.mark.django_db
def test_a_search_that_is_run_again_and_again_is_prepared() -> None:
    statement = SQL("SELECT %(number)s::int + 4711")
    for number in range(PREPARED_FROM):
        assert fetch_search_rows(statement, {"number": number}) == [(number + 4711,)]
    assert not any("4711" in text for text in prepared())
    assert fetch_search_rows(statement, {"number": 1}) == [(4712,)]
    assert sum("4711" in text for text in prepared()) == 1


@pytest.mark.django_db
def test_other_statements_are_not_prepared() -> None:
    for _ in range(3 * PREPARED_FROM):
        fetch_search_rows(SQL("SELECT 1"), {})
        assert not Collection.objects.filter(slug="nowhere-to-be-found").exists()
    assert not any("documents_collection" in text for text in prepared())


@pytest.mark.django_db
def test_arrays_of_numbers_arrive_as_they_were() -> None:
    statement = SQL("SELECT %(whole)s::bigint[], %(parts)s::float8[], %(none)s::int[]")
    values = {
        "whole": array_literal([1, -(2**40)]),
        "parts": array_literal([0.1, None, 1e-300]),
        "none": array_literal([]),
    }
    assert fetch_search_rows(statement, values) == [([1, -(2**40)], [0.1, None, 1e-300], [])]
