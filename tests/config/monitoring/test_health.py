"""Whether this process may be asked, as load balancers and the supervisor learn it."""

import threading
from datetime import timedelta

import pytest
from django.db import InterfaceError
from django.test import Client
from django.utils import timezone

from config.models import Heartbeat
from config.monitoring import health
from config.processes import heartbeats


@pytest.mark.django_db
@pytest.mark.parametrize("hours", [-2, 0, 2])
def test_a_wrong_clock_of_this_host_takes_no_worker_for_dead(
    client: Client, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    heartbeats.write_heartbeat("worker")
    moved = timezone.now() + timedelta(hours=hours)
    monkeypatch.setattr(timezone, "now", lambda: moved)
    assert client.get("/readyz").json()["checks"]["worker"]


@pytest.mark.django_db
def test_a_worker_that_died_before_the_databases_clock_was_set_back_is_missed(client: Client) -> None:
    heartbeats.write_heartbeat("worker")
    Heartbeat.objects.update(beat_at=timezone.now() + timedelta(hours=1))
    assert not client.get("/readyz").json()["checks"]["worker"]


def test_a_connection_that_was_closed_under_us_is_no_traceback(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed() -> None:
        raise InterfaceError("connection already closed")

    monkeypatch.setattr(health.connection, "cursor", closed)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["database"]) == (503, False)


@pytest.mark.django_db
def test_migrations_are_looked_for_until_all_are_there(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [["one"], [], ["never asked for"]]
    monkeypatch.setattr(health, "ALL_APPLIED", threading.Event())
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_arguments: plans.pop(0))
    assert [client.get("/readyz").json()["checks"]["migrations"] for _look in range(3)] == [False, True, True]
    assert plans == [["never asked for"]]
