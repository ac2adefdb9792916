"""Executes one run in the queue: resumes it after a crash, gives up after three attempts without progress."""

import logging
from collections.abc import Callable, Mapping
from time import monotonic

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.database.advisory_lock import advisory_lock
from apps.evaluation.comparisons.run_comparison import run_comparison
from apps.evaluation.dialogues.live_sampling import judge_sample
from apps.evaluation.dialogues.run_dialogues import run_dialogues
from apps.evaluation.dialogues.stopped_and_stalled_runs import RUN_LOCK, STOPPABLE
from apps.evaluation.hit_rates.hit_rate_runs import run_hit_rate
from apps.evaluation.models import Call, Run, RunKind, RunState
from apps.evaluation.planning.pending_vectors import awaited_vectors, record_embedding_model
from apps.evaluation.planning.question_files import BadQuestions
from apps.evaluation.planning.run_configuration import DraftTargetMissing
from apps.evaluation.planning.variants import UnknownVariant
from apps.llm.errors import ModelError
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile
from apps.retrieval.preparation.readable_collections import UnknownCollection

logger = logging.getLogger(__name__)

WORK_SECONDS = 1_200.0
"""After these a run that can stop waits for its next turn: well before the queue ends the task (LONGEST_SECONDS)."""
WORKERS: Mapping[str, Callable[..., object]] = {
    RunKind.DIALOGUES: run_dialogues,
    RunKind.COMPARISON: run_comparison,
    RunKind.SAMPLE: judge_sample,
    RunKind.HIT_RATE: run_hit_rate,
}
PERMANENT_ERRORS = (DraftTargetMissing, NoActiveProfile, UnknownVariant, UnknownCollection, BadQuestions, ModelError)
MOST_ATTEMPTS = 3
"""Attempts in a row that finished no call. A run that makes progress, however slowly, is never given up."""


def execute_run(run_id: int) -> None:
    """Executes it to its end, or for WORK_SECONDS.

    What stops it for good is stored on the run; any other error is raised for the queue.
    A run that waits for vectors is left alone, as is one that another process has in hand; the sweep looks again.
    """
    # Held from before the attempt is counted: who comes second counts none, and gives up nobody else's work.
    # The session may take its own lock again, as the workers do.
    with advisory_lock(RUN_LOCK, run_id) as is_ours:
        run = Run.objects.filter(pk=run_id).first() if is_ours else None
        if run is not None and not run.has_ended and awaited_vectors(run) is None and count_attempt(run):
            attempt_run(run)


def attempt_run(run: Run) -> None:
    """Raises whatever is no answer to who started the run, once it is noted on it."""
    try:
        record_embedding_model(run)
        # The others take seconds, or are a night's few answers.
        limits = {"until": monotonic() + WORK_SECONDS} if run.kind in STOPPABLE else {}
        WORKERS[run.kind](run, **limits)
    except PERMANENT_ERRORS as error:
        logger.warning("Run %s cannot be worked on: %s", run.pk, error)
        fail_run(run.pk, str(error))
    except Exception as error:
        record_failure(run, error)
        raise


def count_attempt(run: Run) -> bool:
    """Counts the attempt before it begins: a worker that is killed cannot count it afterwards. A few queries."""
    calls = Call.objects.filter(Q(dialogue__run=run) | Q(comparison__run=run)).count()
    if calls > run.calls_before:
        run.attempts = 0
    if run.attempts >= MOST_ATTEMPTS:
        sentence = _("Given up: its worker died %(number)s times without finishing a call.")
        fail_run(run.pk, sentence % {"number": MOST_ATTEMPTS})
        return False
    run.attempts, run.calls_before = run.attempts + 1, calls
    run.save(update_fields=["attempts", "calls_before"])
    return True


def record_failure(run: Run, error: BaseException) -> None:
    """The third in a row is the last one; until then the next sweep tries again."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    what = f"{type(error).__name__}: {error}"
    if run.attempts >= MOST_ATTEMPTS:
        sentence = _("Given up after %(number)s attempts: %(error)s")
        fail_run(run.pk, sentence % {"number": MOST_ATTEMPTS, "error": what})
    else:
        Run.objects.filter(pk=run.pk).update(error=what[:500])


def fail_run(run_id: int, sentence: str) -> None:
    Run.objects.filter(pk=run_id).update(state=RunState.FAILED, error=sentence[:500], finished_at=timezone.now())
