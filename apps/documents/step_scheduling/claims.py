"""Claims on steps: a lease per worker, and an attempt number as fencing token against late workers.

The database clock decides about leases, so that no worker's clock matters. An attempt is counted and committed before
the work begins: a step that kills its worker is counted too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from apps.database.bulk_copy import copy_rows, reserve_ids
from apps.database.execute_batch_sql import Parameters, execute_sql, fetch_rows
from apps.documents.models import Step, StepState
from apps.documents.step_scheduling import release_steps_of_dead_workers
from apps.documents.step_scheduling.stage_interface import Job

LEASE = timedelta(seconds=60)
MAX_LOST_LEASES = 10
SOON = timedelta(minutes=6)
"""What waits for longer, such as for the budget of tomorrow, is not waited for by a command."""
COLUMNS = (
    "step.id, step.revision_id, revision.document_id, document.collection_id, stage, attempts, failures, lost_leases, "
    "urgent, extract(epoch FROM now() - step.created_at)::float8, "
    "(SELECT language FROM documents_collection WHERE id = document.collection_id)"
)

# Materialised, because a plan may otherwise run the choice several times and take more than the limit.
CLAIM = f"""
    WITH chosen AS MATERIALIZED (
        SELECT id FROM documents_step
        WHERE ((state = 'waiting' AND (next_retry_at IS NULL OR next_retry_at <= now()))
               OR (state = 'running' AND lease_until < now()))
          AND (%(revisions)s::bigint[] IS NULL OR revision_id = ANY(%(revisions)s::bigint[]))
          AND (urgent OR NOT %(urgent)s)
        ORDER BY urgent DESC, created_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
    )
    UPDATE documents_step step
    SET state = 'running', attempts = attempts + 1, lost_leases = lost_leases + (state = 'running')::int,
        worker = %(worker)s, started_at = now(), next_retry_at = NULL, lease_until = now() + %(lease)s
    FROM chosen, documents_revision revision
    JOIN documents_document document ON document.id = revision.document_id
    WHERE step.id = chosen.id AND revision.id = step.revision_id
    RETURNING {COLUMNS}
"""  # noqa: S608 - only constants of this file
EXTEND = """
    UPDATE documents_step step SET lease_until = now() + %s
    FROM unnest(%s::bigint[], %s::int[]) AS held(id, attempt)
    WHERE step.id = held.id AND step.attempts = held.attempt AND step.state = 'running'
"""
# Only who holds the step may finish it: the number of the attempt is the fence. What is finished stays locked until
# the transaction ends, and the next step is claimed in the same breath: nobody else has to look for it.
FINISH = """
    UPDATE documents_step step
    SET state = 'done', finished_at = now(), lease_until = NULL, error = '',
        seconds = done.seconds, input_tokens = done.input_tokens, output_tokens = done.output_tokens, cost = done.cost
    FROM unnest(%(steps)s::bigint[], %(attempts)s::int[], %(seconds)s::float8[],
                %(input_tokens)s::int[], %(output_tokens)s::int[], %(costs)s::numeric[])
         AS done(id, attempt, seconds, input_tokens, output_tokens, cost)
    WHERE step.id = done.id AND step.attempts = done.attempt AND step.state = 'running'
    RETURNING step.revision_id, step.urgent
"""
FINISH_AND_BEGIN = f"""
    WITH finished AS ({FINISH})
    INSERT INTO documents_step AS step
        (revision_id, stage, state, attempts, failures, lost_leases, lease_until, worker, created_at,
         started_at, input_tokens, output_tokens, cost, error, urgent)
    SELECT revision_id, %(next)s, 'running', 1, 0, 0, now() + %(lease)s, %(worker)s, now(), now(), 0, 0, 0, '',
           urgent
    FROM finished
    ON CONFLICT (revision_id, stage) DO UPDATE
    SET state = 'running', attempts = step.attempts + 1, failures = 0, lost_leases = 0, worker = EXCLUDED.worker,
        started_at = now(), lease_until = EXCLUDED.lease_until, next_retry_at = NULL, urgent = EXCLUDED.urgent
    RETURNING revision_id, id, attempts
