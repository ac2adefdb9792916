"""Handles the removal of the Slack app: the workspace is switched off until the app is installed again."""

import logging
import time
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.slack.incoming.verify_signature import MOST_SECONDS_OFF
from apps.chat.models.platform_rooms_and_people import (
    Delivery,
    DeliveryState,
    Interaction,
    InteractionState,
    Platform,
    SwitchedOffWorkspace,
)
from apps.database.async_access import run_in_database

OPEN_INTERACTIONS = (*Interaction.OPEN_STATES, InteractionState.APPROVAL)
OPEN_DELIVERIES = (DeliveryState.OWED, DeliveryState.OPENING, DeliveryState.OPEN)

logger = logging.getLogger(__name__)


async def receive_workspace_event(body: dict[str, object]) -> None:
    """Returns when it is stored. Raises DatabaseError: then Slack sends it again."""
    event, team = body.get("event"), body.get("team_id")
    if not isinstance(event, dict) or not isinstance(team, str) or not is_app_removal(event):
        return
    async with turn_context():
        await run_in_database(switch_off_workspace, team, str(event["type"]), parse_event_time(body))


def is_app_removal(event: dict[str, object]) -> bool:
    """Tokens of people are none of ours: only the bot's counts."""
    if event.get("type") != "tokens_revoked":
        return event.get("type") == "app_uninstalled"
    tokens = event.get("tokens")
    return isinstance(tokens, dict) and bool(tokens.get("bot"))


def parse_event_time(body: dict[str, object]) -> datetime:
    """When Slack says that it happened; deliveries come late and in any order."""
    at = body.get("event_time")
    is_time = isinstance(at, int) and not isinstance(at, bool) and 0 < at <= time.time() + MOST_SECONDS_OFF
    return datetime.fromtimestamp(at, tz=timezone.get_current_timezone()) if is_time else timezone.now()  # type: ignore[arg-type]


def switch_off_workspace(team: str, reason: str, at: datetime) -> None:
    """One transaction of the database; may run twice, and late. What was owed there then can no longer be sent.

    What was asked since shows that the app is there again, and of two ends the newer one counts.
    """
    with transaction.atomic():
        row, is_new = SwitchedOffWorkspace.objects.select_for_update().get_or_create(
            platform=Platform.SLACK, workspace=team, defaults={"reason": reason, "since": at}
        )
        if row.since < at:
            row.reason, row.since = reason, at
            row.save(update_fields=["reason", "since"])
        owed = Interaction.objects.filter(
            platform=Platform.SLACK,
            room__workspace=team,
            state__in=OPEN_INTERACTIONS,
            created_at__lt=at + timedelta(seconds=1),
        )
        Delivery.objects.filter(interaction__in=owed, state__in=OPEN_DELIVERIES).update(
            state=DeliveryState.FAILED, error=reason
        )
        owed.update(state=InteractionState.UNDELIVERABLE, finished_at=timezone.now())
    if is_new:
        logger.error("The Slack workspace %s has taken the app away (%s) and is switched off.", team, reason)


def is_workspace_switched_off(team: str, at: datetime | None) -> bool:
    """Whether nothing is answered there. Something newer than the end shows that the app is there again.

    Uses the database. `at` is None for commands and buttons, whose time is that of their signature.
    """
    row = SwitchedOffWorkspace.objects.filter(platform=Platform.SLACK, workspace=team).first()
    if row is None:
        return False
    happened = at or timezone.now() - timedelta(seconds=MOST_SECONDS_OFF)
    if happened <= row.since:
        return True
    row.delete()
    logger.warning("The Slack workspace %s has the app again and is switched on.", team)
    return False
