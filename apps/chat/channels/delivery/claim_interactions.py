"""Claims interactions: one UPDATE decides which process answers; a claim that nobody renews runs out."""

import asyncio
import uuid
from contextlib import suppress
from datetime import timedelta

from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from apps.chat.models.platform_rooms_and_people import Interaction, InteractionState

LEASE = timedelta(seconds=15)
RENEW_SECONDS = 4.0
UNTOUCHED = timedelta(seconds=10)
"""A new interaction is begun at once by whoever stored it; later than that, this process is gone or too busy."""

HELD: set[uuid.UUID] = set()
"""What this process works on."""
_renewing: "asyncio.Task[None] | None" = None


def claim(interaction_id: uuid.UUID) -> Interaction | None:
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


def release(interaction_id: uuid.UUID, seconds: float) -> None:
    """Somebody may take it up again after this time. Queries the database."""
    Interaction.objects.filter(pk=interaction_id).update(
        state=InteractionState.RECEIVED, lease_until=Now() + timedelta(seconds=seconds)
    )


def finish(interaction_id: uuid.UUID, state: InteractionState) -> None:
    """What waits for approval keeps its draft; nothing else does. Queries the database."""
    done = {} if state == InteractionState.APPROVAL else {"draft": ""}
    Interaction.objects.filter(pk=interaction_id).update(state=state, lease_until=None, finished_at=Now(), **done)


def start_renewing(interaction_id: uuid.UUID) -> None:
    """Renews the lease from now on; call it in the event loop."""
    global _renewing
    HELD.add(interaction_id)
    if _renewing is None or _renewing.done() or _renewing.get_loop() is not asyncio.get_running_loop():
        _renewing = asyncio.create_task(renew_held())


def stop_renewing(interaction_id: uuid.UUID) -> None:
    HELD.discard(interaction_id)


async def renew_held() -> None:
    """Ends when nothing is held any more."""
    while HELD:
        # The next round tries again; at worst another process takes over, which is safe.
        with suppress(DatabaseError):
            await sync_to_async(renew, thread_sensitive=False)(list(HELD))
        await asyncio.sleep(RENEW_SECONDS)


def renew(interaction_ids: list[uuid.UUID]) -> None:
    try:
        held = Interaction.objects.filter(pk__in=interaction_ids, state=InteractionState.WORKING)
        held.update(lease_until=Now() + LEASE)
    finally:
        connection.close()
