"""Sends improvement notes: who complained gets one message in the same thread when the answer is fixed.

A test case is made of the answer and promised here; evaluation says which cases pass, and the note is owed. On the web
page nobody can be written to: there the note stands below the answer when its asker comes back to the conversation.
"""

import logging
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from apps.chat.channels.delivery.channel_registry import sender_for
from apps.chat.channels.interface.channel_answer import Answer, sentence_answer
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, Sender, UnavailableError
from apps.chat.models import Conversation, Feedback, Turn
from apps.chat.models.platform_rooms_and_people import (
    Delivery,
    DeliveryPurpose,
    DeliveryState,
    ImprovementNote,
    Interaction,
    PlatformUser,
)
from apps.database.async_access import run_in_database

logger = logging.getLogger(__name__)

State = DeliveryState
UNSENT = (State.OWED, State.OPEN)
MOST_AT_ONCE = 50
GIVEN_UP_AFTER = timedelta(hours=1)
"""So long a platform may be away; then nobody waits for the note any more."""


def make_improvement_notes(answers: Mapping[int, uuid.UUID]) -> None:
    """Maps test cases to the answers they were made of: whoever disliked one will hear of it. May run twice."""
    notes = [ImprovementNote(turn_id=turn, case=case) for case, turn in answers.items()]
    ImprovementNote.objects.bulk_create(notes, ignore_conflicts=True)


def owe_notes_for_cases(cases: Iterable[int]) -> int:
    """Queues the notes of these cases and returns how many. May run twice: each note is queued once."""
    owed = 0
    for note in ImprovementNote.objects.select_related("turn").filter(case__in=list(cases), fixed_at=None):
        with transaction.atomic():
            if ImprovementNote.objects.filter(pk=note.pk, fixed_at=None).update(fixed_at=timezone.now()):
                owed += owe_note(note.turn)
    return owed


def owe_note(turn: Turn) -> int:
    """0 when nobody on a platform complained, or all who did want no notes."""
    interaction = turn.interactions.first()
    if interaction is None or not complainers(interaction, turn):
        return 0
    _delivery, created = Delivery.objects.get_or_create(
        interaction=interaction, purpose=DeliveryPurpose.NOTE, defaults={"place": interaction.place}
    )
    return int(created)


def complainers(interaction: Interaction, turn: Turn) -> list[PlatformUser]:
    """Who disliked this answer and wants notes."""
    down = Feedback.objects.filter(turn=turn, rating=Feedback.Rating.DOWN)
    prefix = f"{interaction.platform}:"
    ids = [person.removeprefix(prefix) for person in down.values_list("person", flat=True) if person.startswith(prefix)]
    people = PlatformUser.objects.filter(
        platform=interaction.platform, workspace=interaction.room.workspace, external_id__in=ids, wants_notes=True
    )
    return list(people)


def improved_turn_ids(conversation: Conversation) -> set[uuid.UUID]:
    """Answers whose asker disliked them on the web page, and whose case has passed since. One query."""
    asker = Feedback.objects.filter(turn=OuterRef("turn"), person="", rating=Feedback.Rating.DOWN)
    notes = ImprovementNote.objects.filter(Exists(asker), turn__conversation=conversation).exclude(fixed_at=None)
    return set(notes.values_list("turn_id", flat=True))


async def send_owed_notes() -> None:
    """Sends the notes that are owed. Calls the platforms. Two at once share the work."""
    for delivery in await run_in_database(owed_notes):
        if await run_in_database(claim_note, delivery):
            await send_note(delivery)


def owed_notes() -> list[Delivery]:
    notes = Delivery.objects.filter(purpose=DeliveryPurpose.NOTE, state__in=UNSENT)
    related = notes.select_related(
        "interaction__room__profile", "interaction__asker", "interaction__conversation", "interaction__turn"
    )
    return list(related.order_by("pk")[:MOST_AT_ONCE])


def claim_note(delivery: Delivery) -> bool:
    """One UPDATE decides who sends it. `delivery` then has what another sender has noted since it was looked up."""
    if not Delivery.objects.filter(pk=delivery.pk, state__in=UNSENT).update(state=State.OPENING):
        return False
    delivery.refresh_from_db(fields=["message_id"])
    return True


async def send_note(delivery: Delivery) -> None:
    """Sends a note at most once: one that may be there already is not worth a second one."""
    interaction = delivery.interaction
    try:
        sender = await sender_for(interaction)
        if interaction.is_private and not interaction.room.is_direct:
            sender = await sender.private()
        sender.key, sender.streams = f"note:{interaction.pk}", False
        message_id = await deliver_note(sender, delivery, build_note(interaction))
    except UnavailableError as error:
        await run_in_database(postpone_note, delivery, str(error))
    except (RefusedError, AmbiguousError) as error:
        logger.warning("A note to %s was not sent: %s", interaction.platform, error)
        await run_in_database(set_state, delivery, State.FAILED, error=str(error)[:200])
    else:
        await run_in_database(set_state, delivery, State.SENT, message_id=message_id, sent_at=timezone.now())


async def deliver_note(sender: Sender, delivery: Delivery, note: Answer) -> str:
    """The id of the note's message. One that an earlier try has opened is completed, so there is never a second."""
    if not sender.opens_first:
        return await sender.post(note)
    if not delivery.message_id:
        delivery.message_id = await sender.open("")
        await run_in_database(set_state, delivery, State.OPENING, message_id=delivery.message_id)
    await sender.finish(delivery.message_id, note)
    return delivery.message_id


def postpone_note(delivery: Delivery, error: str) -> None:
    """The next look tries again, but not for ever. Queries the database."""
    if timezone.now() - delivery.created_at > GIVEN_UP_AFTER:
        logger.error("A note to %s was not delivered: %s", delivery.interaction.platform, error)
        return set_state(delivery, State.FAILED, error=error[:200])
    return set_state(delivery, State.OPEN if delivery.message_id else State.OWED)


def set_state(delivery: Delivery, state: DeliveryState, **fields: object) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(state=state, **fields)


def build_note(interaction: Interaction) -> Answer:
    """No question is repeated: others may read along by now."""
    language = interaction.conversation.language
    with translation.override(language):
        text = _("An answer here was marked as not helpful. We have looked into it: asked again, it is better now.")
        hint = _("No more such notes? Write to me: “notes off”.")
    return replace(sentence_answer(text, language), notices=(hint,))
