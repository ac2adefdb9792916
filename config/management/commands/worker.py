"""`manage.py worker`: the queue cluster with its heartbeat."""

import sys
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Run queued work until told to stop (SIGTERM lets running tasks finish)."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        # Imported here: django-q2 reads its settings when it is imported.
        from config.processes.queue_cluster import QueueCluster

        sys.exit(QueueCluster(tend=wake_workers).run())


def wake_workers() -> None:
    """What a dead worker held is taken up within seconds, even when its wake-up died with the queue; and answers are
    read a second time while people still look at them. Raises DatabaseError.
    """
    from apps.chat.tasks import wake_second_reader
    from apps.documents.tasks import sweep

    sweep()
    wake_second_reader()
