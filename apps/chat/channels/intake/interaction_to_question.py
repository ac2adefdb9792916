"""Builds the question from an interaction, and loads or deletes the answer that an earlier attempt stored."""

from django.db import transaction
from django.utils import timezone

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.channels.intake import reply_audience
from apps.chat.channels.intake.platform_neutral_interaction import IncomingInteraction
from apps.chat.channels.intake.store_interaction import get_or_create_conversation
from apps.chat.models import Channel, Turn, TurnState
from apps.chat.models.platform_rooms_and_people import DeliveryPurpose, Interaction, Platform, Room, RoomKind
from apps.chat.turn_state.turn_events import TurnDone


def question_from_interaction(interaction: Interaction, scope: reply_audience.ReadableScope) -> AskedQuestion:
    """The question as the shared generator takes it."""
    is_alone = interaction.is_private or interaction.room.is_direct
    slugs = scope.own if is_alone else scope.shared
    user = reply_audience.active_user(interaction.asker.user) if is_alone else None
    everything = not scope.bound and (is_alone or (not scope.has_more and interaction.asker.user is None))
    return AskedQuestion(
        text=interaction.text,
        message_id=message_id(interaction),
        token=interaction.conversation.token,
        channel=Channel(interaction.platform),
        user=user if is_alone or everything else reply_audience.room_reader(slugs or ()),
        # None is the same for somebody unknown, and the shorter way.
        collections=None if everything else list(slugs or ()),
        language=interaction.conversation.language,
        length=interaction.room.length,
    )


def message_id(interaction: Interaction) -> str:
    return f"{interaction.pk}#{interaction.attempts}"


def load_stored_answer(interaction: Interaction) -> TurnDone | None:
    """The answer that an earlier attempt has stored. Queries the database. What it left unfinished is ended here.

    What supervisors were shown is the answer also where it broke off: another one they have not seen.
    """
    begun = f"{interaction.pk}#"
    turns = Turn.objects.filter(conversation=interaction.conversation, client_message_id__startswith=begun)
    # Whoever wrote them has lost the lease.
    unfinished = turns.filter(state__in=(TurnState.RECEIVED, TurnState.RUNNING))
    unfinished.update(state=TurnState.INTERRUPTED, error="abandoned", finished_at=timezone.now())
    if interaction.decided_by or (interaction.room.four_eyes and interaction.turn_id):
        turns = turns.filter(interactions=interaction)
    else:
        turns = turns.filter(state__in=(TurnState.DONE, TurnState.DONE_WITHOUT_LLM, TurnState.REFUSED))
    turn = turns.select_related("conversation").order_by("number").first()
    return load_turn_done_event(turn) if turn else None


def delete_stored_answer(interaction: Interaction, turn_id: str = "") -> None:
    """Deletes an answer, where it is not gone already, and its approval that nobody was told of. Queries the
    database."""
    with transaction.atomic():
        if turn_id:
            Turn.objects.filter(pk=turn_id).delete()
        interaction.deliveries.filter(purpose=DeliveryPurpose.REVIEW).delete()
        Interaction.objects.filter(pk=interaction.pk).update(decided_by="", turn=None)
    interaction.decided_by, interaction.turn = "", None


def make_interaction_private(interaction: Interaction) -> None:
    """Sends the answer to the asker alone from now on, in a conversation of their own. Queries the database."""
    room, asker = interaction.room, interaction.asker
    incoming = IncomingInteraction(
        platform=Platform(interaction.platform),
        workspace=room.workspace,
        room=room.external_id,
        room_kind=RoomKind(room.kind),
        asker=asker.external_id,
        thread=f"private:{interaction.place.get('thread', '')}",
        text=interaction.text,
        keys=(),
        is_private=True,
    )
    interaction.conversation = get_or_create_conversation(incoming, room, asker)
    interaction.is_private = True
    Interaction.objects.filter(pk=interaction.pk).update(is_private=True, conversation=interaction.conversation)


def load_supervisors(room: Room) -> list[dict[str, object]]:
    found = room.supervisors.values_list("external_id", "private_place")
    return [{"external_id": external_id, "private_place": place} for external_id, place in found]
