"""Advances claimed documents through their stages, to be read from top to bottom:

    begin -> load -> compute -> go on with the stages that may follow in the same go -> store -> begin the next stage

Several stages in one go: what costs no paid model call is not worth a transaction of its own.

    [extract split] [summarise] [tag] [embed publish]        with models that are paid for
    [extract split summarise tag embed publish]              with the built-in models

A worker that dies within a go repeats it from its first stage on: nothing of it was stored. So a go ends before each
stage that pays for calls. Only first attempts go on: they have no output to replace.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from apps.database.retry_after_reconnect import DatabaseReader
from apps.documents.engine.asyncio_task_groups import unless_stopped
from apps.documents.engine.store_results import ChainLink, StageResult
from apps.documents.engine.write_batches import WriteBatches
from apps.documents.models import Collection
from apps.documents.parsing.detect_stale_code import StaleParserCode
from apps.documents.pipeline import AT_ONCE, BY_NAME, NEXT, STAGES_LEFT
from apps.documents.resources.cost_attribution import StepAttempt, current_attempt
from apps.documents.resources.document_priority import rank_of
from apps.documents.resources.stage_dependencies import Resources
from apps.documents.steps.stage_interface import AnyStage, Job, WorkItem
from apps.llm.transport.priority_slots import rank

logger = logging.getLogger(__name__)

LET_OTHERS_IN = 4
"""Documents that begin a stage in one turn of the loop."""


@dataclass(slots=True)
class Advance:
    """One for a run. `store` writes what a go has made, in one transaction, and claims the steps that come next."""

    group: asyncio.TaskGroup
    resources: Resources
    reader: DatabaseReader
    running: dict[Job, StepAttempt]
    """What this process has in hand, for heartbeats and for whoever looks."""
    store: Callable[[Sequence[ChainLink]], Awaitable[list[Job]]]
    leave: Callable[[Sequence[Job]], None]
    """These are in nobody's hands any more: stored, or gone."""
    _waiting: defaultdict[tuple[str, bool], WriteBatches] = field(default_factory=lambda: defaultdict(WriteBatches))
    """What waits to be stored, by stage, apart for collections that stay in the house."""

    def begin(self, claimed: Sequence[Job]) -> None:
        """Each stage gets its documents; the rest happens in tasks of the group. Jobs come in the order of stages."""
        for name, same_stage in groupby(claimed, key=attrgetter("stage")):
            jobs, stage = list(same_stage), BY_NAME[name]
            self.running |= {job: StepAttempt(job.document_id, stage.status) for job in jobs}
            self.group.create_task(unless_stopped(self._load_and_compute(stage, jobs)))

    async def _load_and_compute(self, stage: AnyStage, jobs: Sequence[Job]) -> None:
        """With the models that may read them: which collections stay in the house is asked anew for each stage."""
        if self.resources.in_house is None:
            await self._load_and_compute_with(self.resources, stage, jobs)
            return
        kept = await self.reader.read(collections_in_house)
        for resources, is_kept in ((self.resources, False), (self.resources.in_house, True)):
            if here := [job for job in jobs if (job.collection_id in kept) is is_kept]:
                await self._load_and_compute_with(resources, stage, here)

    async def _load_and_compute_with(self, resources: Resources, stage: AnyStage, jobs: Sequence[Job]) -> None:
        """What is done at once is done here; every other document gets a task, and waits for no other."""
        items = [WorkItem(job) for job in jobs]
        loaded = await self.reader.read(stage.load, items, resources)
        self.leave([job for job in jobs if job.revision_id not in loaded])
        here = [(item, loaded[item.revision_id]) for item in items if item.revision_id in loaded]
        is_light = AT_ONCE.get(stage.name, never)
        if light := [await self._computed(stage, item, given, resources) for item, given in here if is_light(given)]:
            await self._go_on_and_store(stage, light, resources)
        for number, (item, given) in enumerate(here):
            if not is_light(given):
                self.group.create_task(unless_stopped(self._compute_and_join(stage, item, given, resources)))
            if number % LET_OTHERS_IN == LET_OTHERS_IN - 1:
                # Replies that arrive meanwhile must not wait until hundreds of documents have begun.
                await asyncio.sleep(0)

    async def _compute_and_join(self, stage: AnyStage, item: WorkItem, given: object, resources: Resources) -> None:
        """What finishes at about the same time goes on together."""
        result = await self._computed(stage, item, given, resources)
        async with self._waiting[stage.name, resources is self.resources].joined(result) as together:
            if together:
                await self._go_on_and_store(stage, together, resources)

    async def _computed(self, stage: AnyStage, item: WorkItem, given: object, resources: Resources) -> StageResult:
        return await computed(stage, item, given, self.running[item.job], resources)

    async def _go_on_and_store(self, stage: AnyStage, results: Sequence[StageResult], resources: Resources) -> None:
        """Those that can, with the stages that follow in the same go; then the next stage begins, at the top."""
        going = [result for result in results if result.can_go_on]
        staying = [result for result in results if not result.can_go_on]
        if going:
            await self._store_and_begin(await one_go(ChainLink(stage, going), resources, self.reader))
        if staying:
            await self._store_and_begin([ChainLink(stage, staying)])

    async def _store_and_begin(self, links: Sequence[ChainLink]) -> None:
        next_jobs = await self.store(links)
        self.leave([result.job for result in links[0].results])
        self.begin(sorted(next_jobs, key=attrgetter("stage")))


