"""What is done with what Slack brings: stored before Bolt acknowledges it, worked on afterwards. Sync parts first."""

import uuid
from functools import partial
from typing import Any

from apps.chat.answering.answer import turn_context
from apps.chat.channels.delivery import worker
from apps.chat.channels.intake.gesture import Incoming
from apps.chat.channels.intake.inbox import has_answered_in_thread, keep
from apps.chat.channels.slack.incoming.events import from_command, from_event, from_shortcut
from apps.chat.models.platforms import Platform
from apps.database.async_access import in_database


def kept_event(body: dict[str, Any]) -> uuid.UUID | None:
    """Sync. Raises DatabaseError: then nothing is acknowledged and Slack brings it again."""
    return kept(from_event(body, partial(has_answered_in_thread, Platform.SLACK)))


def kept(incoming: Incoming | None) -> uuid.UUID | None:
    gesture = keep(incoming) if incoming else None
    return gesture.pk if gesture else None


async def receive_event(body: dict[str, Any]) -> None:
    """Returns when the question is stored."""
    async with turn_context():
        gesture_id = await in_database(kept_event, body)
    begin(gesture_id)


async def receive_command(fields: dict[str, Any]) -> None:
    async with turn_context():
        gesture_id = await in_database(kept, from_command(fields))
    begin(gesture_id)


async def receive_shortcut(payload: dict[str, Any]) -> None:
    async with turn_context():
        gesture_id = await in_database(kept, from_shortcut(payload))
    begin(gesture_id)


def begin(gesture_id: uuid.UUID | None) -> None:
    if gesture_id is not None:
        worker.start(gesture_id)
