"""The queue in our database, for whom a restart of the database is a pause. Named in the settings as `broker_class`."""

from time import sleep

from django.db import InterfaceError, OperationalError
from django_q.brokers.orm import ORM
from django_q.conf import Conf

from apps.database.reconnect import CURRENT_OUTAGE, forget_connection
from config.processes.moved_tasks import with_present_path


class PatientBroker(ORM):  # type: ignore[misc]  # django-q2 has no types
    """After an error django-q2's process that fetches tasks would sleep for ten seconds, and the one that notes what is
    done would die, and the whole cluster with it.
    """

    def dequeue(self) -> list[tuple[int, str]] | None:
        """Tasks with their numbers; None, after a second, when there are none and while the database is away."""
        try:
            tasks: list[tuple[int, str]] | None = super().dequeue()
        except (OperationalError, InterfaceError) as error:
            CURRENT_OUTAGE.record(error)
            forget_connection()
            sleep(Conf.POLL)
            return None
        CURRENT_OUTAGE.end()
        return tasks and [(number, with_present_path(payload)) for number, payload in tasks]

    def acknowledge(self, task_id: int) -> None:
        """Left out while the database is away: the task comes again after `retry` and finds nothing to do."""
        try:
            super().acknowledge(task_id)
        except (OperationalError, InterfaceError) as error:
            CURRENT_OUTAGE.record(error)
            forget_connection()
