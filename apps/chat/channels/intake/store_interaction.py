"""Stores an interaction once (the inbox), in one transaction, before the platform hears that it has arrived."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from apps.chat.admission.admit_question import NotAdmitted, apply_personal_data_rule
from apps.chat.channels.intake.asker_language import language_of_asker
from apps.chat.channels.intake.platform_neutral_interaction import (
    NOTE_COMMANDS,
    SUBSCRIPTION_COMMANDS,
    IncomingInteraction,
)
from apps.chat.channels.intake.replies_to_non_questions import fixed_reply_reference
from apps.chat.channels.intake.reply_audience import active_user
from apps.chat.fixed_answers.crisis_classifier.classify_message import classify_message
from apps.chat.fixed_answers.find_fixed_answer import FixedReply, find_fixed_answer
from apps.chat.models import Channel, Conversation
from apps.chat.models.fixed_answers import load_own_fixed_answers
from apps.chat.models.platform_rooms_and_people import (
    Interaction,
    InteractionKey,
    InteractionKind,
    Platform,
    PlatformUser,
    Room,
    RoomKind,
)
from apps.chat.models.service_settings import load_service_rules
from apps.chat.subscriptions.subscribe_from_chat_platform import subscribe_by_message

COPY_WINDOW = timedelta(seconds=60)


def store_interaction(incoming: IncomingInteraction) -> Interaction | None:
    """The stored interaction, None when it is known already. One transaction. Raises DatabaseError.

    The unique keys decide between deliveries at the same moment: the second one waits for the first and then fails.
    """
    if has_known_key(incoming.keys):
        return None
    asker = get_or_create_asker(incoming)
    room = get_or_create_room(incoming)
    # Before the transaction: a model may be asked whether somebody is in need.
    to_store = apply_storage_rules(incoming)
    try:
        with transaction.atomic():
            if incoming.copy_of and is_recent_copy(incoming.copy_of):
                return None
            return insert_interaction(to_store, room, asker)
    except IntegrityError:
        if has_known_key(incoming.keys):
            return None
        raise


def has_known_key(keys: Sequence[str]) -> bool:
    return InteractionKey.objects.filter(key__in=keys).exists()


def apply_storage_rules(incoming: IncomingInteraction) -> IncomingInteraction:
    """Replaces what the rules forbid to store by the name of the sentence that answers it."""
    if incoming.kind == InteractionKind.REPLY:
        return incoming
    if incoming.kind == InteractionKind.ASK and (reply := find_fixed_reply(incoming)):
        # Of the message itself nothing is stored.
        return replace(incoming, kind=InteractionKind.REPLY, text=fixed_reply_reference(reply))
    try:
        return replace(incoming, text=apply_personal_data_rule(incoming.text, load_service_rules()))
    except NotAdmitted:
        return replace(incoming, kind=InteractionKind.REPLY, text="personal_data")


def find_fixed_reply(incoming: IncomingInteraction) -> FixedReply | None:
    """The card in place of an answer. One that is offered beside it comes with the answer."""
    language = incoming.language[:2] or settings.LANGUAGE_CODE
    reply = find_fixed_answer(incoming.text, language, load_own_fixed_answers(), classify_message(incoming.text))
    return None if reply and reply.is_beside_answer else reply


def insert_interaction(incoming: IncomingInteraction, room: Room, asker: PlatformUser) -> Interaction:
    interaction = Interaction.objects.create(
        platform=incoming.platform,
        kind=incoming.kind,
        room=room,
        asker=asker,
        conversation=get_or_create_conversation(incoming, room, asker),
        text=incoming.text,
        place=incoming.place,
        is_private=incoming.is_private,
    )
    # In one order everywhere, so that two deliveries with the same keys never wait for each other in a circle.
    if interaction.kind == InteractionKind.REPLY and interaction.text in SUBSCRIPTION_COMMANDS.values():
        interaction.text = subscribe_by_message(interaction)
        interaction.save(update_fields=["text"])
    names = sorted({*incoming.keys, *copy_keys(incoming, interaction)})
    InteractionKey.objects.bulk_create(InteractionKey(key=key, interaction=interaction) for key in names)
    return interaction


def copy_keys(incoming: IncomingInteraction, interaction: Interaction) -> list[str]:
    """A name by which a copy is recognised, unique by the interaction's own id because people may ask again later."""
    return [f"{copy_prefix(incoming.copy_of)}:{interaction.pk}"] if incoming.copy_of else []


