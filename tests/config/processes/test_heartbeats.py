"""Heartbeat rows."""

import os
import socket
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from config.management.commands.serve import worker_beats
from config.models import Heartbeat
from config.monitoring import metrics
from config.processes import heartbeats

pytestmark = pytest.mark.django_db


def test_a_beat_replaces_the_one_before() -> None:
    heartbeats.write_heartbeat("worker", processes=3)
    heartbeats.write_heartbeat("worker", processes=5)
    row = Heartbeat.objects.get(name="worker")
    assert (row.name, row.pid, row.detail["processes"]) == ("worker", os.getpid(), 5)


def test_the_age_is_in_seconds_by_the_clock_of_the_database() -> None:
    assert heartbeats.age("web") is None
    heartbeats.write_heartbeat("web")
    assert heartbeats.age("web") == pytest.approx(0, abs=2)
    Heartbeat.objects.update(beat_at=timezone.now() - timedelta(minutes=5))
    assert heartbeats.age("web") == pytest.approx(300, abs=2)


def test_a_beat_from_before_the_clock_was_set_back_is_none() -> None:
    heartbeats.write_heartbeat("worker")
    Heartbeat.objects.update(beat_at=timezone.now() + timedelta(hours=1))
    assert heartbeats.age("worker") is None
    assert heartbeats.ages(("worker",)) == {"worker": None}
    assert not worker_beats()
    assert metrics.heartbeat_ages() == {}
    Heartbeat.objects.update(beat_at=timezone.now() + timedelta(seconds=20))
    assert heartbeats.age("worker") == 0


def test_a_worker_that_dies_is_not_hidden_by_that_of_another_host(monkeypatch: pytest.MonkeyPatch) -> None:
    for host in ("alpha", "beta"):
        monkeypatch.setattr(socket, "gethostname", lambda host=host: host)
        heartbeats.write_heartbeat("worker")
    long_ago = timezone.now() - timedelta(minutes=5)
    Heartbeat.objects.filter(name="worker@alpha").update(beat_at=long_ago)
    assert heartbeats.age("worker") == pytest.approx(0, abs=2)
    assert heartbeats.ages_by_host("worker") == {"alpha": pytest.approx(300, abs=2), "beta": pytest.approx(0, abs=2)}
    assert worker_beats()
    monkeypatch.setattr(socket, "gethostname", lambda: "alpha")
    assert not worker_beats()


def test_a_host_that_stopped_properly_or_long_ago_is_missed_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for host in ("alpha", "beta", "gamma"):
        monkeypatch.setattr(socket, "gethostname", lambda host=host: host)
        heartbeats.write_heartbeat("worker")
    heartbeats.delete_of_this_host("worker")
    Heartbeat.objects.filter(name="worker@alpha").update(beat_at=timezone.now() - timedelta(minutes=61))
    assert list(heartbeats.ages_by_host("worker")) == ["beta"]


def test_rows_of_hosts_that_were_taken_away_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for host in ("old-container", "new-container"):
        monkeypatch.setattr(socket, "gethostname", lambda host=host: host)
        heartbeats.write_heartbeat("worker")
    Heartbeat.objects.filter(name="worker@old-container").update(beat_at=timezone.now() - timedelta(minutes=61))
    heartbeats.delete_forgotten("worker")
    assert set(Heartbeat.objects.values_list("name", flat=True)) == {"worker", "worker@new-container"}


def test_a_database_that_is_away_is_no_reason_to_die(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, **detail: object) -> None:
        raise OperationalError("the database system is shutting down")

    monkeypatch.setattr(heartbeats, "write_heartbeat", refuse)
    monkeypatch.setattr(heartbeats, "close_old_connections", lambda: None)
    monkeypatch.setattr(heartbeats, "forget_connection", lambda: None)
    assert heartbeats.try_to_write_heartbeat("web") is False