"""  # noqa: S608 - only constants of this file
# The attempt ended without killing its worker, so attempts lost earlier no longer count against the step.
RETRY = """
    UPDATE documents_step SET state = 'waiting', failures = failures + 1, lost_leases = 0,
        next_retry_at = now() + %s, lease_until = NULL, error = %s
    WHERE id = %s AND attempts = %s AND state = 'running'
"""
GIVE_UP = """
    UPDATE documents_step SET state = 'failed', failures = failures + 1, finished_at = now(), lease_until = NULL,
        error = %s
    WHERE id = %s AND attempts = %s AND state = 'running'
"""
RELEASE = """
    UPDATE documents_step step SET state = 'waiting', lease_until = NULL
    FROM unnest(%s::bigint[], %s::int[]) AS held(id, attempt)
    WHERE step.id = held.id AND step.attempts = held.attempt AND step.state = 'running'
"""
# It was not the document's fault, and counts as no failure. The number of the attempt stays: it is the fence, and one
# that is given out twice would let the worker that had it first store what another works on.
POSTPONE = """
    UPDATE documents_step step SET state = 'waiting', lease_until = NULL, next_retry_at = now() + %s, error = %s
    FROM unnest(%s::bigint[], %s::int[]) AS held(id, attempt)
    WHERE step.id = held.id AND step.attempts = held.attempt AND step.state = 'running'
"""
FORGIVE = "UPDATE documents_step SET lost_leases = 0 WHERE id = ANY(%s) AND state = 'running'"


WAITING = """
    SELECT error, count(*), extract(epoch FROM min(next_retry_at) - now())::float8 FROM documents_step
    WHERE revision_id = ANY(%s) AND state = 'waiting' AND next_retry_at > now() GROUP BY error ORDER BY 2 DESC
