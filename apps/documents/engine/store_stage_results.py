"""Stores the results of a stage: outputs, the steps' new state, the ledger and the next steps, all or nothing."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import DataError, IntegrityError, transaction

from apps.documents.model_calls import cost_attribution
from apps.documents.model_calls.cost_attribution import StepAttempt
from apps.documents.models import Status
from apps.documents.parsing.types import ParserDeath
from apps.documents.pipeline import NEXT, WITHOUT_MODELS
from apps.documents.step_scheduling import claims, document_status_updates, postpone_on_full_disk
from apps.documents.step_scheduling.claims import MAX_LOST_LEASES, FinishedStep, Worker
from apps.documents.step_scheduling.document_status_updates import DocumentEnding
from apps.documents.step_scheduling.retry_policy import absence_pause, is_model_absent, may_retry, retry_delay
from apps.documents.step_scheduling.stage_interface import AnyStage, Job
from apps.llm.errors import ModelError
from apps.llm.types import CallRecord

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class StageResult:
    """What became of one attempt. `error` is what the stage raised."""

    job: Job
    attempt: StepAttempt
    given: Any
    output: Any = None
    error: Exception | None = None
    seconds: float = 0.0

    @property
    def can_go_on(self) -> bool:
        """Whether the next stage may follow before this one is stored."""
        return self.error is None and not self.job.may_have_output


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One stage of a chain, with what became of the documents in it."""

    stage: AnyStage
    results: Sequence[StageResult]


@dataclass(slots=True)
class StoredResults:
    """What a transaction has stored: the jobs that it claimed, what has ended, and the calls that were made."""

    begun: list[Job] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    """Revisions that are published or have failed for good; the others go on, now or later."""
    calls: list[CallRecord] = field(default_factory=list)

    def add(self, other: "StoredResults") -> "StoredResults":
        return StoredResults(self.begun + other.begun, self.ended + other.ended, self.calls + other.calls)


def store_results(links: Sequence[ChainLink], shared: StepAttempt, worker: Worker) -> StoredResults:
    """One transaction for a stage, or for a chain of them; what the database refuses for one document is left out.

    Calls are written down whatever becomes of the results: they were paid for. Raises DatabaseError.
    """
    first = links[0]
    attempts = [result.attempt for link in links for result in link.results] + [shared]
    calls = cost_attribution.price_calls(attempts)
    with transaction.atomic():
        try:
            stored = store_chain(links, worker) if len(links) > 1 else store_together(first, worker)
        except (DataError, IntegrityError):
            stored = StoredResults()
            for result in first.results:
                stored = stored.add(store_alone(first.stage, result, worker))
        cost_attribution.save_calls(attempts)
    return stored.add(StoredResults(calls=calls))


def store_chain(links: Sequence[ChainLink], worker: Worker) -> StoredResults:
    """Begun are the jobs that come after the chain, and those of documents that left it on the way."""
    with transaction.atomic():
        mine = worker.finish([finished_step(result) for result in links[0].results], None)
        finished: list[tuple[str, FinishedStep]] = []
        last: dict[int, tuple[Job, str]] = {}
        for link in links:
            kept = [result for result in link.results if result.job.revision_id in mine]
            if kept:
                link.stage.store([(result.job, result.output) for result in kept])
            last |= {result.job.revision_id: (result.job, link.stage.name) for result in kept}
            finished += [(link.stage.name, finished_step(result)) for result in kept if link is not links[0]]
        following = [(job, after) for job, stage in last.values() if (after := NEXT[stage])]
        ended = [revision for revision, (_, stage) in last.items() if NEXT[stage] is None]
        return StoredResults(worker.add_steps(finished, following), ended)


