"""Handles the feedback buttons in Slack: thumbs are stored at once; a thumb down opens a form for the reasons."""

import uuid
from contextlib import suppress
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.ai_notices import FEEDBACK_REASONS, LONGEST_COMMENT
from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.delivery import start_background_task
from apps.chat.channels.intake.store_rating import store_rating
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.slack.web_api import call_slack
from apps.chat.models import Conversation
from apps.chat.models.platform_rooms_and_people import Platform
from apps.database.async_access import run_in_database

REASONS_CALLBACK = "auskunft_reasons"


async def handle_rating_button(body: dict[str, object], action: dict[str, object]) -> None:
    """Returns when the rating is stored; the form opens afterwards, within the three seconds its key is good for."""
    rating, _sign, turn = str(action.get("value") or "").partition(":")
    if await store_reader_rating(body, turn, rating) and rating == "down":
        start_background_task.start_task(open_reasons_form(str(body.get("trigger_id") or ""), turn))


async def handle_reasons_form(body: dict[str, object]) -> None:
    view = body.get("view")
    if not isinstance(view, dict) or view.get("callback_id") != REASONS_CALLBACK:
        return
    chosen = nested_value(view, "state", "values", "reasons", "reasons", "selected_options")
    comment = nested_value(view, "state", "values", "comment", "comment", "value") or ""
    options = chosen if isinstance(chosen, list) else []
    reasons = [str(option.get("value")) for option in options if isinstance(option, dict)]
    await store_reader_rating(body, str(view.get("private_metadata") or ""), "down", reasons, str(comment))


def nested_value(value: object, *names: str) -> object:
    """What stands there in objects within objects; None where one of them is missing or no object."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


async def store_reader_rating(
    body: dict[str, Any], turn: str, rating: str, reasons: list[str] | None = None, comment: str = ""
) -> bool:
    person = str(body["user"]["id"])
    async with turn_context():
        return await run_in_database(store_rating, Platform.SLACK, person, turn, rating, reasons or [], comment)


async def open_reasons_form(trigger_id: str, turn: str) -> None:
    async with turn_context():
        language = await run_in_database(language_of_answer, turn)
    with translation.override(language):
        view = reasons_form(turn)
    # The rating is stored; the reasons are extra.
    with suppress(RefusedError, UnavailableError, AmbiguousError):
        await call_slack("views.open", {"trigger_id": trigger_id, "view": view})


def language_of_answer(turn: str) -> str:
    """The form speaks like the answer that it is about. One query."""
    return Conversation.objects.values_list("language", flat=True).get(turns=uuid.UUID(turn))


def reasons_form(turn: str) -> dict[str, object]:
    options = [{"text": plain_text_object(str(text)), "value": slug} for slug, text in FEEDBACK_REASONS.items()]
    return {
        "type": "modal",
        "callback_id": REASONS_CALLBACK,
        "private_metadata": turn,
        "title": plain_text_object(_("Not helpful")),
        "submit": plain_text_object(_("Send")),
        "close": plain_text_object(_("Cancel")),
        "blocks": [
            input_block("reasons", _("What was wrong?"), {"type": "checkboxes", "options": options}),
            input_block(
                "comment",
                _("Your comment"),
                {"type": "plain_text_input", "multiline": True, "max_length": LONGEST_COMMENT},
            ),
        ],
    }


def input_block(name: str, label: str, element: dict[str, object]) -> dict[str, object]:
    shown = element | {"action_id": name}
    return {"type": "input", "block_id": name, "optional": True, "label": plain_text_object(label), "element": shown}


def plain_text_object(text: str) -> dict[str, object]:
    return {"type": "plain_text", "text": text}
