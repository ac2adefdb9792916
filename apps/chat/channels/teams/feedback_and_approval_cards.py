"""Adaptive cards of Teams: the form for the reasons of a thumb down, and the supervisor's decision."""

from dataclasses import replace
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.ai_notices import FEEDBACK_REASONS, LONGEST_COMMENT
from apps.chat.channels.interface.channel_answer import Answer
from apps.chat.channels.teams.render_answer_activity import Activity, render_activity

CARD = "application/vnd.microsoft.card.adaptive"


def adaptive_card(body: list[dict[str, Any]], actions: list[dict[str, Any]]) -> dict[str, object]:
    content = {"type": "AdaptiveCard", "version": "1.5", "body": body, "actions": actions}
    return {"contentType": CARD, "content": content}


def reasons_form(rating: str) -> dict[str, object]:
    """The answer to Teams' wish for our own form."""
    choices = [{"title": str(text), "value": slug} for slug, text in FEEDBACK_REASONS.items()]
    body: list[dict[str, Any]] = []
    if rating == "down":
        body.append(
            {
                "type": "Input.ChoiceSet", "id": "reasons", "isMultiSelect": True, "style": "expanded",
                "label": _("What was wrong?"), "choices": choices,
            }
        )  # fmt: skip
    body.append(
        {
            "type": "Input.Text", "id": "comment", "isMultiline": True, "maxLength": LONGEST_COMMENT,
            "label": _("Your comment"),
        }
    )  # fmt: skip
    title = _("Helpful") if rating == "up" else _("Not helpful")
    form = adaptive_card(body, [{"type": "Action.Submit", "title": _("Send")}])
    return {"task": {"type": "continue", "value": {"title": title, "card": form}}}


def review_activity(answer: Answer, question: str, key: str) -> Activity:
    """What a supervisor sees: question, answer, sources, two buttons, which say `key`."""
    with translation.override(answer.language):
        heading = _("Please check this answer before the asker sees it.")
        shown = render_activity(replace(answer, turn=""))
        body = [
            {"type": "TextBlock", "text": heading, "weight": "Bolder", "wrap": True},
            {"type": "TextBlock", "text": question[:2_000], "wrap": True, "isSubtle": True},
        ]
        actions = [
            decision_action(_("Approve"), "approve", key),
            decision_action(_("Reject"), "reject", key),
        ]
    return shown | {"attachments": [adaptive_card(body, actions)]}


def decision_action(title: str, what: str, key: str) -> dict[str, object]:
    return {"type": "Action.Submit", "title": title, "data": {"auskunft": what, "interaction": key}}
