"""Whose work a gesture is: one UPDATE decides, and a lease that nobody renews frees what a dead process held."""

import asyncio
import uuid
from contextlib import suppress
from datetime import timedelta

from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from apps.chat.models.chat_platforms import Gesture, GestureState

LEASE = timedelta(seconds=15)
RENEW_SECONDS = 4.0
UNTOUCHED = timedelta(seconds=10)
"""A new gesture is begun at once by whoever stored it; later than that, this process is gone or has too much to do."""

HELD: set[uuid.UUID] = set()
"""What this process works on."""
_renewing: "asyncio.Task[None] | None" = None


def claim(gesture_id: uuid.UUID) -> Gesture | None:
    """The gesture, if it is ours from now on. Queries the database."""
    free = Q(lease_until=None) | Q(lease_until__lt=Now())
    claimed = Gesture.objects.filter(free, pk=gesture_id, state__in=Gesture.OPEN_STATES).update(
        state=GestureState.WORKING, attempts=F("attempts") + 1, lease_until=Now() + LEASE
    )
    if not claimed:
        return None
    return Gesture.objects.select_related("room__profile", "asker__user", "conversation", "turn__conversation").get(
        pk=gesture_id
    )


def unattended_gestures() -> QuerySet[Gesture]:
    """Gestures that nobody works on. Queries the database."""
    lost = Q(lease_until__lt=Now())
    untouched = Q(lease_until=None, created_at__lt=Now() - UNTOUCHED)
    return Gesture.objects.filter(lost | untouched, state__in=Gesture.OPEN_STATES)


def release(gesture_id: uuid.UUID, seconds: float) -> None:
    """Somebody may take it up again after this time. Queries the database."""
    Gesture.objects.filter(pk=gesture_id).update(
        state=GestureState.RECEIVED, lease_until=Now() + timedelta(seconds=seconds)
    )


def finish(gesture_id: uuid.UUID, state: GestureState) -> None:
    """What waits for approval keeps its draft; nothing else does. Queries the database."""
    done = {} if state == GestureState.APPROVAL else {"draft": ""}
    Gesture.objects.filter(pk=gesture_id).update(state=state, lease_until=None, finished_at=Now(), **done)


def start_renewing(gesture_id: uuid.UUID) -> None:
    """Renews the lease from now on; call it in the event loop."""
    global _renewing
    HELD.add(gesture_id)
    if _renewing is None or _renewing.done() or _renewing.get_loop() is not asyncio.get_running_loop():
        _renewing = asyncio.create_task(renew_held())


def stop_renewing(gesture_id: uuid.UUID) -> None:
    HELD.discard(gesture_id)


async def renew_held() -> None:
    """Ends when nothing is held any more."""
    while HELD:
        # The next round tries again; at worst another process takes over, which is safe.
        with suppress(DatabaseError):
            await sync_to_async(renew, thread_sensitive=False)(list(HELD))
        await asyncio.sleep(RENEW_SECONDS)


def renew(gesture_ids: list[uuid.UUID]) -> None:
    try:
        held = Gesture.objects.filter(pk__in=gesture_ids, state=GestureState.WORKING)
        held.update(lease_until=Now() + LEASE)
    finally:
        connection.close()
