"""The queue while its database restarts, and on hosts whose clocks are wrong."""

import queue
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.conf import Conf
from django_q.pusher import pusher
from django_q.tasks import async_task

from config.queue import queue_broker

pytestmark = pytest.mark.django_db(transaction=True)


def fetched() -> list[str]:
    """What django-q2's own process that fetches tasks hands to workers in one round."""
    tasks: queue.Queue[dict[str, str]] = queue.Queue()
    one_round = threading.Event()
    one_round.set()
    pusher(tasks, one_round, get_broker())
    return [task["func"] for task in list(tasks.queue)]


@pytest.mark.parametrize("hours", [-2, 2])
def test_a_host_with_a_wrong_clock_takes_what_is_there_and_nothing_that_others_work_on(
    hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_broker, "sleep", lambda seconds: None)
    async_task("apps.documents.tasks.sweep")
    right = timezone.now
    with monkeypatch.context() as here:
        here.setattr(timezone, "now", lambda: right() + timedelta(hours=hours))
        assert fetched() == ["apps.documents.tasks.sweep"]
        assert fetched() == []  # not even by itself, as long as `retry`
    assert fetched() == []
    with monkeypatch.context() as here:
        here.setattr(timezone, "now", lambda: right() + timedelta(hours=hours))
        async_task("apps.documents.tasks.sweep")
    assert fetched() == ["apps.documents.tasks.sweep"]
    with monkeypatch.context() as here:
        here.setattr(timezone, "now", lambda: right() + timedelta(hours=hours))
        assert fetched() == []  # another works on it


def test_tasks_are_fetched_again_after_one_pause_when_the_connection_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(queue_broker, "sleep", pauses.append)
    async_task("apps.documents.tasks.sweep")
    connection.connection.close()  # as a restart does, without Django's knowledge
    assert fetched() == []
    assert pauses == [Conf.POLL]  # not none: the database may be away for minutes
    assert fetched() == ["apps.documents.tasks.sweep"]
    assert pauses == [Conf.POLL]


def test_a_task_that_ended_during_the_outage_harms_nobody() -> None:
    async_task("apps.documents.tasks.sweep")
    broker = get_broker()
    [(number, _)] = broker.dequeue()
    connection.connection.close()
    broker.acknowledge(number)
    assert broker.lock_size() == 1  # it comes again after `retry`
    broker.acknowledge(number)
    assert broker.lock_size() == 0