def store_together(link: ChainLink, worker: Worker) -> StoredResults:
    """Begun are the jobs of the next stage. Results of attempts that somebody else has taken over are left out."""
    stage = link.stage
    with transaction.atomic():
        results = [substitute_result(stage, result) for result in link.results]
        good = [result for result in results if result.error is None]
        finished = worker.finish([finished_step(result) for result in good], NEXT[stage.name])
        mine = [result for result in good if result.job.revision_id in finished]
        if mine:
            stage.store([(result.job, result.output) for result in mine])
        failed = record_failed_attempts(stage, [result for result in results if result.error is not None])
        begun = [job for job in finished.values() if job is not None]
        return StoredResults(begun, [revision for revision, job in finished.items() if job is None] + failed)


def store_alone(stage: AnyStage, result: StageResult, worker: Worker) -> StoredResults:
    """One result; where the database refuses it, the document ends with that reason."""
    try:
        return store_together(ChainLink(stage, [result]), worker)
    except (DataError, IntegrityError) as error:
        logger.warning("The database refuses what stage %s made: %s", stage.name, error)
        with transaction.atomic():
            if claims.fail_step(result.job, str(error)):
                document_status_updates.end_documents([DocumentEnding(result.job.document_id, "not_storable")])
        return StoredResults(ended=[result.job.revision_id])


def substitute_result(stage: AnyStage, result: StageResult) -> StageResult:
    """When models stayed out of reach to the last attempt: what the stage stores without them, if it can."""
    substitute = WITHOUT_MODELS.get(stage.name)
    if substitute is None or not isinstance(result.error, ModelError):
        return result
    if may_retry(result.job, result.error, needs_model=False):
        return result
    return StageResult(result.job, result.attempt, result.given, substitute(result.given), seconds=result.seconds)


def finished_step(result: StageResult) -> FinishedStep:
    attempt = result.attempt
    return FinishedStep(result.job, result.seconds, attempt.input_tokens, attempt.output_tokens, attempt.cost)


def record_failed_attempts(stage: AnyStage, failed: Sequence[StageResult]) -> list[int]:
    """Failed attempts wait for their next one, or end the document; the revisions that they end."""
    endings, ended = [], []
    wait_for_models([result for result in failed if is_model_absent(result.error)])
    for result in failed:
        error = result.error
        if is_model_absent(error):
            continue
        if postpone_on_full_disk.means_no_space(error):
            postpone_on_full_disk.postpone_for_full_disk([result.job])
            continue
        if may_retry(result.job, error, needs_model=stage.name not in WITHOUT_MODELS):
            claims.retry_step_later(result.job, retry_delay(result.job, error), str(error))
            continue
        if not hasattr(error, "reason_code") and not isinstance(error, ModelError):
            logger.error("Stage %s failed on document %s", result.job.stage, result.job.document_id, exc_info=error)
        assert error is not None  # noqa: S101 - only results with an error come here
        if claims.fail_step(result.job, str(error)):
            status = Status.QUARANTINED if isinstance(error, ParserDeath) else Status.FAILED
            endings.append(
                DocumentEnding(result.job.document_id, *document_status_updates.failure_reason(error), status)
            )
            ended.append(result.job.revision_id)
    document_status_updates.end_documents(endings)
    return ended


def wait_for_models(results: Sequence[StageResult]) -> None:
    """Nobody's fault: no failed attempt is counted, and the documents say what they wait for."""
    if results:
        claims.postpone_steps([result.job for result in results], absence_pause(), str(results[0].error))
        document_status_updates.explain_wait("llm_unavailable", [result.job.document_id for result in results])


def set_aside_hopeless_jobs(claimed: Sequence[Job]) -> list[Job]:
    """Sets documents aside whose workers were lost again and again; the rest may be worked on."""
    hopeless = [job for job in claimed if job.lost_leases > MAX_LOST_LEASES]
    for job in hopeless:
        claims.fail_step(job, "lost_workers")
    document_status_updates.end_documents(
        [
            DocumentEnding(job.document_id, "lost_workers", {"times": job.lost_leases}, Status.QUARANTINED)
            for job in hopeless
        ]
    )
    return [job for job in claimed if job not in hopeless]
