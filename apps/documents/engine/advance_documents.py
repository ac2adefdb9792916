"""Advances claimed documents through their stages, to be read from top to bottom:

    begin -> load -> compute -> go on with the stages that may follow in the same go -> store -> begin the next stage

Several stages in one go: what costs no paid model call is not worth a transaction of its own.

    [extract split] [summarise] [tag] [embed publish]        with models that are paid for
    [extract split summarise tag embed publish]              with the built-in models

A worker that dies within a go repeats it from its first stage on: nothing of it was stored. So a go ends before each
stage that pays for calls. Only first attempts go on: they have no output to replace.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from apps.database.retry_after_reconnect import DatabaseReader
from apps.documents.engine.batch_stage_results import WriteBatches
from apps.documents.engine.compute_stage import compute_document, compute_stage
from apps.documents.engine.store_stage_results import ChainLink, StageResult
from apps.documents.engine.task_group_failures import await_unless_stopped
from apps.documents.model_calls.cost_attribution import StepAttempt
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import Collection
from apps.documents.pipeline import AT_ONCE, BY_NAME, NEXT
from apps.documents.step_scheduling.stage_interface import AnyStage, Job, WorkItem

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
            self.group.create_task(await_unless_stopped(self._load_and_compute(stage, jobs)))

    async def _load_and_compute(self, stage: AnyStage, jobs: Sequence[Job]) -> None:
        """Runs a stage with the models that may read each job; which collections stay in the house is asked anew."""
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
        is_light = AT_ONCE.get(stage.name, lambda _given: False)
        if light := [await self._compute(stage, item, given, resources) for item, given in here if is_light(given)]:
            await self._go_on_and_store(stage, light, resources)
        for number, (item, given) in enumerate(here):
            if not is_light(given):
                self.group.create_task(await_unless_stopped(self._compute_and_join(stage, item, given, resources)))
            if number % LET_OTHERS_IN == LET_OTHERS_IN - 1:
                # Replies that arrive meanwhile must not wait until hundreds of documents have begun.
                await asyncio.sleep(0)

    async def _compute_and_join(self, stage: AnyStage, item: WorkItem, given: object, resources: Resources) -> None:
        """What finishes at about the same time goes on together."""
        result = await self._compute(stage, item, given, resources)
        async with self._waiting[stage.name, resources is self.resources].joined(result) as together:
            if together:
                await self._go_on_and_store(stage, together, resources)

    async def _compute(self, stage: AnyStage, item: WorkItem, given: object, resources: Resources) -> StageResult:
        return await compute_document(stage, item, given, self.running[item.job], resources)

    async def _go_on_and_store(self, stage: AnyStage, results: Sequence[StageResult], resources: Resources) -> None:
        """Goes on with results that can, through the stages of the same go, and stores; then the next stage begins."""
        going = [result for result in results if result.can_go_on]
        staying = [result for result in results if not result.can_go_on]
        if going:
            await self._store_and_begin(await compute_chain(ChainLink(stage, going), resources, self.reader))
        if staying:
            await self._store_and_begin([ChainLink(stage, staying)])

    async def _store_and_begin(self, links: Sequence[ChainLink]) -> None:
        next_jobs = await self.store(links)
        self.leave([result.job for result in links[0].results])
        self.begin(sorted(next_jobs, key=attrgetter("stage")))


async def compute_chain(first: ChainLink, resources: Resources, reader: DatabaseReader) -> list[ChainLink]:
    """The first stage's results, and those of the stages that follow in the same go.

    A document that a later stage fails on leaves the go before it: it is tried again by itself, and heard there.
    """
    links = [first]
    items = [WorkItem(result.job, {first.stage.name: result.output}) for result in first.results]
    shown = {result.job.revision_id: result.attempt for result in first.results}
    while items and (stage := next_stage_in_chain(links, resources)):
        for item in items:
            shown[item.revision_id].status = stage.status
        results = await compute_stage(stage, items, resources, reader)
        items = [item for item in items if item.revision_id in results]
        for item in items:
            item.outputs[stage.name] = results[item.revision_id].output
        links.append(ChainLink(stage, list(results.values())))
    return links


def next_stage_in_chain(links: Sequence[ChainLink], resources: Resources) -> AnyStage | None:
    """The next stage, if it may follow in the same go: it pays for no call, and what it needs was made in this go."""
    name = NEXT[links[-1].stage.name]
    if name is None or name in resources.paid_stages:
        return None
    stage = BY_NAME[name]
    made = {link.stage.name for link in links}
    return stage if stage.takes_over and stage.takes_over <= made else None


def collections_in_house() -> frozenset[int]:
    """Returns their ids. One query."""
    return frozenset(Collection.objects.filter(stays_in_house=True).values_list("pk", flat=True))
