"""A pooler before PostgreSQL."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.base import DatabaseWrapper

from config.processes import pooler_check

pytestmark = pytest.mark.django_db


def behind_a_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    """It greets clients with numbers of its own."""
    monkeypatch.setattr(pooler_check, "process_id_at_greeting", lambda database: -1)


def test_without_a_pooler_nothing_else_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DatabaseWrapper, "copy", lambda self: pytest.fail("opened"))
    assert not pooler_check.sessions_are_shared()


def test_a_pooler_that_gives_each_connection_a_session_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    behind_a_pooler(monkeypatch)
    assert not pooler_check.sessions_are_shared()


def test_a_pooler_that_shares_sessions_is_named_by_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    behind_a_pooler(monkeypatch)
    one = pooler_check.session_process_id(connection)

    def always_the_same(database: BaseDatabaseWrapper) -> int:
        return one

    monkeypatch.setattr(pooler_check, "session_process_id", always_the_same)
    with pytest.raises(SystemCheckError, match="set pool_mode = session"):
        call_command("check", databases=["default"])
