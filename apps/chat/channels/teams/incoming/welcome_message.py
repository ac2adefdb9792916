"""What people read when the bot comes into a conversation, before they type: who answers, and where their text goes."""

from contextlib import suppress
from typing import Any

from django.utils import translation

from apps.chat.ai_notices import notice_for_anonymous_visitors
from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.intake.starter_questions import pick_starter_questions
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.conversation_reference import activity_tenant_id, build_conversation_reference
from apps.chat.channels.teams.parse_activity import is_identifier, person_id
from apps.chat.channels.teams.render_answer_activity import Activity, plain_message_activity
from apps.chat.models.platform_rooms_and_people import Platform
from apps.database.async_access import run_in_database


def is_bot_added(activity: dict[str, Any]) -> bool:
    """Whether the activity says that we were added to a conversation, and by whom."""
    sender, bot = activity.get("from"), (activity.get("recipient") or {}).get("id")
    added = activity.get("membersAdded")
    if activity["type"] != "conversationUpdate" or not bot or not isinstance(added, list):
        return False
    has_sender = isinstance(sender, dict) and is_identifier(sender.get("id"))
    return has_sender and any(isinstance(one, dict) and one.get("id") == bot for one in added)


async def send_welcome(activity: dict[str, Any], language: str) -> None:
    """One message with the notice and, to one person, questions to press; calls the network. What fails is no loss."""
    place = build_conversation_reference(activity)
    async with turn_context():
        with translation.override(language):
            notice = await run_in_database(notice_for_anonymous_visitors)
        person = person_id(activity["from"])
        questions = await run_in_database(pick_starter_questions, Platform.TEAMS, activity_tenant_id(activity), person)
    with suppress(RefusedError, UnavailableError, AmbiguousError):
        await connector.create_activity(place, build_welcome_activity(place, notice, questions))


def build_welcome_activity(place: dict[str, str], notice: str, questions: list[str]) -> Activity:
    """Teams shows suggestions in one-to-one chats only."""
    activity = plain_message_activity(notice)
    if questions and place["kind"] == "personal":
        activity["suggestedActions"] = {
            "to": [place["user"]],
            "actions": [question_button(question) for question in questions],
        }
    return activity


def question_button(question: str) -> dict[str, str]:
    """Pressed, it is sent as the person's own message."""
    return {"type": "imBack", "title": question[:75], "value": question}
