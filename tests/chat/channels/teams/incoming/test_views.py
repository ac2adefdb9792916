"""Threads, supervisors and the stop button in Teams."""

import asyncio
from typing import Any

from apps.chat.models import Conversation, Feedback, Interaction, InteractionState, PlatformUser, Room, Turn
from apps.chat.models.platform_rooms_and_people import Delivery
from apps.documents.models import Document
from tests.chat.channels.conftest import QUESTION, REPLY, Model, as_text, deliver_activity, quiet, run, states
from tests.fakes.teams import FakeTeams, refusal

THREAD = "19:room@thread.tacv2;messageid=1"


def test_in_a_thread_it_takes_part_in_a_follow_up_needs_no_mention(
    teams: FakeTeams, fees: Document, model: Model
) -> None:
    model(REPLY, QUESTION, REPLY)
    place = {"id": THREAD, "conversationType": "channel", "tenantId": "tenant-1"}

    async def talk() -> None:
        await deliver_activity(teams, teams.mention(QUESTION))
        await quiet()
        await deliver_activity(
            teams, teams.message("Und wie zahle ich?", conversation=THREAD) | {"conversation": place}
        )
        await quiet()
        other = place | {"id": "19:room@thread.tacv2;messageid=2"}
        await deliver_activity(teams, teams.message("Mahlzeit") | {"conversation": other})

    run(talk)
    assert Turn.objects.count() == 2
    assert Conversation.objects.count() == 1
    assert len(teams.messages(THREAD)) == 2


def test_a_supervisor_decides_in_the_chat_with_the_bot(teams: FakeTeams, fees: Document, model: Model) -> None:
    model(REPLY)
    room = Room.objects.create(
        platform="teams", workspace="tenant-1", external_id="19:room@thread.tacv2", four_eyes=True
    )
    place = {
        "service_url": teams.service_url, "conversation": "personal-boss", "kind": "personal", "tenant": "tenant-1",
        "bot": "28:bot", "user": "29:boss",
    }  # fmt: skip
    boss = PlatformUser.objects.create(platform="teams", workspace="tenant-1", external_id="boss", private_place=place)
    room.supervisors.add(boss)

    async def talk() -> None:
        await deliver_activity(teams, teams.mention(QUESTION))
        await quiet()
        assert "30,70" not in as_text({"all": teams.messages(THREAD)})
        [review] = teams.messages("personal-boss")
        assert "30,70 Euro" in review["text"]
        decision = review["attachments"][0]["content"]["actions"][0]["data"]
        for user in ("29:eva", "29:boss", "29:boss"):
            pressed = teams.message("", conversation="personal-boss", user=user, value=decision, attachments=[])
            await deliver_activity(teams, pressed)
            await quiet()

    run(talk)
    assert states() == [InteractionState.ANSWERED]
    assert sum("30,70 Euro" in one["text"] for one in teams.messages(THREAD)) == 1
    assert Interaction.objects.get().decided_by


def test_who_presses_stop_still_gets_one_whole_message(teams: FakeTeams, fees: Document, model: Model) -> None:
    model(REPLY)
    calls: list[str] = []

    def stopped(fake: FakeTeams, path: str, activity: dict[str, Any]) -> Any:
        calls.append(path)
        return refusal("ContentStreamNotAllowed", "Content stream was canceled by user.") if len(calls) > 1 else None

    teams.trouble = [stopped] * 2

    async def talk() -> None:
        await deliver_activity(teams, teams.message(QUESTION))

    run(talk)
    assert states() == [InteractionState.ANSWERED]
    assert sum("30,70 Euro im Jahr [1]" in one["text"] for one in teams.messages("personal-1")) == 1


def test_a_rating_is_of_the_message_in_its_own_conversation_whose_id_another_may_have(
    teams: FakeTeams, fees: Document, model: Model
) -> None:
    """Ids of messages are times in milliseconds, and unique within a conversation."""
    model(REPLY, REPLY)

    async def talk() -> None:
        await deliver_activity(teams, teams.message(QUESTION, conversation="personal-1"))
        await quiet()
        await deliver_activity(teams, teams.message(QUESTION, conversation="personal-2", user="29:max"))
        await quiet()
        await asyncio.to_thread(Delivery.objects.update, message_id="1700000000000")
        value = {"actionName": "feedback", "actionValue": {"reaction": "like"}}
        for conversation in ("personal-2", "personal-3"):
            sent = teams.invoke("message/submitAction", value, reply_to="1700000000000", conversation=conversation)
            await deliver_activity(teams, sent)

    run(talk)
    assert Feedback.objects.get().turn.conversation.interactions.get().room.external_id == "personal-2"


def test_who_is_answered_privately_rates_where_the_answer_is(teams: FakeTeams, fees: Document, model: Model) -> None:
    model(REPLY)

    async def talk() -> None:
        await deliver_activity(teams, teams.mention(QUESTION))
        await quiet()
        await asyncio.to_thread(Interaction.objects.update, is_private=True)
        delivery = await Delivery.objects.aget()
        value = {"actionName": "feedback", "actionValue": {"reaction": "like"}}
        for user in ("29:max", "29:eva"):
            sent = teams.invoke("message/submitAction", value, reply_to=delivery.message_id, conversation="personal-9")
            sender = {"id": user, "aadObjectId": user.removeprefix("29:")}
            await deliver_activity(teams, sent | {"from": sender})

    run(talk)
    assert Feedback.objects.get().person == "teams:eva"
