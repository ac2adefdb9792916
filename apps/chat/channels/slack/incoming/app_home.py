"""The App Home tab of Slack: questions to begin with, out of what the person may read."""

from contextlib import suppress
from typing import Any

from apps.chat.ai_notices import notice_for_anonymous_visitors
from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.intake.starter_questions import pick_starter_questions
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.slack.incoming.parse_events_and_commands import is_identifier
from apps.chat.channels.slack.web_api import call_slack
from apps.chat.models.platform_rooms_and_people import Platform
from apps.database.async_access import run_in_database


async def handle_home_opened(body: dict[str, Any]) -> None:
    """Sets suggested prompts below what people are told before they ask; calls the network. What fails is no loss."""
    event = body["event"]
    channel, user = event.get("channel"), event.get("user")
    if event.get("tab") != "messages" or not is_identifier(channel) or not is_identifier(user):
        return
    async with turn_context():
        questions = await run_in_database(pick_starter_questions, Platform.SLACK, str(body["team_id"]), str(user))
        notice = await run_in_database(notice_for_anonymous_visitors)
    if not questions:
        return
    prompts = [{"title": question[:75], "message": question} for question in questions]
    with suppress(RefusedError, UnavailableError, AmbiguousError):
        await call_slack(
            "assistant.threads.setSuggestedPrompts", {"channel_id": channel, "prompts": prompts, "title": notice}
        )
