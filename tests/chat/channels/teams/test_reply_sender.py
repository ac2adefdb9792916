"""A question in Teams over real HTTP: answered once, streamed in one-to-one chats, as one message elsewhere."""

from typing import Any

import pytest
from django.db import OperationalError

from apps.chat.channels.teams import reply_sender
from apps.chat.channels.teams.incoming import views
from apps.chat.models import Interaction, InteractionState
from apps.documents.models import Document
from tests.chat.channels.conftest import QUESTION, REPLY, Model, deliver_activity, run, states
from tests.fakes.teams import FakeTeams

ROOM = "19:room@thread.tacv2;messageid=1"


def ask(teams: FakeTeams, activity: dict[str, Any]) -> None:
    async def work() -> None:
        assert (await deliver_activity(teams, activity)).status_code == 200

    run(work)


def test_a_personal_question_is_streamed_and_ends_with_label_citations_and_feedback(
    teams: FakeTeams, fees: Document, model: Model
) -> None:
    model(REPLY)
    ask(teams, teams.message(QUESTION))
    assert states() == [InteractionState.ANSWERED]
    [message] = teams.messages("personal-1")
    assert message["id"].startswith("stream-")
    assert "30,70 Euro im Jahr [1]" in message["text"]
    [entity] = [one for one in message["entities"] if one.get("@type") == "Message"]
    assert entity["additionalType"] == ["AIGeneratedContent"]
    appearance = entity["citation"][0]["appearance"]
    assert appearance["url"].startswith(f"https://auskunft.example/documents/{fees.pk}/pages/1/")
    assert len(appearance["name"]) <= 80
    assert len(appearance["abstract"]) <= 160
    assert message["channelData"]["feedbackLoop"] == {"type": "custom"}


def test_a_mention_in_a_channel_gets_one_message(teams: FakeTeams, fees: Document, model: Model) -> None:
    fake = model(REPLY)
    ask(teams, teams.mention(QUESTION, conversation=ROOM))
    assert states() == [InteractionState.ANSWERED]
    [message] = teams.messages(ROOM)
    assert "30,70 Euro im Jahr [1]" in message["text"]
    assert not teams.streams
    assert QUESTION in fake.calls[0][-1].text


def test_after_two_minutes_the_whole_text_comes_in_one_message(
    teams: FakeTeams, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_sender, "GROW_SECONDS", 0.0)
    model(REPLY)
    teams.stream_seconds = 0.05
    ask(teams, teams.message(QUESTION))
    [message] = teams.messages("personal-1")
    assert "30,70 Euro im Jahr [1]" in message["text"]
    assert states() == [InteractionState.ANSWERED]


FILE = {"contentType": "application/vnd.microsoft.teams.file.download.info", "name": "Bescheid.pdf"}


@pytest.mark.parametrize(
    ("text", "attachments", "part"),
    [("", [FILE], "Dateien"), ("x" * 40_000, [], "2000"), ("  ", [], "als Text")],
    ids=["file", "huge", "empty"],
)
def test_what_cannot_be_answered_gets_one_sentence(
    teams: FakeTeams, transactional_db: None, text: str, attachments: list[dict[str, Any]], part: str
) -> None:
    ask(teams, teams.message(text, attachments=attachments))
    [message] = teams.messages("personal-1")
    assert part in message["text"]
    assert Interaction.objects.get().turn is None
    assert len(Interaction.objects.get().text) < 50


def test_a_question_that_the_database_did_not_take_is_not_acknowledged(
    teams: FakeTeams, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*arguments: Any) -> None:
        raise OperationalError("the connection is gone")

    monkeypatch.setattr(views, "store_interaction", failing)

    async def work() -> None:
        assert (await deliver_activity(teams, teams.message(QUESTION))).status_code == 503

    run(work)
    assert teams.log == []
    assert "brings it again" in caplog.text
    assert not any(record.exc_info for record in caplog.records)
