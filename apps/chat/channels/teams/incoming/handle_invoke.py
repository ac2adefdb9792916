"""Handles Teams' invokes and pressed buttons: feedback with our own form, a supervisor's decision."""

import json
import uuid
from typing import Any

from django.db.models import Q

from apps.chat.channels.delivery import supervisor_approval
from apps.chat.channels.intake.store_rating import store_rating
from apps.chat.channels.teams.conversation_reference import activity_tenant_id
from apps.chat.channels.teams.feedback_and_approval_cards import reasons_form
from apps.chat.channels.teams.parse_activity import person_id, room_id
from apps.chat.models.platform_rooms_and_people import Delivery, DeliveryPurpose, Interaction, Platform

RATINGS = {"like": "up", "dislike": "down"}


def invoke_response(activity: dict[str, object]) -> dict[str, object] | None:
    """The body that Teams gets for an invoke; None for one that we do not know. Stores the rating at once."""
    value = activity.get("value")
    if not isinstance(value, dict):
        return None
    match activity.get("name"):
        case "message/fetchTask":
            rating = parse_rating(value.get("data"))
            return reasons_form(rating) if rating and store_rating_of(activity, rating, {}) else None
        case "message/submitAction":
            rating = parse_rating(value)
            action = value.get("actionValue")
            form = parse_feedback_form(action.get("feedback")) if isinstance(action, dict) else {}
            return {} if rating and store_rating_of(activity, rating, form) else None
        case _:
            return None


def parse_rating(data: object) -> str:
    if not isinstance(data, dict) or data.get("actionName") != "feedback":
        return ""
    value = data.get("actionValue")
    reaction = value.get("reaction") if isinstance(value, dict) else None
    return RATINGS.get(reaction, "") if isinstance(reaction, str) else ""


def parse_feedback_form(feedback: object) -> dict[str, object]:
    """The form comes as JSON within a text; the default form as plain text."""
    if not isinstance(feedback, str):
        return {}
    try:
        form = json.loads(feedback)
    except (ValueError, RecursionError):
        return {"comment": feedback}
    return form if isinstance(form, dict) else {"comment": feedback}


def store_rating_of(activity: dict[str, Any], rating: str, form: dict[str, Any]) -> bool:
    turn = find_rated_turn_id(activity)
    reasons = str(form.get("reasons") or "").split(",")
    comment = str(form.get("comment") or form.get("feedbackText") or "")
    return bool(turn) and store_rating(Platform.TEAMS, person_id(activity["from"]), turn, rating, reasons, comment)


def find_rated_turn_id(activity: dict[str, Any]) -> str:
    """The turn whose answer a message is. Ids of messages are unique within a conversation only.

    A private answer is in a chat of the asker and the bot, not in the room where the question was."""
    is_there = Q(interaction__room__external_id=room_id(activity))
    is_theirs = Q(interaction__is_private=True, interaction__asker__external_id=person_id(activity["from"]))
    delivery = Delivery.objects.select_related("interaction").filter(
        is_there | is_theirs,
        message_id=str(activity.get("replyToId") or "-"),
        purpose=DeliveryPurpose.ANSWER,
        interaction__platform=Platform.TEAMS,
        interaction__room__workspace=activity_tenant_id(activity),
    )
    found = delivery.first()
    return str(found.interaction.turn_id or "") if found else ""


def record_decision(activity: dict[str, Any]) -> tuple[uuid.UUID, str] | None:
    """The interaction that a supervisor has just decided on, and what to tell them. May come twice.

    Queries the database.
    """
    value = activity.get("value")
    if not isinstance(value, dict) or value.get("auskunft") not in ("approve", "reject"):
        return None
    # Cards that were posted before 0017_interactions say "gesture".
    interaction: Interaction | None = supervisor_approval.interaction_awaiting_approval(
        str(value.get("interaction") or value.get("gesture") or "")
    )
    if interaction is None:
        return None
    person = person_id(activity["from"])
    supervisor = supervisor_approval.find_supervisor(interaction, Platform.TEAMS, activity_tenant_id(activity), person)
    approve = value["auskunft"] == "approve"
    if supervisor is None or not supervisor_approval.decide_approval(
        interaction.pk, by=str(supervisor), approve=approve
    ):
        return None
    return interaction.pk, supervisor_approval.decision_sentence(interaction.conversation.language, approve=approve)
