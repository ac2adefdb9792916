"""An answer that waited for its approval while the room, the rights or the documents behind it changed."""

import asyncio
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User

from apps.chat.models import Turn
from apps.chat.models.platform_rooms_and_people import Delivery, Interaction, InteractionState, PlatformUser, Room
from apps.documents.lifecycle.restrict_document_access import set_readers
from apps.documents.lifecycle.withdraw_documents import BY_PERSON, withdraw_documents
from apps.documents.models import Document
from tests.chat.channels.conftest import QUESTION, REPLY, Model, as_text, deliver, quiet, run, states
from tests.chat.channels.intake import test_reply_audience
from tests.chat.channels.intake.test_reply_audience import ABOUT_THE_SECRET, as_a_model_would, linked
from tests.fakes.slack import FakeSlack

staff, secret = test_reply_audience.staff, test_reply_audience.secret


@pytest.fixture
def supervised(slack: FakeSlack, staff: Group) -> Room:
    """A room of three people who may read everything; one of them approves."""
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1", kind="channel", four_eyes=True)
    linked("U1", staff)
    linked("U2", staff)
    room.supervisors.add(linked("UBOSS", staff))
    slack.members["C1"] = ["U1", "U2", "UBOSS"]
    return room


def approved(slack: FakeSlack, question: str, meanwhile: Callable[[], None]) -> str:
    """The question, what happens while its answer waits, and the supervisor's yes to that answer.

    Returns what the button said.
    """
    keys: list[str] = []

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {question}", channel="C1"))
        await quiet()

    async def approve() -> None:
        review = slack.messages("DUBOSS")[0]
        keys.append(review["blocks"][-1]["elements"][0]["value"])
        await deliver(slack, slack.press(review, "auskunft_approve", keys[0], user="UBOSS"), form=True)

    run(ask)
    assert states() == [InteractionState.APPROVAL]
    meanwhile()
    run(approve)
    return keys[0]


def test_a_guest_who_came_meanwhile_reads_nothing_of_it(
    slack: FakeSlack, supervised: Room, secret: Document, model: Model
) -> None:
    model(*[as_a_model_would] * 4)
    old = approved(slack, ABOUT_THE_SECRET, lambda: slack.members["C1"].append("UGUEST"))
    assert "412 Euro" not in as_text({"room": slack.messages("C1")})
    assert not Turn.objects.filter(conversation__user=None, answer__contains="412").exists()
    # What the asker alone gets is another answer, which needs a yes of its own.
    assert states() == [InteractionState.APPROVAL]
    assert Interaction.objects.get().is_private
    [first, second] = slack.messages("DUBOSS")

    async def approve_again() -> None:
        # Who presses the button of the first answer again has not read the second.
        await deliver(slack, slack.press(first, "auskunft_approve", old, user="UBOSS"), form=True)
        await quiet()
        assert await asyncio.to_thread(states) == [InteractionState.APPROVAL]
        key = second["blocks"][-1]["elements"][0]["value"]
        await deliver(slack, slack.press(second, "auskunft_approve", key, user="UBOSS"), form=True)

    run(approve_again)
    assert "412 Euro" in as_text({"asker": slack.messages("DU1")})
    assert slack.messages("C1") == []
    assert Delivery.objects.filter(purpose="answer").count() == 1


def test_an_asker_whose_account_was_closed_meanwhile_is_told_nothing_of_it(
    slack: FakeSlack, supervised: Room, secret: Document, model: Model
) -> None:
    model(*[as_a_model_would] * 4)
    Interaction.objects.all().delete()

    async def ask() -> None:
        await deliver(slack, slack.command(ABOUT_THE_SECRET), form=True)
        await quiet()

    async def approve() -> None:
        review = slack.messages("DUBOSS")[0]
        key = review["blocks"][-1]["elements"][0]["value"]
        await deliver(slack, slack.press(review, "auskunft_approve", key, user="UBOSS"), form=True)

    run(ask)
    User.objects.filter(username="user-U1").update(is_active=False)
    run(approve)
    assert "412 Euro" not in as_text({"asker": slack.messages("DU1"), "room": slack.messages("C1")})


def test_a_document_that_was_closed_meanwhile_is_not_told_of(
    slack: FakeSlack, supervised: Room, fees: Document, model: Model
) -> None:
    model(REPLY, *[as_a_model_would] * 4)
    approved(slack, QUESTION, lambda: close(fees))
    assert "30,70 Euro" not in as_text({"room": slack.messages("C1")})


def close(document: Document) -> None:
    set_readers([document.pk], people=[User.objects.create(username="only").pk])


def test_a_document_that_was_withdrawn_meanwhile_is_not_told_of(
    slack: FakeSlack, supervised: Room, fees: Document, model: Model
) -> None:
    model(REPLY, *[as_a_model_would] * 4)
    approved(slack, QUESTION, lambda: withdraw_documents([fees.pk], BY_PERSON) and None)
    assert "30,70 Euro" not in as_text({"room": slack.messages("C1")})


def test_what_may_still_be_told_is_told_once(
    slack: FakeSlack, supervised: Room, secret: Document, model: Model
) -> None:
    model(*[as_a_model_would] * 4)
    approved(slack, ABOUT_THE_SECRET, lambda: linked_and_in(slack))
    assert "412 Euro" in slack.messages("C1")[0]["text"]
    assert (Turn.objects.count(), len(slack.messages("DUBOSS"))) == (1, 1)


def linked_and_in(slack: FakeSlack) -> None:
    linked("UNEW", Group.objects.get(name="krisenstab"))
    slack.members["C1"].append("UNEW")
    assert PlatformUser.objects.filter(external_id="UNEW").exists()