def copy_prefix(text: str) -> str:
    return "copy:" + hashlib.sha256(text.encode()).hexdigest()


def is_recent_copy(text: str) -> bool:
    """Whether the same came within the last minute by the database's clock. Holds others off until the commit.

    By a text, where apps/database/advisory_lock.py takes numbers.
    """
    prefix = copy_prefix(text)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [prefix])
    found = InteractionKey.objects.filter(key__startswith=f"{prefix}:", created_at__gt=Now() - COPY_WINDOW)
    return found.exists()


def get_or_create_asker(incoming: IncomingInteraction) -> PlatformUser:
    asker, _created = PlatformUser.objects.select_related("user").get_or_create(
        platform=incoming.platform, workspace=incoming.workspace, external_id=incoming.asker
    )
    changed: dict[str, object] = {
        name: value
        for name, value in (("name", incoming.asker_name[:200]), ("told_language", incoming.language[:16]))
        if value and getattr(asker, name) != value
    }
    if incoming.is_direct and incoming.place and asker.private_place != without_thread(incoming.place):
        changed["private_place"] = without_thread(incoming.place)
    if incoming.kind == InteractionKind.REPLY and incoming.text in NOTE_COMMANDS.values():
        changed["wants_notes"] = incoming.text == "notes_on"
    if changed:
        PlatformUser.objects.filter(pk=asker.pk).update(**changed)
        for name, value in changed.items():
            setattr(asker, name, value)
    return asker


def without_thread(place: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in place.items() if name not in ("thread", "question")}


def get_or_create_room(incoming: IncomingInteraction) -> Room:
    room, _created = Room.objects.get_or_create(
        platform=incoming.platform,
        workspace=incoming.workspace,
        external_id=incoming.room,
        defaults={"kind": incoming.room_kind, "place": without_thread(incoming.place)},
    )
    if incoming.is_direct and not room.is_direct:
        # A command does not tell whose direct messages it was typed into; a message to us does.
        room.kind = RoomKind.DIRECT
        room.save(update_fields=["kind"])
    return room


def get_or_create_conversation(incoming: IncomingInteraction, room: Room, asker: PlatformUser) -> Conversation:
    """The conversation of the thread. A private one belongs to its user; what a room says belongs to nobody."""
    is_private = room.is_direct or incoming.is_private
    owner = active_user(asker.user) if is_private else None
    language = language_of_asker(room, asker)
    conversation, _created = Conversation.objects.get_or_create(
        opening_key=thread_key(room, incoming.thread, asker if is_private else None),
        defaults={"channel": Channel(incoming.platform), "user": owner, "language": language},
    )
    if conversation.language != language:
        # Chats of Teams are one conversation for ever: it follows the room's rules and whoever asks now.
        conversation.language = language
        conversation.save(update_fields=["language"])
    return conversation


def has_answered_in_thread(platform: Platform, workspace: str, room_id: str, thread: str) -> bool:
    """Whether a conversation of ours belongs to this thread. One query."""
    room = Room(platform=platform, workspace=workspace, external_id=room_id)
    return Conversation.objects.filter(opening_key=thread_key(room, thread, None)).exists()


def thread_key(room: Room, thread: str, asker: PlatformUser | None) -> str:
    """Returns the key of a thread, for a private one with asker and linked user: a new link opens a new one.

    So does a deactivated user: what they were told with their rights is nobody's to go on with.
    """
    parts = [room.platform, room.workspace, room.external_id, thread]
    if asker is not None:
        reader = active_user(asker.user)
        parts += [asker.external_id, str(reader.pk if reader else "")]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
