"""Several stages in one go: what costs no paid model call is not worth a transaction of its own.

    [extract split] [summarise] [tag] [embed publish]        with models that are paid for
    [extract split summarise tag embed publish]              with the built-in models

A worker that dies within such a chain repeats it from its first stage on: nothing of it was stored. So a chain ends
before each stage that pays for calls. Only first attempts are chained: they have no output to replace.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any

from apps.database.reconnect import read_in_database
from apps.documents.engine.results import Link, Result
from apps.documents.pipeline import BY_NAME, NEXT, STAGES_LEFT
from apps.documents.steps.contract import AnyStage, Draft
from apps.documents.toolbox.cost_attribution import Attempt, current_attempt
from apps.documents.toolbox.priority import rank_of
from apps.documents.toolbox.tools import Tools
from apps.llm.transport.priority_slots import rank

logger = logging.getLogger(__name__)


def can_go_on(result: Result) -> bool:
    return result.error is None and not result.unchanged and not result.job.may_have_output


async def chained(first: Link, tools: Tools) -> list[Link]:
    """The first stage's results, which all can go on, and those of the stages that follow in the same go.

    A document that a later stage fails on leaves the chain before it: it is tried again by itself, and heard there.
    """
    links = [first]
    drafts = [Draft(result.job, {first.stage.name: result.output}) for result in first.results]
    shown = {result.job.revision_id: result.attempt for result in first.results}
    while drafts and (stage := joining(links, tools)):
        for draft in drafts:
            shown[draft.job.revision_id].status = stage.status
        results = await results_of(stage, drafts, tools)
        drafts = [draft for draft in drafts if draft.job.revision_id in results]
        for draft in drafts:
            draft.outputs[stage.name] = results[draft.job.revision_id].output
        links.append(Link(stage, list(results.values())))
    return links


def joining(links: Sequence[Link], tools: Tools) -> AnyStage | None:
    following = NEXT[links[-1].stage.name]
    if following is None or not BY_NAME[following].joins(tools, [link.stage.name for link in links]):
        return None
    return BY_NAME[following]


async def results_of(stage: AnyStage, drafts: Sequence[Draft], tools: Tools) -> dict[int, Result]:
    """By revision; those that fail are missing."""
    assert stage.carry_on is not None  # noqa: S101 - a stage that joins says how
    at_hand = stage.is_at_hand(drafts)
    given = stage.carry_on(drafts, tools) if at_hand else await read_in_database(stage.carry_on, drafts, tools)
    here = [draft for draft in drafts if draft.job.revision_id in given]
    if stage.compute_all is None:
        each = await asyncio.gather(*(one(stage, draft, given[draft.job.revision_id], tools) for draft in here))
    else:
        each = await together(stage, here, [given[draft.job.revision_id] for draft in here], tools)
    return {result.job.revision_id: result for result in each if result is not None}


async def one(stage: AnyStage, draft: Draft, given: Any, tools: Tools) -> Result | None:
    attempt = Attempt(draft.job.document_id, stage.status)
    current_attempt.set(attempt)
    rank.set(rank_of(urgent=draft.job.urgent, stages_left=STAGES_LEFT[stage.name]))
    started = time.monotonic()
    try:
        output = await stage.compute(given, tools)
    except Exception as error:  # noqa: BLE001 - it comes again where it is stored
        logger.info("Stage %s: document %s leaves the chain: %r", stage.name, draft.job.document_id, error)
        return None
    return Result(
        draft.job, attempt, given, stage.fingerprint_of(given, tools), output, seconds=time.monotonic() - started
    )


async def together(stage: AnyStage, drafts: Sequence[Draft], given: Sequence[Any], tools: Tools) -> list[Result | None]:
    assert stage.compute_all is not None  # noqa: S101 - the caller looked
    current_attempt.set(tools.shared)
    rank.set(rank_of(urgent=any(draft.job.urgent for draft in drafts), stages_left=STAGES_LEFT[stage.name]))
    started = time.monotonic()
    try:
        outputs = await stage.compute_all(given, tools)
    except Exception as error:  # noqa: BLE001 - it comes again for each document by itself
        logger.info("Stage %s: %d documents leave the chain: %r", stage.name, len(drafts), error)
        return []
    seconds = (time.monotonic() - started) / max(1, len(drafts))
    return [
        Result(
            draft.job, Attempt(draft.job.document_id, stage.status), each, stage.fingerprint_of(each, tools), output,
            seconds=seconds,
        )
        for draft, each, output in zip(drafts, given, outputs, strict=True)
    ]  # fmt: skip
