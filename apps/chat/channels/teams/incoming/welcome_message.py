"""What people read when the bot comes into a conversation, before they type: who answers, and where their text goes."""

from contextlib import suppress
from typing import Any

from django.utils import translation

from apps.chat.ai_notices import notice_for_everybody
from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.intake.starter_questions import suggested_questions
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.conversation_reference import place_of, tenant_of
from apps.chat.channels.teams.message_activity import Activity, plain_message
from apps.chat.channels.teams.parse_activity import is_identifier, person_id
from apps.chat.models.platform_rooms_and_people import Platform
from apps.database.async_access import in_database


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
    place = place_of(activity)
    async with turn_context():
        with translation.override(language):
            notice = await in_database(notice_for_everybody)
        person = person_id(activity["from"])
        questions = await in_database(suggested_questions, Platform.TEAMS, tenant_of(activity), person)
    with suppress(RefusedError, UnavailableError, AmbiguousError):
        await connector.create_activity(place, welcome(place, notice, questions))


def welcome(place: dict[str, str], notice: str, questions: list[str]) -> Activity:
    """Teams shows suggestions in one-to-one chats only."""
    activity = plain_message(notice)
    if questions and place["kind"] == "personal":
        activity["suggestedActions"] = {"to": [place["user"]], "actions": [button(question) for question in questions]}
    return activity


def button(question: str) -> dict[str, str]:
    """Pressed, it is sent as the person's own message."""
    return {"type": "imBack", "title": question[:75], "value": question}
