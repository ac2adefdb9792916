"""What is run with every question is planned once a connection; what is run beside it is not."""

import pytest
from django.db import DatabaseError, connection

from apps.database.enable_prepared_statements import PREPARED_FROM, use_prepared_statements


def plans_of(text: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", [f"{text}%"])
        return int(cursor.fetchone()[0])


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
def test_a_statement_is_planned_once_only_within_it() -> None:
    for _ in range(PREPARED_FROM + 1):
        with use_prepared_statements():
            run("SELECT 4712 AS within")
        run("SELECT 4713 AS outside")
    assert (plans_of("SELECT 4712"), plans_of("SELECT 4713")) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_a_statement_that_fails_leaves_nothing_switched_on() -> None:
    with pytest.raises(DatabaseError), use_prepared_statements():
        run("SELECT 1 / 0")
    for _ in range(PREPARED_FROM + 1):
        run("SELECT 4714 AS afterwards")
    assert plans_of("SELECT 4714") == 0
