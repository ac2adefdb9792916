"""The django-q2 broker: the queue in our database, which waits out a restart of the database.

When a task may be fetched is decided by the clock of the database. By its own, a host that is two hours ahead would
take what others are working on, and one that is behind would leave everything lying.
"""

from time import sleep

from django.db import InterfaceError, OperationalError
from django.db.models.functions import Now
from django_q.brokers.orm import ORM
from django_q.conf import Conf
from django_q.models import OrmQ

from apps.database.execute_batch_sql import fetch_rows
from apps.database.retry_after_reconnect import CURRENT_OUTAGE, close_database_connection
from config.queue.moved_tasks import update_task_path

TAKE = """
    UPDATE django_q_ormq SET lock = statement_timestamp() + make_interval(secs => %(retry)s) WHERE id IN (
        SELECT id FROM django_q_ormq WHERE key = %(key)s AND lock <= statement_timestamp()
        ORDER BY id LIMIT %(bulk)s FOR UPDATE SKIP LOCKED)
    RETURNING id, payload
"""


class ReconnectingBroker(ORM):  # type: ignore[misc]  # django-q2 has no types
    """After an error django-q2's process that fetches tasks would sleep for ten seconds, and the one that notes what is
    done would die, and the whole cluster with it.
    """

    def enqueue(self, task: str) -> int:
        """Raises DatabaseError."""
        self.get_connection()  # closes one that broke
        return int(OrmQ.objects.create(key=self.list_key or Conf.CLUSTER_NAME, payload=task, lock=Now()).pk)

    def queue_size(self) -> int:
        return int(OrmQ.objects.filter(key=self.list_key, lock__lte=Now()).count())

    def lock_size(self) -> int:
        return int(OrmQ.objects.filter(key=self.list_key, lock__gt=Now()).count())

    def dequeue(self) -> list[tuple[int, str]] | None:
        """Tasks with their numbers; None, after a second, when there are none and while the database is away."""
        try:
            self.get_connection()
            found = fetch_rows(TAKE, {"retry": Conf.RETRY, "key": self.list_key, "bulk": Conf.BULK})
        except (OperationalError, InterfaceError) as error:
            CURRENT_OUTAGE.record(error)
            close_database_connection()
            found = []
        else:
            CURRENT_OUTAGE.end()
        if not found:
            sleep(Conf.POLL)
            return None
        return [(number, update_task_path(payload)) for number, payload in found]

    def acknowledge(self, task_id: int) -> None:
        """Left out while the database is away: the task comes again after `retry` and finds nothing to do."""
        try:
            super().acknowledge(task_id)
        except (OperationalError, InterfaceError) as error:
            CURRENT_OUTAGE.record(error)
            close_database_connection()
