"""Who approves is asked once, also where Slack fails at one of them."""

import asyncio
from typing import Any

import pytest
from aiohttp import web
from django.db.models import F
from django.utils import timezone

from apps.chat.channels import answer_abandoned_interactions
from apps.chat.channels.delivery import answer_platform_question, request_supervisor_approval, supervisor_approval
from apps.chat.models import Conversation, Interaction, InteractionState, PlatformUser, Room, Turn
from apps.chat.models.platform_rooms_and_people import Delivery, DeliveryPurpose, DeliveryState, InteractionKind
from apps.documents.models import Document
from apps.llm.errors import ModelError
from tests.chat.channels.conftest import QUESTION, REPLY, Model, as_text, deliver, quiet, run, states
from tests.fakes.models import Broken
from tests.fakes.slack import FakeSlack


@pytest.fixture
def supervised(slack: FakeSlack, fees: Document, model: Model) -> Room:
    """A room with one supervisor."""
    model(REPLY)
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1", four_eyes=True)
    room.supervisors.add(supervisor("UBOSS"))
    return room


def supervisor(name: str) -> PlatformUser:
    return PlatformUser.objects.create(platform="slack", workspace="T1", external_id=name)


def unchanged(fake: FakeSlack, values: dict[str, Any]) -> None:
    """The call is answered as usual."""


def down(fake: FakeSlack, values: dict[str, Any]) -> object:
    return web.Response(status=503)


def test_one_whom_slack_cannot_reach_now_makes_nobody_asked_twice(slack: FakeSlack, supervised: Room) -> None:
    supervised.supervisors.add(supervisor("UDEPUTY"))
    slack.trouble["chat.postMessage"] = [unchanged, down]

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))

    run(ask)
    assert states() == [InteractionState.APPROVAL]
    assert len(slack.messages("DUBOSS")) + len(slack.messages("DUDEPUTY")) == 1


def wait_until_asked_again() -> None:
    """As if the minute had passed."""
    Delivery.objects.filter(purpose=DeliveryPurpose.REVIEW).update(
        sent_at=F("sent_at") - request_supervisor_approval.ASKED_AGAIN
    )


async def look_after_open_questions() -> None:
    await asyncio.to_thread(wait_until_asked_again)
    await answer_abandoned_interactions.send_owed_messages()


def test_one_whom_slack_could_not_reach_is_asked_once_more_by_the_worker(slack: FakeSlack, supervised: Room) -> None:
    supervised.supervisors.add(supervisor("UDEPUTY"))
    slack.trouble["chat.postMessage"] = [unchanged, down]

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))
        await quiet()
        await answer_abandoned_interactions.send_owed_messages()
        assert len(slack.messages("DUBOSS")) + len(slack.messages("DUDEPUTY")) == 1
        await look_after_open_questions()
        await look_after_open_questions()

    run(ask)
    [first], [second] = slack.messages("DUBOSS"), slack.messages("DUDEPUTY")
    assert first["blocks"] == second["blocks"]
    assert states() == [InteractionState.APPROVAL]


def test_one_who_stays_out_of_reach_is_asked_twice_and_no_more(slack: FakeSlack, supervised: Room) -> None:
    supervised.supervisors.add(supervisor("UDEPUTY"))
    slack.trouble["chat.postMessage"] = [unchanged, down, down]

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))
        await quiet()
        for _ in range(3):
            await look_after_open_questions()

    run(ask)
    assert len(slack.calls("chat.postMessage")) == 3
    assert len(slack.messages("DUBOSS")) + len(slack.messages("DUDEPUTY")) == 1


def waiting_request(supervised: Room) -> Delivery:
    """A request for approval that one supervisor did not get."""
    asker = PlatformUser.objects.create(platform="slack", workspace="T1", external_id="U1")
    interaction = Interaction.objects.create(
        platform="slack", kind=InteractionKind.ASK, room=supervised, asker=asker,
        conversation=Conversation.objects.create(), text=QUESTION, state=InteractionState.APPROVAL,
    )  # fmt: skip
    return Delivery.objects.create(interaction=interaction, purpose=DeliveryPurpose.REVIEW, unreached=["UDEPUTY"])


def test_of_two_who_look_at_once_one_asks_again(supervised: Room) -> None:
    review = waiting_request(supervised)
    assert [
        request_supervisor_approval.claim_review_request(review),
        request_supervisor_approval.claim_review_request(review),
    ] == [True, False]


def test_the_buttons_of_a_request_that_was_forgotten_decide_nothing(supervised: Room) -> None:
    review = waiting_request(supervised)
    key = supervisor_approval.review_key(review.interaction_id, review.pk)
    assert supervisor_approval.interaction_awaiting_approval(key) == review.interaction
    interaction = review.interaction
    review.delete()
    Delivery.objects.create(interaction=interaction, purpose=DeliveryPurpose.REVIEW)
    assert supervisor_approval.interaction_awaiting_approval(key) is None


