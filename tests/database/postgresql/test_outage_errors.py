"""A server that dies, or ceases to lead, is told from a statement that is wrong; its connections are not used again."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import DataError, InternalError, OperationalError, connection
from psycopg import errors

from apps.database.postgresql.outage_errors import is_connection_dead, is_outage_error

POOLED = "tests: pooled"
"""Connections of this name are ended; those that other threads of this process keep stay for the tests after this."""


def raised(kind: type[Exception], cause: Exception | None) -> Exception:
    found = kind("no")
    found.__cause__ = cause
    return found


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (raised(OperationalError, psycopg.OperationalError("server closed the connection unexpectedly")), True),
        (raised(OperationalError, errors.AdminShutdown()), True),
        (raised(OperationalError, errors.CannotConnectNow()), True),
        (raised(InternalError, errors.ReadOnlySqlTransaction()), True),
        (raised(OperationalError, errors.QueryCanceled()), False),
        (raised(OperationalError, errors.DeadlockDetected()), False),
        (raised(DataError, errors.DivisionByZero()), False),
        (ValueError("no"), False),
    ],
)
def test_only_an_outage_passes_by_itself(error: Exception, passes: bool) -> None:
    assert is_outage_error(error) is passes


@pytest.fixture
def pooled(transactional_db: None) -> Iterator[None]:
    """As in the web process."""
    settings = connection.settings_dict
    kept_seconds = settings["CONN_MAX_AGE"]
    connection.close()
    settings["CONN_MAX_AGE"], settings["OPTIONS"]["pool"] = 0, {"min_size": 2, "max_size": 4, "timeout": 10}
    settings["OPTIONS"]["application_name"] = POOLED
    yield
    connection.close()
    connection.close_pool()
    settings["CONN_MAX_AGE"] = kept_seconds
    del settings["OPTIONS"]["pool"], settings["OPTIONS"]["application_name"]


def ask(question: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question)
        row = cursor.fetchone()
    return row and row[0]


def test_nobody_gets_a_connection_that_died_in_the_pool(pooled: None) -> None:
    assert ask("SELECT 1") == 1
    connection.close()
    with psycopg.connect(**server()) as other:
        cut = other.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = %s "
            "AND datname = current_database()",
            [POOLED],
        ).fetchall()
    assert cut
    assert all(ended for (ended,) in cut)
    assert [ask("SELECT 1"), connection.close(), ask("SELECT 2")] == [1, None, 2]


def test_a_connection_at_rest_is_alive_until_its_server_ends_it(transactional_db: None) -> None:
    with psycopg.connect(**server(), autocommit=True) as mine, psycopg.connect(**server(), autocommit=True) as other:
        assert not is_connection_dead(mine)
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [mine.info.backend_pid])
        assert is_connection_dead(mine)
        mine.close()
        assert is_connection_dead(mine)


def server() -> dict[str, str]:
    settings = connection.settings_dict
    return {"host": settings["HOST"], "port": settings["PORT"], "user": settings["USER"], "dbname": settings["NAME"]}
