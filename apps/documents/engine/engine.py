"""Moves claimed steps through their stages: one event loop, many model calls at once, the database in batches.

    claim -> load -> compute (each document for itself) -> store what has finished, and begin the next stage with it

Documents do not wait for each other: what finishes at about the same time is stored together and goes on, the rest
follows.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError

from apps.database.reconnect import in_database, read_in_database
from apps.documents.engine import results as storing
from apps.documents.engine.open_revisions import Wanted
from apps.documents.engine.results import Link, Result
from apps.documents.engine.stage_chains import can_go_on, chained
from apps.documents.engine.task_groups import first_of, unless_stopped
from apps.documents.engine.write_batches import Company
from apps.documents.parsing.stale_code import StaleParserCode
from apps.documents.pipeline import BY_NAME, STAGES_LEFT
from apps.documents.steps import budgets, claims, disk_space, outcomes
from apps.documents.steps.claims import Waiting, Worker
from apps.documents.steps.contract import AnyStage, Job
from apps.documents.steps.retry_policy import is_absent
from apps.documents.toolbox.cost_attribution import Attempt, Tally, current_attempt
from apps.documents.toolbox.priority import rank_of
from apps.documents.toolbox.tools import Tools
from apps.llm.transport.connections import finish_calls
from apps.llm.transport.priority_slots import rank

logger = logging.getLogger(__name__)

BATCH = 128
"""Documents claimed, loaded and stored together."""
IN_FLIGHT = 768
"""Documents of one process that are under way: enough to keep every endpoint busy, few enough for memory."""
OFFERED = 4 * BATCH
"""Revisions that a claim may choose from."""
FIRST_FEW = 32
"""Documents that go ahead, so that models have something to do while the others are read; then twice as many, …"""
URGENT_FEW = 16
"""Documents that somebody waits for, taken beside a full house."""
LET_OTHERS_IN = 4
"""Documents that begin a stage in one turn of the loop."""
PULSE = 1.0
"""Seconds between two looks at what runs: a stage that takes longer shows itself to people."""
EXTEND_EVERY = 15
"""Pulses between two heartbeats: a lease lasts for four of them."""
LEAVING = 20.0
"""Seconds for calls under way when the worker is told to end: its supervisor waits for 35."""
SETTLING = 1.0
"""Seconds afterwards, in which their results are stored."""
IDLE = 0.3
"""Seconds between two looks for work while something of ours waits or is in other hands."""


@dataclass(slots=True)
class Engine:
    """One run. With `wanted` it works on these alone and stays until they have ended, wherever that happens, but not
    for ever for a model server that is away: what waits for it goes on in a worker.

    Without, it takes whatever waits and leaves when nothing is left or `stop_claiming_at` (monotonic seconds) is past.
    Outlives a restart of the database. Raises DatabaseError when it stays away; leases then run out and somebody else
    goes on.
    """

    tools: Tools
    wanted: Wanted | None = None
    stop_claiming_at: float = float("inf")
    on_end: Callable[[int], None] | None = None
    """Called with the number of documents that have ended."""
    on_wait: Callable[[list[Waiting]], None] | None = None
    """Called while nothing is left to do but to wait: for what, how many documents, and for how long."""
    worker: Worker = field(default_factory=Worker)
    tally: Tally = field(default_factory=Tally)
    gave_up: bool = False
    """Left before its documents had ended, because model servers are away."""
    leaving: bool = False
    """Nothing is begun any more."""
    _running: dict[Job, Attempt] = field(default_factory=dict)
    _slow: set[Job] = field(default_factory=set)
    """What ran at the last beat too."""
    _suspected: set[Job] = field(default_factory=set)
    """Running, and their workers were lost before: their fault as long as nothing else gets done."""
    _companies: defaultdict[str, Company] = field(default_factory=lambda: defaultdict(Company))
    """What waits to be stored, by stage."""
    _absent_since: float | None = None
    """Monotonic: since then model servers were away whenever one was needed, and nothing else got done."""
    _watches_budget: bool = False
    _storing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One transaction at a time waits for the database, so that looking for work gets in between."""
    _room: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something has been stored: there may be room for more."""
    _loop: asyncio.AbstractEventLoop | None = None
    _stop: Callable[[], object] | None = None

    async def run(self) -> None:
        """Raises CancelledError after `stop` and `leave`, and StaleParserCode."""
        self._loop = asyncio.get_running_loop()
        if (task := asyncio.current_task()) is not None:
            self._stop = partial(self._loop.call_soon_threadsafe, task.cancel)
        try:
            async with asyncio.TaskGroup() as group:
                pulse = group.create_task(self._beat())
                async with asyncio.TaskGroup() as work:
                    while await self._claim_into(work):
                        pass
                pulse.cancel()
        except BaseExceptionGroup as errors:
            await self._release()
            # One cause is enough to know, and callers can catch it by its own type.
            raise first_of(errors) from None
        except asyncio.CancelledError:
            await self._release()
            raise

    def stop(self) -> None:
        """From any thread or signal handler: ends the run within seconds."""
        if self._stop is not None:
            self._stop()

    def leave(self) -> None:
        """The same, but calls under way may end, and what came of them is stored."""
        self.leaving = True
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._leave(), self._loop)

    async def _leave(self) -> None:
        await finish_calls(LEAVING)
        await asyncio.sleep(SETTLING)
        self.stop()

    async def _release(self) -> None:
        """Others need not wait for the leases to run out; when the database is away, they have to."""
        with suppress(DatabaseError, InterfaceError):
            await sync_to_async(claims.release)(list(self._running))

    async def _claim_into(self, group: asyncio.TaskGroup) -> bool:
        """One look for work; False when there is nothing more to wait for."""
        may_claim = time.monotonic() < self.stop_claiming_at and not self.leaving
        claimed = await in_database(self._claim, may_claim)
        self._suspected.update(job for job in claimed if job.lost_leases)
        for stage, same_stage in groupby(claimed, key=attrgetter("stage")):
            self._start(group, BY_NAME[stage], list(same_stage))
        if await self._more_arrives(len(claimed)) or claimed:
            await asyncio.sleep(0)
            return True
        if not self._running and not (may_claim and await in_database(self._something_of_ours_is_open)):
            return False
        with suppress(TimeoutError):
            await asyncio.wait_for(self._room.wait(), IDLE)
        self._room.clear()
        return True

    async def _more_arrives(self, claimed: int) -> bool:
        """Lets the next portion in as soon as those that are there have gone ahead."""
        if claimed == BATCH or self.wanted is None or not self.wanted.is_growing:
            return False
        return await in_database(self.wanted.arrive)

    def _claim(self, may_claim: bool) -> list[Job]:
        """Without room for more only what is urgent, as long as the run goes on anyway."""
        room = IN_FLIGHT - len(self._running)
        limit = min(BATCH, room) if room >= BATCH // 2 and may_claim else 0
        if self.leaving or (not limit and (self.wanted is not None or not self._running)):
            return []
        is_paid = bool(self.tools.paid_stages)
        self._watches_budget = is_paid and budgets.any_budget()
        most = min(limit, budgets.CAREFUL_BATCH) if self._watches_budget else limit
        if is_paid:
            most = min(most, max(FIRST_FEW, len(self._running)))
        claimed = sorted(self._claimed(most), key=attrgetter("stage"))
        return self._affordable(storing.without_hopeless(claimed))

    def _claimed(self, most: int) -> list[Job]:
        if self.wanted is None:
            return self.worker.claim(most) if most else self.worker.claim(URGENT_FEW, urgent=True)
        offered = self.wanted.first(OFFERED)
        claimed = self.worker.claim(most, offered)
        self.wanted.put_behind([job.revision_id for job in claimed] if len(claimed) == most else offered)
        return claimed

    def _affordable(self, claimed: list[Job]) -> list[Job]:
        return budgets.affordable(claimed, self.tools.paid_stages) if self._watches_budget else claimed

    def _something_of_ours_is_open(self) -> bool:
        if self.wanted is None or not (still_open := claims.open_steps(self.wanted.revisions)):
            return False
        waiting = claims.waiting(self.wanted.revisions)
        if self.on_wait is not None and waiting:
            self.on_wait(waiting)
        is_all = sum(each.steps for each in waiting) == still_open
        self.gave_up = is_all and self._seconds_without_models() > settings.MODEL_ABSENCE
        return not self.gave_up

    def _seconds_without_models(self) -> float:
        return 0.0 if self._absent_since is None else time.monotonic() - self._absent_since

    def _start(self, group: asyncio.TaskGroup, stage: AnyStage, claimed: list[Job]) -> None:
        for job in claimed:
            self._running[job] = Attempt(job.document_id, stage.status)
        group.create_task(unless_stopped(self._advance(group, stage, claimed)))

    async def _advance(self, group: asyncio.TaskGroup, stage: AnyStage, claimed: list[Job]) -> None:
        """One batch through one stage; whatever of it goes on is started with the next stage."""
        loaded = await read_in_database(stage.load, claimed, self.tools)
        self._forget([job for job in claimed if job.revision_id not in loaded])
        here = [(job, loaded[job.revision_id]) for job in claimed if job.revision_id in loaded]
        if at_once := [await self._attempt(stage, *each) for each in here if stage.is_light(each[1])]:
            await self._finish(group, stage, at_once)
        for number, (job, given) in enumerate(here):
            if not stage.is_light(given):
                group.create_task(unless_stopped(self._one(group, stage, job, given)))
            if number % LET_OTHERS_IN == LET_OTHERS_IN - 1:
                # Replies that arrive meanwhile must not wait until hundreds of documents have begun.
                await asyncio.sleep(0)

    async def _one(self, group: asyncio.TaskGroup, stage: AnyStage, job: Job, given: Any) -> None:
        result = await self._attempt(stage, job, given)
        async with self._companies[stage.name].joined(result) as together:
            if together:
                await self._finish(group, stage, together)

    async def _finish(self, group: asyncio.TaskGroup, stage: AnyStage, results: Sequence[Result]) -> None:
        """Stores them, those that can go on together with the stages that follow in the same go."""
        if going := [result for result in results if can_go_on(result)]:
            await self._end(group, await chained(Link(stage, going), self.tools))
        if staying := [result for result in results if not can_go_on(result)]:
            await self._end(group, [Link(stage, staying)])

    async def _end(self, group: asyncio.TaskGroup, links: Sequence[Link]) -> None:
        async with self._storing:
            begun = await in_database(self._store, links, self.tools.shared.take())
        self._forget([result.job for result in links[0].results])
        self._room.set()
        for name, same_stage in groupby(sorted(begun, key=attrgetter("stage")), key=attrgetter("stage")):
            self._start(group, BY_NAME[name], list(same_stage))

    async def _attempt(self, stage: AnyStage, job: Job, given: Any) -> Result:
        """Never raises for what happens to one document: it is the result. Raises StaleParserCode."""
        attempt = self._running[job]
        current_attempt.set(attempt)
        rank.set(rank_of(urgent=job.urgent, stages_left=STAGES_LEFT[stage.name]))
        started = time.monotonic()
        fingerprint = stage.fingerprint_of(given, self.tools)
        if job.fingerprint == fingerprint:
            return Result(job, attempt, given, fingerprint, unchanged=True)
        try:
            output = await unless_stopped(stage.compute(given, self.tools))
        except StaleParserCode:
            raise  # it would be the same with all of them
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one document, the others go on
            return Result(job, attempt, given, error=error, seconds=time.monotonic() - started)
        return Result(job, attempt, given, fingerprint, output, seconds=time.monotonic() - started)

    def _store(self, links: Sequence[Link], shared: Attempt) -> list[Job]:
        try:
            stored = storing.store(links, shared, self.worker)
        except DatabaseError as error:
            if not disk_space.means_no_space(error):
                raise
            disk_space.postpone([result.job for result in links[0].results])
            return []
        self.tally.count(stored.calls)
        self._report(stored.ended)
        self._learn_from([result.error for result in links[0].results])
        return self._affordable(stored.begun)

    def _learn_from(self, errors: Sequence[Exception | None]) -> None:
        """What got done speaks for those that lost their workers before, and against servers that are away."""
        if None in errors:
            self._absent_since = None
            if self._suspected:
                claims.forgive(self._suspected)
                self._suspected.clear()
        elif self._absent_since is None and any(map(is_absent, errors)):
            self._absent_since = time.monotonic()

    def _forget(self, done: Sequence[Job]) -> None:
        for job in done:
            del self._running[job]
            self._suspected.discard(job)

    def _report(self, ended: Sequence[int]) -> None:
        if self.wanted is not None:
            self.wanted.end(ended)
        if self.on_end is not None and ended:
            self.on_end(len(ended))

    async def _beat(self) -> None:
        """Keeps the leases alive, and lets people see what takes its time."""
        beats = 0
        while True:
            await asyncio.sleep(PULSE)
            beats += 1
            running = dict(self._running)
            await self._show({job: attempt for job, attempt in running.items() if job in self._slow})
            self._slow = set(running)
            if beats % EXTEND_EVERY == 0:
                await in_database(claims.extend, list(running))

    async def _show(self, slow: dict[Job, Attempt]) -> None:
        news = {job.document_id: attempt for job, attempt in slow.items() if attempt.news != attempt.shown}
        if news:
            statuses = {document: attempt.status for document, attempt in news.items()}
            reading = {document: (each.pages_read, each.pages) for document, each in news.items() if each.pages}
            await in_database(outcomes.show, statuses, reading)
            for document, attempt in news.items():
                attempt.shown = statuses[document], reading.get(document, (0, 0))[0]
