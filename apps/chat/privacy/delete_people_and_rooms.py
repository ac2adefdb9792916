"""Deletes people and rooms of the chat platforms with what was asked by them and in them."""

import uuid
from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet

from apps.chat.models import Conversation, Interaction, PlatformUser, Room, Turn
from apps.chat.privacy.delete_conversations import delete_conversations, delete_turns


def delete_platform_users(ids: Iterable[int]) -> int:
    """How many people there were. One transaction; may run twice.

    Conversations in which nobody else has asked go as a whole. Of those shared with others their own questions go.
    """
    with transaction.atomic():
        people = PlatformUser.objects.filter(pk__in=list(ids))
        asked = Interaction.objects.filter(asker__in=people)
        conversations = Conversation.objects.filter(pk__in=asked.values("conversation"))
        of_others = Interaction.objects.filter(conversation__in=conversations).exclude(asker__in=people)
        delete_conversations(conversations.exclude(pk__in=of_others.values("conversation")))
        delete_turns(Turn.objects.filter(pk__in=turns_of_interactions(asked, conversations)))
        _rows, numbers = people.delete()
    return numbers.get(PlatformUser._meta.label, 0)


def turns_of_interactions(asked: QuerySet[Interaction], conversations: QuerySet[Conversation]) -> set[uuid.UUID]:
    """Their answers, and the attempts that ended without one: those are known by their message id alone
    (apps/chat/channels/intake/interaction_to_question.py). Two queries."""
    turns = dict(asked.values_list("pk", "turn"))
    begun = Turn.objects.filter(conversation__in=conversations, client_message_id__contains="#")
    attempts = {
        pk
        for pk, message_id in begun.values_list("pk", "client_message_id")
        if message_id.partition("#")[0] in {str(interaction) for interaction in turns}
    }
    return attempts | {turn for turn in turns.values() if turn is not None}


def delete_rooms(ids: Iterable[int]) -> None:
    """With their conversations: without the room nobody could tell any more who has asked in them. One transaction."""
    with transaction.atomic():
        rooms = Room.objects.filter(pk__in=list(ids))
        asked = Interaction.objects.filter(room__in=rooms)
        delete_conversations(Conversation.objects.filter(pk__in=asked.values("conversation")))
        rooms.delete()
