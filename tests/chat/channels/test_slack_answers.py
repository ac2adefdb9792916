"""A question in Slack over real HTTP: answered once, with its sources, in the thread where it was asked."""

import pytest

from apps.chat.models import Delivery, Gesture, Turn
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
    assert states() == [Gesture.State.ANSWERED]
    [message] = slack.messages("D1")
    assert message["thread_ts"] == question["event"]["ts"]
    assert "30,70 Euro im Jahr [1]" in message["text"]
    assert f"https://auskunft.example/documents/{fees.pk}/pages/1/" in as_text(message["blocks"])
    assert message["metadata"]["event_payload"]["key"] == str(Gesture.objects.get().pk)
    assert Turn.objects.get().conversation.channel == "slack"
    assert Delivery.objects.get().state == Delivery.State.SENT


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
