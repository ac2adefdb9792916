"""A question in Slack over real HTTP: answered once, with its sources, in the thread where it was asked."""

import asyncio
import time
from typing import Any

import pytest
from aiohttp import web
from django.db import OperationalError

from apps.chat.channels.slack import reply_sender, web_api
from apps.chat.channels.slack.incoming import receive_events_and_commands
from apps.chat.channels.slack.rate_limits import SlackLimits
from apps.chat.models import Delivery, DeliveryState, Interaction, InteractionState, Turn
from apps.documents.models import Document
from tests.chat.channels.conftest import QUESTION, REPLY, Model, as_text, deliver, run, states
from tests.fakes.slack import FakeSlack


def test_a_direct_message_is_answered_in_its_thread_with_a_link_to_the_page(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    model(REPLY)
    question = slack.message(QUESTION)

    async def ask() -> None:
        assert await deliver(slack, question) == 200

    run(ask)
    assert states() == [InteractionState.ANSWERED]
    [message] = slack.messages("D1")
    assert message["thread_ts"] == question["event"]["ts"]
    assert "30,70 Euro im Jahr [1]" in message["text"]
    assert f"https://auskunft.example/documents/{fees.pk}/pages/1/" in as_text(message["blocks"])
    assert message["metadata"]["event_payload"]["key"] == str(Interaction.objects.get().pk)
    assert Turn.objects.get().conversation.channel == "slack"
    assert Delivery.objects.get().state == DeliveryState.SENT


@pytest.mark.parametrize("streams", [True, False])
def test_the_text_grows_where_slack_streams_and_where_it_refuses(
    slack: FakeSlack, fees: Document, model: Model, streams: bool
) -> None:
    model(REPLY)
    slack.streams = streams

    async def ask() -> None:
        await deliver(slack, slack.message(QUESTION))

    run(ask)
    [message] = slack.messages("D1")
    assert "30,70 Euro" in message["text"]
    assert message.get("streaming_until", 0) == 0
    assert len(slack.calls("chat.startStream")) == 1
    assert len(slack.calls("chat.postMessage")) == (0 if streams else 1)


def test_a_stream_that_has_expired_goes_on_as_edits_of_the_same_message(
    slack: FakeSlack, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_sender, "GROW_SECONDS", 0.0)
    slack.stream_seconds = 0.0
    model(REPLY)

    async def ask() -> None:
        await deliver(slack, slack.message(QUESTION))

    run(ask)
    assert slack.calls("chat.appendStream")
    [message] = slack.messages("D1")
    assert "30,70 Euro im Jahr [1]" in message["text"]
    assert states() == [InteractionState.ANSWERED]


def test_slacks_word_on_when_to_call_again_is_obeyed(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    refused_at: list[float] = []

    def over_the_limit(fake: FakeSlack, values: dict[str, Any]) -> web.Response:
        refused_at.append(time.monotonic())
        return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": "1"})

    slack.streams = False
    slack.trouble["chat.postMessage"] = [over_the_limit]

    async def ask() -> None:
        await deliver(slack, slack.message(QUESTION))

    run(ask)
    [message] = slack.messages("D1")
    assert "30,70 Euro im Jahr [1]" in message["text"]
    first, second = slack.calls("chat.postMessage")
    assert first.at <= refused_at[0]
    assert second.at - refused_at[0] >= 1.0


def test_a_question_that_the_database_did_not_take_is_not_acknowledged(
    slack: FakeSlack,
    transactional_db: None,
    model: Model,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def failing(*arguments: Any) -> None:
        raise OperationalError("the connection is gone")

    monkeypatch.setattr(receive_events_and_commands, "store_interaction", failing)
    fake = model()

    async def ask() -> None:
        assert await deliver(slack, slack.message(QUESTION)) == 503
        assert await deliver(slack, slack.command(QUESTION), form=True) == 503

    run(ask)
    assert slack.log == []
    assert fake.calls == []
    assert "brings it again" in caplog.text
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize(("made", "grows"), [(39, True), (40, False)])
def test_text_that_grows_leaves_calls_of_the_minute_to_messages_that_end(
    monkeypatch: pytest.MonkeyPatch, made: int, grows: bool
) -> None:
    """Fifty edits are allowed in a minute; the last ten are for answers that are complete."""
    called: list[str] = []

    async def noted(method: str, values: dict[str, Any], **_more: Any) -> dict[str, Any]:
        called.append(method)
        return {}

    limits = SlackLimits(scale=1)
    for _ in range(made):
        limits.take("chat.update")
    monkeypatch.setattr(web_api, "LIMITS", limits)
    monkeypatch.setattr(reply_sender, "call_slack", noted)
    sender = reply_sender.SlackSender("key", "C1", "", "T1", "U1", "de")
    asyncio.run(sender.grow("17.1", "Drei Euro"))
    assert called == (["chat.update"] if grows else [])


def test_a_request_for_approval_is_not_taken_for_the_private_answer_beside_it(slack: FakeSlack) -> None:
    """It has no key, as a stream just begun; a private answer is never streamed."""

    async def look() -> str | None:
        await web_api.call_slack("chat.postMessage", {"channel": "D1", "text": "Freigeben?"}, channel="D1")
        sender = reply_sender.SlackSender("key", "D1", "", "T1", "U1", "de", streams=False)
        assert len(await sender.own_messages()) == 1
        return await sender.find([])

    assert run(look) is None
