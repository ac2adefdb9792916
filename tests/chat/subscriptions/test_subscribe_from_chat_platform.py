"""In a thread of a chat platform: wished for in words, told in the same thread, by the rights of who reads there."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from apps.chat.channels.intake.platform_neutral_interaction import IncomingInteraction, classify_incoming_text
from apps.chat.channels.intake.replies_to_non_questions import reply_sentence
from apps.chat.channels.intake.store_interaction import store_interaction
from apps.chat.models import AnswerChange, Interaction, InteractionKind, PlatformUser, Room, RoomKind, Subscription
from apps.chat.models.platform_rooms_and_people import Platform
from apps.chat.subscriptions.check_for_changed_answers import process_changed_answers
from apps.documents.models import Document
from tests.chat.subscriptions.conftest import QUESTION, Answered, publish
from tests.chat.subscriptions.test_check_for_changed_answers import DEARER, JANUARY


def written(text: str, key: str, room_kind: RoomKind = RoomKind.CHANNEL, asker: str = "U1") -> Interaction:
    kind, text = classify_incoming_text(text)
    stored = store_interaction(
        IncomingInteraction(
            platform=Platform.SLACK,
            workspace="T1",
            room="C1",
            room_kind=room_kind,
            asker=asker,
            thread="1.0",
            text=text,
            keys=(key,),
            place={"channel": "C1", "thread": "1.0"},
            kind=kind,
        )
    )
    assert stored is not None
    return stored


def answered_in_thread(answered: Answered, **values: Any) -> Interaction:
    """A thread whose question has its answer."""
    asked = written(QUESTION, "k1", **values)
    turn = answered(QUESTION)
    turn.conversation = asked.conversation
    turn.save()
    return asked


def test_the_word_comes_as_a_message_of_the_thread(answered: Answered, dogs: Document) -> None:
    asked = answered_in_thread(answered)
    wish = written("Bescheid bei Änderung!", "k2")
    assert (wish.kind, wish.text) == (InteractionKind.REPLY, "word_on")
    assert Subscription.objects.get().user is None, "in a room the rights of everybody"
    publish(dogs, DEARER, JANUARY)
    process_changed_answers()
    word = Interaction.objects.exclude(pk__in=[asked.pk, wish.pk]).get()
    assert (word.conversation, word.place) == (asked.conversation, asked.place)
    said = reply_sentence(word.text, "de")
    assert "120 Euro" in said
    assert "144 Euro" in said
    process_changed_answers()
    assert Interaction.objects.count() == 3


def test_no_more_word_ends_it(answered: Answered, dogs: Document) -> None:
    answered_in_thread(answered)
    written("tell me when this changes", "k2")
    written("no more word", "k3")
    assert Subscription.objects.count() == AnswerChange.objects.count() == 0


def test_word_in_a_room_is_the_threads_whoever_wished_for_it(answered: Answered) -> None:
    """Whoever joins has no row of their own: their "no more" deleted nothing, and said that it had."""
    answered_in_thread(answered)
    written("tell me when this changes", "k2")
    assert written("tell me when this changes", "k3", asker="U2").text == "word_on"
    assert Subscription.objects.count() == 1
    written("no more word", "k4", asker="U2")
    assert Subscription.objects.count() == 0


@pytest.mark.django_db
def test_without_an_answer_there_is_nothing_to_watch() -> None:
    assert written("tell me when this changes", "k1").text == "word_impossible"


def test_not_where_a_supervisor_approves_answers(answered: Answered) -> None:
    answered_in_thread(answered)
    Room.objects.update(four_eyes=True)
    assert written("tell me when this changes", "k2").text == "word_impossible"


def test_in_a_direct_message_the_rights_are_the_askers(answered: Answered) -> None:
    user = User.objects.create_user("anna")
    PlatformUser.objects.create(platform=Platform.SLACK, workspace="T1", external_id="U1", user=user)
    answered_in_thread(answered, room_kind=RoomKind.DIRECT)
    assert written("tell me when this changes", "k2", room_kind=RoomKind.DIRECT).text == "word_on"
    assert Subscription.objects.get().user == user


@pytest.mark.parametrize("text", ["word_on", "word_off", "word_impossible"])
@pytest.mark.django_db
def test_every_reply_has_its_sentence(text: str) -> None:
    assert len(reply_sentence(text, "de")) > 20
