"""Whether a task waits in the queue: work in the background then lets it go first."""

from django.db.models.functions import Now
from django_q.models import OrmQ


def is_task_waiting() -> bool:
    """Whether the queue holds a task, of whatever kind, that no worker has fetched yet. One query."""
    return bool(OrmQ.objects.filter(lock__lte=Now()).exists())