def test_nobody_is_asked_any_more_about_what_is_decided(slack: FakeSlack, supervised: Room) -> None:
    supervised.supervisors.add(supervisor("UDEPUTY"))
    slack.trouble["chat.postMessage"] = [unchanged, down]

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))
        await quiet()
        await Interaction.objects.aupdate(state=InteractionState.RECEIVED, decided_by="Chefin")
        await look_after_open_questions()

    run(ask)
    assert len(slack.messages("DUBOSS")) + len(slack.messages("DUDEPUTY")) == 1


def test_a_text_in_plain_language_is_shown_to_the_second_supervisor_too(
    slack: FakeSlack, supervised: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervised.supervisors.add(supervisor("UDEPUTY"))
    asker = supervisor("UASKER")
    conversation = Conversation.objects.create(channel="slack")
    interaction = Interaction.objects.create(
        platform="slack", room=supervised, asker=asker, conversation=conversation, text="Schwer.", draft="Leicht.",
        kind=InteractionKind.SIMPLIFY, state=InteractionState.APPROVAL, place={"channel": "C1"},
    )  # fmt: skip
    Delivery.objects.create(
        interaction=interaction, purpose=DeliveryPurpose.REVIEW, state=DeliveryState.SENT, sent_at=timezone.now(),
        unreached=["UDEPUTY"],
    )  # fmt: skip
    run(look_after_open_questions)
    [request] = slack.messages("DUDEPUTY")
    assert "Leicht." in str(request)
    assert not slack.messages("DUBOSS")


def test_while_none_can_be_reached_it_is_tried_again_and_the_asker_told_once(
    slack: FakeSlack, supervised: Room
) -> None:
    slack.trouble["chat.postMessage"] = [down]

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))
        await quiet()
        assert await asyncio.to_thread(states) == [InteractionState.RECEIVED]
        await Interaction.objects.aupdate(lease_until=None)
        interaction = await Interaction.objects.aget()
        await answer_platform_question.answer_interaction(interaction.pk)

    run(ask)
    assert states() == [InteractionState.APPROVAL]
    assert len(slack.messages("DUBOSS")) == 1
    assert len(slack.calls("chat.postEphemeral")) == 1


BROKEN_OFF = Broken(ModelError("away", code="interrupted", temporary=True), "Ein Anwohnerparkausweis kostet Geld")
OTHER_REPLY = REPLY.replace("Ein Anwohnerparkausweis kostet", "Anwohner zahlen")


async def ask_in_room(slack: FakeSlack) -> None:
    await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))
    await quiet()


async def approve(slack: FakeSlack, number: int = 0) -> None:
    review = slack.messages("DUBOSS")[number]
    key = review["blocks"][-1]["elements"][0]["value"]
    await deliver(slack, slack.press(review, "auskunft_approve", key, user="UBOSS"), form=True)
    await quiet()


def test_what_was_approved_is_sent_though_it_broke_off(slack: FakeSlack, supervised: Room, model: Model) -> None:
    fake = model(BROKEN_OFF, OTHER_REPLY)

    async def work() -> None:
        await ask_in_room(slack)
        assert "kostet Geld" in as_text(slack.messages("DUBOSS")[0])
        await approve(slack)

    run(work)
    [message] = slack.messages("C1")
    assert "kostet Geld" in as_text(message)
    assert "Anwohner zahlen" not in as_text(message)
    assert len(fake.calls) == 1
    assert states() == [InteractionState.ANSWERED]


def test_an_answer_in_place_of_an_approved_one_that_is_gone_needs_an_approval_of_its_own(
    slack: FakeSlack, supervised: Room, model: Model
) -> None:
    model(REPLY, OTHER_REPLY)

    async def work() -> None:
        await ask_in_room(slack)
        await asyncio.to_thread(Turn.objects.all().delete)
        await approve(slack)
        assert slack.messages("C1") == []
        assert await asyncio.to_thread(states) == [InteractionState.APPROVAL]
        await approve(slack, 1)

    run(work)
    assert "Anwohner zahlen" in as_text(slack.messages("C1")[0])


def test_an_answer_that_broke_off_is_shown_to_the_second_supervisor_too(
    slack: FakeSlack, supervised: Room, model: Model
) -> None:
    model(BROKEN_OFF)
    supervised.supervisors.add(supervisor("UDEPUTY"))
    slack.trouble["chat.postMessage"] = [unchanged, down]

    async def work() -> None:
        await ask_in_room(slack)
        await look_after_open_questions()

    run(work)
    assert "kostet Geld" in as_text(slack.messages("DUBOSS")[0])
    assert "kostet Geld" in as_text(slack.messages("DUDEPUTY")[0])
