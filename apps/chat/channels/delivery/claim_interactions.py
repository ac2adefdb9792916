"""Claims interactions: one UPDATE decides which process answers; a claim that nobody renews runs out.

A claim belongs to an attempt. One whose lease ran out and that another has taken over changes nothing any more.
"""

import asyncio
import uuid
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from functools import reduce
from operator import or_

from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from apps.chat.models.platform_rooms_and_people import Interaction, InteractionState

LEASE = timedelta(seconds=15)
RENEW_SECONDS = 4.0
UNTOUCHED = timedelta(seconds=10)
"""A new interaction is begun at once by whoever stored it; later than that, this process is gone or too busy."""

HELD: set[tuple[uuid.UUID, int]] = set()
"""The attempts that this process works on, as `attempt_of` gives them."""
_renewing: "asyncio.Task[None] | None" = None


def claim_interaction(interaction_id: uuid.UUID) -> Interaction | None:
    """The interaction, if it is ours from now on. Queries the database."""
    free = Q(lease_until=None) | Q(lease_until__lt=Now())
    claimed = Interaction.objects.filter(free, pk=interaction_id, state__in=Interaction.OPEN_STATES).update(
        state=InteractionState.WORKING, attempts=F("attempts") + 1, lease_until=Now() + LEASE
    )
    if not claimed:
        return None
    return Interaction.objects.select_related("room__profile", "asker__user", "conversation", "turn__conversation").get(
        pk=interaction_id
    )


def unattended_interactions() -> QuerySet[Interaction]:
    """Interactions that nobody works on. Queries the database."""
    lost = Q(lease_until__lt=Now())
    untouched = Q(lease_until=None, created_at__lt=Now() - UNTOUCHED)
    return Interaction.objects.filter(lost | untouched, state__in=Interaction.OPEN_STATES)


def release_interaction(attempt: Interaction, seconds: float) -> None:
    """Somebody may take it up again after this time, unless somebody has or it has ended. Queries the database."""
    rows_of_attempt(attempt).filter(state=InteractionState.WORKING).update(
        state=InteractionState.RECEIVED, lease_until=Now() + timedelta(seconds=seconds)
    )


def finish_interaction(attempt: Interaction, state: InteractionState) -> None:
    """What waits for approval keeps its draft; nothing else does. Queries the database.

    Without effect when the interaction was claimed anew since.
    """
    done = {} if state == InteractionState.APPROVAL else {"draft": ""}
    rows_of_attempt(attempt).update(state=state, lease_until=None, finished_at=Now(), **done)


def rows_of_attempt(attempt: Interaction) -> QuerySet[Interaction]:
    return Interaction.objects.filter(pk=attempt.pk, attempts=attempt.attempts)


def attempt_of(interaction: Interaction) -> tuple[uuid.UUID, int]:
    return interaction.pk, interaction.attempts


def start_renewing_lease(attempt: Interaction) -> None:
    """Renews the lease from now on; call it in the event loop."""
    global _renewing
    HELD.add(attempt_of(attempt))
    if _renewing is None or _renewing.done() or _renewing.get_loop() is not asyncio.get_running_loop():
        _renewing = asyncio.create_task(renew_held())


def stop_renewing_lease(attempt: Interaction) -> None:
    HELD.discard(attempt_of(attempt))


async def renew_held() -> None:
    """Ends when nothing is held any more."""
    while HELD:
        # The next round tries again; at worst another process takes over, which is safe.
        with suppress(DatabaseError):
            await sync_to_async(renew_leases, thread_sensitive=False)(list(HELD))
        await asyncio.sleep(RENEW_SECONDS)


def renew_leases(attempts: Iterable[tuple[uuid.UUID, int]]) -> None:
    try:
        held = reduce(or_, (Q(pk=pk, attempts=number) for pk, number in attempts))
        Interaction.objects.filter(held, state=InteractionState.WORKING).update(lease_until=Now() + LEASE)
    finally:
        connection.close()
