"""Stops runs, which can be resumed, and tells which stand still because their worker is gone."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.database.advisory_lock import is_locked
from apps.evaluation.dialogues.run_items_concurrently import RunBudgetSpent
from apps.evaluation.models import Call, Run, RunKind, RunState
from apps.evaluation.planning.pending_vectors import BEGIN_AT_ONCE

RUN_LOCK = 7_345_202
STOPPABLE = frozenset({RunKind.DIALOGUES.value, RunKind.COMPARISON.value})
"""Kinds made of parts between which a run can stop; the others take seconds, or are a night's few answers."""
STALLED_AFTER = timedelta(minutes=2)
"""The sweep takes up each minute what a dead worker left."""


def stop_run(run: Run) -> None:
    """One that nobody has begun ends at once, another when what is under way is done, with its figures. Two statements.

    One that waits for its next turn is taken up for that.
    """
    unbegun = Run.objects.filter(pk=run.pk, state=RunState.WAITING, started_at=None)
    if not unbegun.update(is_to_stop=True, state=RunState.STOPPED, finished_at=timezone.now()):
        Run.objects.filter(pk=run.pk, state__in=(RunState.WAITING, RunState.RUNNING)).update(is_to_stop=True)


def reopen_run(run: Run) -> None:
    """A run that ended unfinished waits again, with all its attempts; any other stays as it is. One statement."""
    if not run.has_ended or run.state == RunState.FINISHED:
        return
    run.state, run.error, run.attempts, run.is_to_stop = RunState.WAITING, "", 0, False
    run.save(update_fields=["state", "error", "attempts", "is_to_stop"])


def raise_if_stopped(run: Run) -> None:
    """Raises RunBudgetSpent. One query."""
    if Run.objects.filter(pk=run.pk, is_to_stop=True).exists():
        raise RunBudgetSpent


def is_stalled(run: Run) -> bool:
    """Whether nobody works on a run that should be under way for minutes, nor on one before it. A few queries."""
    since = run.started_at or requested_start_time(run) or run.created_at
    is_due = not run.has_ended and since < timezone.now() - STALLED_AFTER
    is_idle = is_due and not is_locked(RUN_LOCK, run.pk) and not is_behind_another_run(run)
    return is_idle and not has_finished_a_call_lately(run)


def requested_start_time(run: Run) -> datetime | None:
    """When somebody did not want it to wait any longer."""
    told = run.options.get(BEGIN_AT_ONCE)
    return datetime.fromisoformat(told) if isinstance(told, str) else None


def is_behind_another_run(run: Run) -> bool:
    """Whether the workers have as many others in hand as they may, after one of which it is taken up."""
    others = background_runs().exclude(pk=run.pk)
    return sum(is_locked(RUN_LOCK, pk) for pk in others.values_list("pk", flat=True)) >= most_runs_at_once()


def most_runs_at_once() -> int:
    """A worker is left for everything else, where there are several."""
    return max(1, settings.QUEUE_WORKERS - 1)


def has_finished_a_call_lately(run: Run) -> bool:
    """Whether it only changes workers, as a long run does now and then. One query."""
    calls = Call.objects.filter(Q(dialogue__run=run) | Q(comparison__run=run))
    return calls.filter(created_at__gte=timezone.now() - STALLED_AFTER).exists()


def background_runs() -> QuerySet[Run]:
    """Runs for the workers that have not ended."""
    return Run.objects.filter(state__in=[RunState.WAITING, RunState.RUNNING], options__background=True)
