"""The heartbeat of a run: each second leases are renewed, progress is shown, limits of servers are read again."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.database.retry_after_reconnect import run_with_database_retries
from apps.documents.model_calls.cost_attribution import StepAttempt
from apps.documents.step_scheduling import claims, document_status_updates
from apps.documents.step_scheduling.stage_interface import Job
from apps.llm.models import slots_by_endpoint
from apps.llm.transport.endpoint_connections import resize_slots

PULSE = 1.0
"""Seconds between two looks at what runs: a stage that takes longer shows itself to people."""
EXTEND_EVERY = 15
"""Pulses between two heartbeats: a lease lasts for four of them."""


@dataclass(slots=True)
class LeaseHeartbeat:
    """Renews the leases of what `running` holds at each beat."""

    running: Mapping[Job, StepAttempt]
    _slow: set[Job] = field(default_factory=set)
    """What ran at the last beat too."""

    async def beat(self) -> None:
        """Until it is cancelled."""
        beats = 0
        while True:
            await asyncio.sleep(PULSE)
            beats += 1
            running = dict(self.running)
            await store_progress({job: attempt for job, attempt in running.items() if job in self._slow})
            self._slow = set(running)
            if beats % EXTEND_EVERY == 0:
                await run_with_database_retries(claims.extend_leases, list(running))
                resize_slots(await run_with_database_retries(slots_by_endpoint))


async def store_progress(slow: Mapping[Job, StepAttempt]) -> None:
    """Writes the statuses and pages that people have not seen yet."""
    news = {job.document_id: attempt for job, attempt in slow.items() if attempt.news != attempt.shown}
    if news:
        statuses = {document: attempt.status for document, attempt in news.items()}
        reading = {document: (each.pages_read, each.pages) for document, each in news.items() if each.pages}
        await run_with_database_retries(document_status_updates.show_statuses, statuses, reading)
        for document, attempt in news.items():
            attempt.shown = statuses[document], reading.get(document, (0, 0))[0]
