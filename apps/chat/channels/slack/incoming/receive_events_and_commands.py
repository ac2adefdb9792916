"""Receives interactions from Slack: stored before Bolt acknowledges them, worked on afterwards."""

import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.delivery import answer_platform_question
from apps.chat.channels.intake.platform_neutral_interaction import IncomingInteraction
from apps.chat.channels.intake.store_interaction import has_answered_in_thread, store_interaction
from apps.chat.channels.slack.incoming.handle_app_uninstall import is_workspace_switched_off, parse_event_time
from apps.chat.channels.slack.incoming.parse_events_and_commands import parse_command, parse_event, parse_shortcut
from apps.chat.models.platform_rooms_and_people import Platform
from apps.database.async_access import run_in_database


def store_event(body: dict[str, object]) -> uuid.UUID | None:
    """Queries the database. Raises DatabaseError: then nothing is acknowledged and Slack sends it again."""
    return store_if_new(parse_event(body, partial(has_answered_in_thread, Platform.SLACK)), parse_event_time(body))


def store_if_new(incoming: IncomingInteraction | None, sent_at: datetime | None = None) -> uuid.UUID | None:
    if incoming is None or is_workspace_switched_off(incoming.workspace, sent_at):
        return None
    interaction = store_interaction(incoming)
    return interaction.pk if interaction else None


async def receive_event(body: dict[str, object]) -> None:
    """Returns when the question is stored."""
    await store_and_answer(store_event, body)


async def receive_command(fields: dict[str, object]) -> None:
    await store_and_answer(store_if_new, parse_command(fields))


async def receive_shortcut(payload: dict[str, object]) -> None:
    await store_and_answer(store_if_new, parse_shortcut(payload))


async def store_and_answer(store: Callable[[Any], uuid.UUID | None], received: object) -> None:
    async with turn_context():
        interaction_id = await run_in_database(store, received)
    if interaction_id is not None:
        answer_platform_question.start_answering(interaction_id)
