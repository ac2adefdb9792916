"""The queue task that fills in missing vectors in short turns, so that documents that arrive meanwhile go first."""

import logging
import time
from datetime import timedelta

from django.utils import timezone
from django_q.models import Schedule
from django_q.tasks import async_task

from apps.documents.is_task_waiting import is_task_waiting, waiting_tasks
from apps.documents.vectors import fill_missing
from apps.llm.errors import ModelError

FILLER = "apps.documents.vectors.fill_missing_task.fill"
AGAIN = "apps.documents.vectors.fill_missing_task.fill_after_another"
LOOK_AGAIN_AFTER = timedelta(minutes=1)
TURN_SECONDS = 60.0
LONGEST_SECONDS = 1_800

logger = logging.getLogger(__name__)


def fill() -> None:
    """May run twice, and concurrently. What a failing model leaves undone is tried again within the hour."""
    ends = time.monotonic() + TURN_SECONDS

    def may_go_on() -> bool:
        return time.monotonic() < ends and not is_task_waiting()

    try:
        is_ours = fill_missing.fill_missing_vectors(may_go_on=may_go_on)
    except ModelError as error:
        logger.warning("Missing vectors are made later: %s", error)
        return
    if fill_missing.is_anything_missing():
        enqueue_vector_filling() if is_ours else schedule_vector_recheck()


def fill_after_another() -> None:
    """Once, a minute after another process was at it: had it been killed, nobody would go on within the hour."""
    fill()


def schedule_vector_recheck() -> None:
    """A row of the schedule that goes when it has run; one at a time."""
    row = {"name": "documents: missing vectors, again", "schedule_type": Schedule.ONCE}
    Schedule.objects.get_or_create(func=AGAIN, defaults={**row, "next_run": timezone.now() + LOOK_AGAIN_AFTER})


def enqueue_vector_filling() -> None:
    """A row in the same database: within a transaction the task appears or vanishes together with the change.

    None beside one that waits already: each goes on only while no task waits, so several would stop one another.
    """
    if any(waiting_tasks(FILLER)):
        return
    async_task(FILLER, timeout=LONGEST_SECONDS, group="documents")


def enqueue_if_vectors_missing() -> None:
    """A query for each model."""
    if fill_missing.is_anything_missing():
        enqueue_vector_filling()
