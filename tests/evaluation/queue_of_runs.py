"""Reads which runs wait in the queue."""

from django_q.models import OrmQ


def take_from_queue() -> list[int]:
    """The keys of the runs in the queue, which is empty afterwards."""
    found = [task.task["args"][0] for task in OrmQ.objects.order_by("pk")]
    OrmQ.objects.all().delete()
    return found
