"""The engine of one run: claims steps while there is capacity, budget and work left, and ends without losing any.

What becomes of a claimed document is in `advance_documents.py`, from top to bottom.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError

from apps.database.retry_after_reconnect import DatabaseReader, run_with_database_retries
from apps.documents.engine import store_stage_results as storing
from apps.documents.engine.advance_documents import Advance
from apps.documents.engine.heartbeat import LeaseHeartbeat
from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.engine.store_stage_results import ChainLink
from apps.documents.engine.task_group_failures import first_cause
from apps.documents.model_calls.cost_attribution import CallTally, StepAttempt
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.step_scheduling import claims, daily_import_budgets, postpone_on_full_disk
from apps.documents.step_scheduling.claims import WaitingSteps, Worker
from apps.documents.step_scheduling.retry_policy import is_model_absent
from apps.documents.step_scheduling.stage_interface import Job
from apps.llm.transport.endpoint_connections import finish_calls

BATCH = 128
"""Documents claimed, loaded and stored together."""
IN_FLIGHT = 768
"""Documents of one process that are under way: enough to keep every endpoint busy, few enough for memory."""
OFFERED = 4 * BATCH
"""Revisions that a claim may choose from."""
FIRST_FEW = 32
"""Documents that go ahead, so that models have something to do while the others are read; then twice as many, …"""
URGENT_FEW = 16
"""Documents that somebody is waiting for, taken even when all places are in use."""
LEAVING = 20.0
"""Seconds for calls under way when the worker is told to end: its supervisor waits for 35."""
SETTLING = 1.0
"""Seconds afterwards, in which their results are stored."""
IDLE = 0.3
"""Seconds between two looks for work while something of ours waits or another worker has it."""


@dataclass(slots=True)
class Engine:
    """One run. With `open_revisions` it works on these alone and stays until they have ended, wherever that happens.

    It does not stay for ever for a model server that is away: what waits for it goes on in a worker.

    Without, it takes whatever waits and leaves when nothing is left or `stop_claiming_at` (monotonic seconds) is past.
    Outlives a restart of the database. Raises DatabaseError when it stays away; leases then run out and somebody else
    goes on.
    """

    resources: Resources
    open_revisions: OpenRevisions | None = None
    stop_claiming_at: float = float("inf")
    on_end: Callable[[int], None] | None = None
    """Called with the number of documents that have ended."""
    on_wait: Callable[[list[WaitingSteps]], None] | None = None
    """Called while there is nothing to do but wait: for what, how many documents, and for how long."""
    reader: DatabaseReader = field(default_factory=DatabaseReader)
    worker: Worker = field(default_factory=Worker)
    tally: CallTally = field(default_factory=CallTally)
    gave_up: bool = False
    """Left before its documents had ended, because model servers are away."""
    leaving: bool = False
    """Nothing is begun any more."""
    _running: dict[Job, StepAttempt] = field(default_factory=dict)
    _suspected: set[Job] = field(default_factory=set)
    """Running, and their workers were lost before: their fault as long as nothing else gets done."""
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
                pulse = group.create_task(LeaseHeartbeat(self._running).beat())
                async with asyncio.TaskGroup() as work:
                    advance = Advance(
                        work, self.resources, self.reader, self._running, self._store_links, self._leave_hands
                    )
                    while await self._claim_into(advance):
                        pass
                pulse.cancel()
        except BaseExceptionGroup as errors:
            await self._release()
            # One cause is enough to know, and callers can catch it by its own type.
            raise first_cause(errors) from None
        except asyncio.CancelledError:
            await self._release()
            raise

    def stop(self) -> None:
        """Ends the run within seconds, from any thread or signal handler."""
        if self._stop is not None:
            self._stop()

    def leave(self) -> None:
        """Ends the run as `stop` does, after the calls under way have ended and their results were stored."""
        self.leaving = True
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._leave(), self._loop)

    async def _leave(self) -> None:
        await finish_calls(LEAVING)
        await asyncio.sleep(SETTLING)
        self.stop()

    async def _release(self) -> None:
        """Gives up the leases, so that others need not wait for them to run out; when the database is away, they have
        to."""
        with suppress(DatabaseError, InterfaceError):
            await sync_to_async(claims.release_steps)(list(self._running))

    async def _claim_into(self, advance: Advance) -> bool:
        """Looks for work once; False when there is nothing more to wait for."""
        may_claim = time.monotonic() < self.stop_claiming_at and not self.leaving
        claimed = await run_with_database_retries(self._claim, may_claim)
        self._suspected.update(job for job in claimed if job.lost_leases)
        advance.begin(claimed)
        if await self._more_arrives(len(claimed)) or claimed:
            await asyncio.sleep(0)
            return True
        if not self._running and not (may_claim and await run_with_database_retries(self._something_of_ours_is_open)):
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(IDLE):
                await self._room.wait()
        self._room.clear()
        return True

    async def _more_arrives(self, claimed: int) -> bool:
        """Lets the next portion in as soon as those that are there have gone ahead."""
        if claimed == BATCH or self.open_revisions is None or not self.open_revisions.is_growing:
            return False
        return await run_with_database_retries(self.open_revisions.arrive)

    def _claim(self, may_claim: bool) -> list[Job]:
        """When all places are in use, only what is urgent, as long as the run continues anyway."""
        room = IN_FLIGHT - len(self._running)
        limit = min(BATCH, room) if room >= BATCH // 2 and may_claim else 0
        if self.leaving or (not limit and (self.open_revisions is not None or not self._running)):
            return []
        is_paid = bool(self.resources.paid_stages)
        self._watches_budget = is_paid and daily_import_budgets.has_any_budget()
        most = min(limit, daily_import_budgets.CAREFUL_BATCH) if self._watches_budget else limit
        if is_paid:
            most = min(most, max(FIRST_FEW, len(self._running)))
        claimed = sorted(self._claimed(most), key=attrgetter("stage"))
        return self._affordable(storing.set_aside_hopeless_jobs(claimed))

    def _claimed(self, most: int) -> list[Job]:
        if self.open_revisions is None:
            return self.worker.claim(most) if most else self.worker.claim(URGENT_FEW, urgent=True)
        offered = self.open_revisions.first(OFFERED)
        claimed = self.worker.claim(most, offered)
        self.open_revisions.move_to_end([job.revision_id for job in claimed] if len(claimed) == most else offered)
        return claimed

    def _affordable(self, claimed: list[Job]) -> list[Job]:
        return (
            daily_import_budgets.keep_affordable_jobs(claimed, self.resources.paid_stages)
            if self._watches_budget
            else claimed
        )

    def _something_of_ours_is_open(self) -> bool:
        if self.open_revisions is None or not (still_open := claims.open_steps(self.open_revisions.revisions)):
            return False
        waiting = claims.load_waiting_steps(self.open_revisions.revisions)
        if self.on_wait is not None and waiting:
            self.on_wait(waiting)
        is_all = sum(each.steps for each in waiting) == still_open
        self.gave_up = is_all and self._seconds_without_models() > settings.MODEL_ABSENCE
        return not self.gave_up

    def _seconds_without_models(self) -> float:
        return 0.0 if self._absent_since is None else time.monotonic() - self._absent_since

    async def _store_links(self, links: Sequence[ChainLink]) -> list[Job]:
        async with self._storing:
            return await run_with_database_retries(self._store, links, self.resources.shared.take())

    def _leave_hands(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            del self._running[job]
            self._suspected.discard(job)
        self._room.set()

    def _store(self, links: Sequence[ChainLink], shared: StepAttempt) -> list[Job]:
        try:
            stored = storing.store_results(links, shared, self.worker)
        except DatabaseError as error:
            if not postpone_on_full_disk.means_no_space(error):
                raise
            postpone_on_full_disk.postpone_for_full_disk([result.job for result in links[0].results])
            return []
        self.tally.count(stored.calls)
        self._report(stored.ended)
        self._learn_from([result.error for result in links[0].results])
        return self._affordable(stored.begun)

    def _learn_from(self, errors: Sequence[Exception | None]) -> None:
        """What got done clears the steps that lost their workers before, and shows that the servers are back."""
        if None in errors:
            self._absent_since = None
            if self._suspected:
                claims.reset_lost_leases(self._suspected)
                self._suspected.clear()
        elif self._absent_since is None and any(map(is_model_absent, errors)):
            self._absent_since = time.monotonic()

    def _report(self, ended: Sequence[int]) -> None:
        if self.open_revisions is not None:
            self.open_revisions.end(ended)
        if self.on_end is not None and ended:
            self.on_end(len(ended))
