"""Queue tasks of documents. They only wake a worker: the rows decide what there is to do."""

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django_q.tasks import async_task

from apps.documents.is_task_waiting import is_task_waiting
from apps.documents.models import Step, StepState
from apps.documents.step_scheduling import release_steps_of_dead_workers
from apps.documents.vectors.fill_missing_task import enqueue_if_vectors_missing

DRAIN = "apps.documents.tasks.process_waiting"
DRAIN_SECONDS = 240.0
"""After this long nothing more is begun; the rest gets a task of its own, so that a stop is never far away."""
LONGEST_SECONDS = 1_800
"""What has begun may end within this time: hundreds of scanned pages take as long. Below the queue's `retry`."""


def wake_worker() -> None:
    """A row in the same database: within a transaction the task appears or vanishes together with the work."""
    async_task(DRAIN, timeout=LONGEST_SECONDS, group="documents")


def process_waiting() -> None:
    """Works through what waits. Two at once share it; one too many finds nothing."""
    # Only workers load the pipeline, not the web process that wakes them.
    from apps.documents.engine.run_engine_synchronously import drain_queue

    drain_queue(DRAIN_SECONDS)
    sweep()
    enqueue_if_vectors_missing()


def sweep() -> None:
    """Wakes a worker when a step is due that nobody holds, such as one whose worker died.

    Nobody is woken while another task waits to be fetched, whatever it is: the sweep after it comes soon.
    Called every few seconds by the worker's main process, and every minute by the queue. Raises DatabaseError.
    """
    release_steps_of_dead_workers.release_dead_workers_steps()
    if claimable_steps().exists() and not is_task_waiting():
        wake_worker()


def claimable_steps() -> QuerySet[Step]:
    """Steps that a worker could claim now."""
    due = Q(state=StepState.WAITING) & (Q(next_retry_at=None) | Q(next_retry_at__lte=Now()))
    lost = Q(state=StepState.RUNNING, lease_until__lt=Now())
    return Step.objects.filter(due | lost)
