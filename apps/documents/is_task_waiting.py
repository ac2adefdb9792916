"""Whether a task waits in the queue: work in the background then lets it go first."""

from collections.abc import Iterator
from typing import Any

from django.db.models.functions import Now
from django_q.models import OrmQ


def is_task_waiting() -> bool:
    """Whether the queue holds a task, of whatever kind, that no worker has fetched yet. One query."""
    return bool(OrmQ.objects.filter(lock__lte=Now()).exists())


def waiting_tasks(function: str) -> Iterator[dict[str, Any]]:
    """The tasks of this function (its dotted path) that no worker has fetched yet. One query.

    A task that a worker has fetched is none of them: it may have died with it.
    """
    tasks = (row.task for row in OrmQ.objects.filter(lock__lte=Now()))
    return (task for task in tasks if task.get("func") == function)
