"""Queue tasks of sources. Only ids travel; the rows and the lock decide what there is to do."""

import time

from django.db import InterfaceError, OperationalError
from django.db.models.functions import Now
from django.utils import timezone
from django_q.tasks import async_task

from apps.documents.is_task_waiting import waiting_tasks
from apps.documents.models import Listing, ListingState, Source, SourceRun, SourceRunState
from apps.documents.sync.source_lock import source_is_locked
from apps.documents.sync.source_runner import SourceRunner, begin_run

WORK = "apps.documents.sync.tasks.work"
WORK_SECONDS = 240.0
"""After this long nothing more is fetched; the rest gets a task of its own, so that documents get their turn."""
LONGEST_SECONDS = 1_800


def start_source_run(source: Source) -> SourceRun | None:
    """A run by the worker; None when one is open already. May be called inside a transaction."""
    run = begin_run(source)
    if run is not None:
        enqueue_source_run(run.pk)
    return run


def start_fetching(source: Source) -> None:
    """A run by the worker that reads no list, only fetches the files that wait. One that is open does it too.

    A run that waits for a person's decision stays the newest: the files then come with the next one.
    """
    newest = source.runs.first()
    run = None if newest and newest.state == SourceRunState.NEEDS_DECISION else begin_run(source)
    if run is not None:
        run.state, run.started_at = SourceRunState.FETCHING, timezone.now()
        run.to_fetch = Listing.objects.filter(source=source, state=ListingState.WAITING).exclude(address="").count()
        run.save()
        enqueue_source_run(run.pk)


def enqueue_source_run(run_id: int) -> None:
    async_task(WORK, run_id, timeout=LONGEST_SECONDS, group="sources")


def work(run_id: int) -> None:
    """Leaves quietly when the run is gone, has ended, or is in other hands."""
    run = SourceRun.objects.select_related("source", "source__collection").filter(pk=run_id).first()
    if run is None:
        return
    try:
        ended = SourceRunner(run).work(time.monotonic() + WORK_SECONDS)
    except (OperationalError, InterfaceError):
        # The database is away: the run is taken up when it is back.
        raise
    except Exception as error:
        # Whatever it is, it would come again every minute.
        fail_run(run, error)
        raise
    if not ended:
        enqueue_source_run(run_id)


def fail_run(run: SourceRun, error: Exception) -> None:
    """The run has failed; its source may run again. What it has noted stays."""
    SourceRun.objects.filter(pk=run.pk, state__in=SourceRun.OPEN).update(
        state=SourceRunState.FAILED, reason_code="internal_error", reason_detail={"error": type(error).__name__},
        finished_at=Now(),
    )  # fmt: skip


def sweep() -> None:
    """Every minute: begins the runs that are due, and takes up those whose worker died.

    No run waits in the queue twice.
    """
    for source in Source.objects.filter(enabled=True, next_run_at__lte=Now()):
        start_source_run(source)
        # Saving sets the time of the next run; a run that is still open when it comes is not doubled.
        source.save(update_fields=["next_run_at"])
    queued = queued_runs()
    for run in SourceRun.objects.filter(state__in=SourceRun.OPEN):
        if run.pk not in queued and not source_is_locked(run.source_id):
            enqueue_source_run(run.pk)


def queued_runs() -> set[int]:
    """Ids of the runs for which a task waits that no worker has fetched yet. One query."""
    return {task["args"][0] for task in waiting_tasks(WORK)}