"""


@dataclass(frozen=True, slots=True)
class WaitingSteps:
    """Steps that wait for their next attempt, for the same reason."""

    error: str
    steps: int
    seconds: float
    """Until the first of them is due."""


STEP_NAMES = (
    "id", "revision", "stage", "state", "attempts", "failures", "lost_leases", "worker", "created_at",
    "started_at", "finished_at", "lease_until", "seconds", "input_tokens", "output_tokens", "cost", "error",
    "urgent",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FinishedStep:
    job: Job
    seconds: float
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class Worker:
    """Takes jobs under one name; the name says who may be dead, the attempt number is what counts."""

    name: str = field(default_factory=release_steps_of_dead_workers.own_worker_name)

    def claim(self, limit: int, revisions: Sequence[int] | None = None, *, urgent: bool = False) -> list[Job]:
        """Up to `limit` steps that wait or whose lease ran out, the urgent ones first (or alone), then the oldest.

        One statement, safe between workers.
        """
        return fetch_jobs(
            CLAIM,
            {
                "worker": self.name,
                "lease": LEASE,
                "limit": limit,
                "urgent": urgent,
                "revisions": None if revisions is None else list(revisions),
            },
        )

    def finish(self, done: Sequence[FinishedStep], following: str | None) -> dict[int, Job | None]:
        """Marks the steps done, and claims those of the stage `following`.

        By revision the job of the next stage, None after the last one. A revision whose step somebody else has taken
        meanwhile is left out: what was made of it may not be stored.
        """
        if not done:
            return {}
        parameters = finished_step_columns(done)
        if following is None:
            return {revision: None for revision, _ in fetch_rows(FINISH, parameters)}
        finished = {each.job.revision_id: each.job for each in done}
        rows = fetch_rows(FINISH_AND_BEGIN, parameters | {"next": following, "lease": LEASE, "worker": self.name})
        return {revision: finished[revision].followed_by(following, step, attempt) for revision, step, attempt in rows}

    def add_steps(self, done: Sequence[tuple[str, FinishedStep]], begun: Sequence[tuple[Job, str]]) -> list[Job]:
        """Rows for stages that were done in one go with the one before, and for those that are begun now.

        None of them may exist: chained are first attempts only. The jobs of what is begun.
        """
        now = timezone.now()
        ids = reserve_ids(Step, len(done) + len(begun))
        finished = [done_row(step, stage, each, self.name, now) for step, (stage, each) in zip(ids, done, strict=False)]
        jobs = [job.followed_by(stage, step, 1) for step, (job, stage) in zip(ids[len(done) :], begun, strict=True)]
        copy_rows(Step, STEP_NAMES, finished + [begun_row(job, self.name, now) for job in jobs])
        # The database clock decides about leases, and COPY knows no now().
        extend_leases(jobs)
        return jobs


def done_row(step: int, stage: str, done: FinishedStep, worker: str, now: datetime) -> tuple[object, ...]:
    return (
        step, done.job.revision_id, stage, StepState.DONE.value, 1, 0, 0, worker, now, now, now,
        None, done.seconds, done.input_tokens, done.output_tokens, done.cost, "", done.job.urgent,
    )  # fmt: skip


def begun_row(job: Job, worker: str, now: datetime) -> tuple[object, ...]:
    return (
        job.step_id, job.revision_id, job.stage, StepState.RUNNING.value, 1, 0, 0, worker, now, now, None,
        None, None, 0, 0, Decimal(0), "", job.urgent,
    )  # fmt: skip


def finished_step_columns(done: Sequence[FinishedStep]) -> dict[str, object]:
    return {
        "steps": [each.job.step_id for each in done],
        "attempts": [each.job.attempt for each in done],
        "seconds": [each.seconds for each in done],
        "input_tokens": [each.input_tokens for each in done],
        "output_tokens": [each.output_tokens for each in done],
        "costs": [each.cost for each in done],
    }


def fetch_jobs(statement: str, parameters: Parameters) -> list[Job]:
    return [Job(*row) for row in fetch_rows(statement, parameters)]


def extend_leases(jobs: Iterable[Job]) -> None:
    """The heartbeat: leases of these jobs run from now on again, unless somebody else has taken them."""
    execute_sql(EXTEND, [LEASE, *step_attempt_columns(jobs)])


def reset_lost_leases(jobs: Iterable[Job]) -> None:
    """These steps have lost workers before; as others beside them get done, they are not the cause."""
    execute_sql(FORGIVE, [[job.step_id for job in jobs]])


def retry_step_later(job: Job, delay: timedelta, error: str) -> bool:
    """The step waits for its next attempt. False when somebody else has taken it meanwhile."""
    return execute_sql(RETRY, [delay, error[:500], job.step_id, job.attempt]) == 1


def postpone_steps(jobs: Iterable[Job], delay: timedelta, reason: str) -> None:
    """They wait, whatever their document is like: a budget is spent, a disk is full."""
    execute_sql(POSTPONE, [delay, reason, *step_attempt_columns(jobs)])


def fail_step(job: Job, error: str) -> bool:
    """The step has failed for good. False when somebody else has taken it meanwhile."""
    return execute_sql(GIVE_UP, [error[:500], job.step_id, job.attempt]) == 1


def release_steps(jobs: Iterable[Job]) -> None:
    """Back to the queue at once, for example when the worker is told to stop. The attempt stays counted."""
    execute_sql(RELEASE, [*step_attempt_columns(jobs)])


def step_attempt_columns(jobs: Iterable[Job]) -> list[list[int]]:
    pairs = [(job.step_id, job.attempt) for job in jobs]
    return [[step_id for step_id, _ in pairs], [attempt for _, attempt in pairs]]


def load_waiting_steps(revisions: Sequence[int]) -> list[WaitingSteps]:
    """What these revisions wait for, most of them first."""
    return [WaitingSteps(*row) for row in fetch_rows(WAITING, [list(revisions)])]


def open_steps(revisions: Sequence[int]) -> int:
    """How many of these revisions still have something to do soon, here or at another worker."""
    waiting = Q(state=StepState.WAITING) & (Q(next_retry_at=None) | Q(next_retry_at__lt=Now() + SOON))
    return Step.objects.filter(waiting | Q(state=StepState.RUNNING), revision__in_array=revisions).count()
