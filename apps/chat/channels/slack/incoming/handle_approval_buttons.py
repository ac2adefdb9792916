"""Handles the approval buttons of a supervisor in Slack."""

from contextlib import suppress
from typing import Any

from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.delivery import answer_platform_question, start_background_task, supervisor_approval
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.slack.message_blocks import APPROVE_ACTION
from apps.chat.channels.slack.web_api import call_slack
from apps.chat.models.platform_rooms_and_people import Interaction, Platform
from apps.database.async_access import run_in_database


async def handle_approval_button(body: dict[str, Any], action: dict[str, Any]) -> None:
    """Returns when it is decided. Only a supervisor of that room decides, and only the first of them."""
    approve = action.get("action_id") == APPROVE_ACTION
    team, user = str((body.get("team") or {}).get("id", "")), str(body["user"]["id"])
    async with turn_context():
        interaction = await run_in_database(record_decision, str(action.get("value") or ""), team, user, approve)
    if interaction is None:
        return
    answer_platform_question.start_answering(interaction.pk)
    # Slack waits three seconds for the acknowledgement, and may be slow itself.
    start_background_task.start_task(
        replace_buttons(body, supervisor_approval.decision_sentence(interaction.conversation.language, approve=approve))
    )


def record_decision(key: str, team: str, user: str, approve: bool) -> Interaction | None:
    interaction = supervisor_approval.interaction_awaiting_approval(key)
    supervisor = supervisor_approval.find_supervisor(interaction, Platform.SLACK, team, user) if interaction else None
    if interaction is None or supervisor is None:
        return None
    return (
        interaction
        if supervisor_approval.decide_approval(interaction.pk, by=str(supervisor), approve=approve)
        else None
    )


async def replace_buttons(body: dict[str, Any], sentence: str) -> None:
    channel, message = (body.get("channel") or {}).get("id"), body.get("message") or {}
    if not channel or not message.get("ts"):
        return
    found = message.get("blocks")
    shown = found if isinstance(found, list) else []
    blocks = [block for block in shown if isinstance(block, dict) and block.get("type") != "actions"]
    decision = {"type": "section", "text": {"type": "mrkdwn", "text": sentence}}
    with suppress(RefusedError, UnavailableError, AmbiguousError):
        await call_slack(
            "chat.update", {"channel": channel, "ts": message["ts"], "text": sentence, "blocks": [*blocks, decision]}
        )