async def one_go(first: ChainLink, resources: Resources, reader: DatabaseReader) -> list[ChainLink]:
    """The first stage's results, and those of the stages that follow in the same go.

    A document that a later stage fails on leaves the go before it: it is tried again by itself, and heard there.
    """
    links = [first]
    items = [WorkItem(result.job, {first.stage.name: result.output}) for result in first.results]
    shown = {result.job.revision_id: result.attempt for result in first.results}
    while items and (stage := following(links, resources)):
        for item in items:
            shown[item.revision_id].status = stage.status
        results = await results_by_revision(stage, items, resources, reader)
        items = [item for item in items if item.revision_id in results]
        for item in items:
            item.outputs[stage.name] = results[item.revision_id].output
        links.append(ChainLink(stage, list(results.values())))
    return links


def following(links: Sequence[ChainLink], resources: Resources) -> AnyStage | None:
    """The next stage, if it may follow in the same go: it pays for no call, and what it needs was made in this go."""
    name = NEXT[links[-1].stage.name]
    if name is None or name in resources.paid_stages:
        return None
    stage = BY_NAME[name]
    made = {link.stage.name for link in links}
    return stage if stage.takes_over and stage.takes_over <= made else None


async def results_by_revision(
    stage: AnyStage, items: Sequence[WorkItem], resources: Resources, reader: DatabaseReader
) -> dict[int, StageResult]:
    """Of a stage within a go; those that fail are missing."""
    loaded = await reader.read(stage.load, items, resources)
    here = [item for item in items if item.revision_id in loaded]
    given = [loaded[item.revision_id] for item in here]
    if stage.in_one_call:
        results = await computed_in_one_call(stage, here, given, resources)
    else:
        attempts = [StepAttempt(item.job.document_id, stage.status) for item in here]
        one_by_one = zip(here, given, attempts, strict=True)
        results = await asyncio.gather(*(computed(stage, *each, resources) for each in one_by_one))
    for failed in (result for result in results if result.error is not None):
        logger.info("Stage %s: document %s leaves the go: %r", stage.name, failed.job.document_id, failed.error)
    return {result.job.revision_id: result for result in results if result.error is None}


async def computed(
    stage: AnyStage, item: WorkItem, given: object, attempt: StepAttempt, resources: Resources
) -> StageResult:
    """Never raises for what happens to one document: it is the result. Raises StaleParserCode."""
    job = item.job
    work_for(attempt, stage, urgent=job.urgent)
    started = time.monotonic()
    fingerprint = stage.fingerprint(given, resources)
    if not item.outputs and job.fingerprint == fingerprint:
        return StageResult(job, attempt, given, fingerprint, unchanged=True)
    try:
        [output] = await unless_stopped(stage.compute([given], resources))
    except StaleParserCode:
        raise  # it would be the same with all of them
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one document, the others go on
        return StageResult(job, attempt, given, error=error, seconds=time.monotonic() - started)
    return StageResult(job, attempt, given, fingerprint, output, seconds=time.monotonic() - started)


async def computed_in_one_call(
    stage: AnyStage, items: Sequence[WorkItem], given: Sequence[object], resources: Resources
) -> list[StageResult]:
    """Of all these documents, or of none: the call is made again for each of them by itself, and its failure told."""
    work_for(resources.shared, stage, urgent=any(item.job.urgent for item in items))
    started = time.monotonic()
    try:
        outputs = await stage.compute(given, resources)
    except Exception as error:  # noqa: BLE001 - it comes again for each document by itself
        logger.info("Stage %s: %d documents leave the go: %r", stage.name, len(items), error)
        return []
    seconds = (time.monotonic() - started) / max(1, len(items))
    return [
        StageResult(
            item.job, StepAttempt(item.job.document_id, stage.status), each, stage.fingerprint(each, resources), output,
            seconds=seconds,
        )
        for item, each, output in zip(items, given, outputs, strict=True)
    ]  # fmt: skip


def work_for(attempt: StepAttempt, stage: AnyStage, *, urgent: bool) -> None:
    """Calls made from here on, by this task, are this attempt's and have its rank."""
    current_attempt.set(attempt)
    rank.set(rank_of(urgent=urgent, stages_left=STAGES_LEFT[stage.name]))


def collections_in_house() -> frozenset[int]:
    """Their ids. One query."""
    return frozenset(Collection.objects.filter(stays_in_house=True).values_list("pk", flat=True))


def never(given: object) -> bool:
    return False
