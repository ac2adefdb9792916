"""Who approves is asked once, also where Slack fails at one of them."""

import asyncio
from typing import Any

import pytest
from aiohttp import web

from apps.chat.channels.delivery import answer_interaction
from apps.chat.models import Interaction, InteractionState, PlatformUser, Room
from apps.documents.models import Document
from tests.chat.channels.conftest import QUESTION, REPLY, Model, deliver, quiet, run, states
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
        await answer_interaction.answer_interaction(interaction.pk)

    run(ask)
    assert states() == [InteractionState.APPROVAL]
    assert len(slack.messages("DUBOSS")) == 1
    assert len(slack.calls("chat.postEphemeral")) == 1
