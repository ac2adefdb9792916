"""Runs one stage for claimed documents and returns what it made of each, or what went wrong. Stores nothing."""

import asyncio
import logging
import time
from collections.abc import Sequence

from apps.database.retry_after_reconnect import DatabaseReader
from apps.documents.engine.store_stage_results import StageResult
from apps.documents.engine.task_group_failures import await_unless_stopped
from apps.documents.model_calls.cost_attribution import StepAttempt, current_attempt
from apps.documents.model_calls.document_priority import priority_rank
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.parsing.detect_stale_code import StaleParserCode
from apps.documents.pipeline import STAGES_LEFT
from apps.documents.step_scheduling.stage_interface import AnyStage, WorkItem
from apps.llm.transport.priority_semaphore import call_rank

logger = logging.getLogger(__name__)


async def compute_stage(
    stage: AnyStage, items: Sequence[WorkItem], resources: Resources, reader: DatabaseReader
) -> dict[int, StageResult]:
    """Results by revision, of a stage within a go; documents that fail are missing. Reads the database.

    Raises StaleParserCode and DatabaseError.
    """
    loaded = await reader.read(stage.load, items, resources)
    here = [item for item in items if item.revision_id in loaded]
    given = [loaded[item.revision_id] for item in here]
    if stage.in_one_call:
        results = await compute_in_one_call(stage, here, given, resources)
    else:
        attempts = [StepAttempt(item.job.document_id, stage.status) for item in here]
        one_by_one = zip(here, given, attempts, strict=True)
        results = await asyncio.gather(*(compute_document(stage, *each, resources) for each in one_by_one))
    for failed in (result for result in results if result.error is not None):
        logger.info("Stage %s: document %s leaves the go: %r", stage.name, failed.job.document_id, failed.error)
    return {result.job.revision_id: result for result in results if result.error is None}


async def compute_document(
    stage: AnyStage, item: WorkItem, given: object, attempt: StepAttempt, resources: Resources
) -> StageResult:
    """Never raises for what happens to one document: it is the result. Raises StaleParserCode."""
    job = item.job
    attribute_calls(attempt, stage, urgent=job.urgent)
    started = time.monotonic()
    try:
        [output] = await await_unless_stopped(stage.compute([given], resources))
    except StaleParserCode:
        raise  # it would be the same with all of them
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one document, the others go on
        return StageResult(job, attempt, given, error=error, seconds=time.monotonic() - started)
    return StageResult(job, attempt, given, output, seconds=time.monotonic() - started)


async def compute_in_one_call(
    stage: AnyStage, items: Sequence[WorkItem], given: Sequence[object], resources: Resources
) -> list[StageResult]:
    """The results of all these documents, or of none: each then repeats the stage by itself and its failure is told."""
    attribute_calls(resources.shared, stage, urgent=any(item.job.urgent for item in items))
    started = time.monotonic()
    try:
        outputs = await stage.compute(given, resources)
    except Exception as error:  # noqa: BLE001 - it comes again for each document by itself
        logger.info("Stage %s: %d documents leave the go: %r", stage.name, len(items), error)
        return []
    seconds = (time.monotonic() - started) / max(1, len(items))
    return [
        StageResult(item.job, StepAttempt(item.job.document_id, stage.status), each, output, seconds=seconds)
        for item, each, output in zip(items, given, outputs, strict=True)
    ]


def attribute_calls(attempt: StepAttempt, stage: AnyStage, *, urgent: bool) -> None:
    """Calls made from here on, by this task, are this attempt's and have its rank."""
    current_attempt.set(attempt)
    call_rank.set(priority_rank(urgent=urgent, stages_left=STAGES_LEFT[stage.name]))
