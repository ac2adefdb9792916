"""The queue while its database restarts."""

import queue
import threading

import pytest
from django.db import connection
from django_q.brokers import get_broker
from django_q.conf import Conf
from django_q.pusher import pusher
from django_q.tasks import async_task

from config.processes import queue_broker

pytestmark = pytest.mark.django_db(transaction=True)


def fetched() -> list[str]:
    """What django-q2's own process that fetches tasks hands to workers in one round."""
    tasks: queue.Queue[dict[str, str]] = queue.Queue()
    one_round = threading.Event()
    one_round.set()
    pusher(tasks, one_round, get_broker())
    return [task["func"] for task in list(tasks.queue)]


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
