"""“Say it simply” under four eyes, through crashes, and at the length of a message."""

import asyncio
from typing import Any

import pytest

from apps.chat.channels.delivery import answer_platform_question, claim_interactions
from apps.chat.channels.intake.platform_neutral_interaction import classify_incoming_text
from apps.chat.channels.interface.channel_answer import sentence_answer
from apps.chat.channels.simplify_hook import HOOKS
from apps.chat.channels.slack import message_blocks
from apps.chat.channels.teams import render_answer_activity
from apps.chat.models import Interaction, InteractionKind, InteractionState, PlatformUser, Room
from apps.llm.errors import ModelError
from tests.chat.channels.conftest import as_text, deliver, deliver_activity, quiet, run, states
from tests.fakes.slack import FakeSlack, broken
from tests.fakes.teams import FakeTeams

TEXT = "Die Gebühr ist zu entrichten."


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stands for the model: each call gives another text, and is listed."""
    calls: list[str] = []

    async def simple(text: str, language: str) -> str:
        calls.append(text)
        return f"Fassung {len(calls)}: Sie müssen zahlen."

    monkeypatch.setitem(HOOKS, "simplify", simple)
    return calls


@pytest.fixture
def supervised(slack: FakeSlack, transactional_db: None) -> FakeSlack:
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1", four_eyes=True)
    room.supervisors.add(PlatformUser.objects.create(platform="slack", workspace="T1", external_id="UBOSS"))
    return slack


@pytest.mark.parametrize("approve", [True, False])
def test_with_four_eyes_a_supervisor_sees_the_text_first_and_the_asker_gets_that_very_text(
    supervised: FakeSlack, written: list[str], approve: bool
) -> None:
    slack = supervised

    async def ask() -> None:
        await deliver(slack, slack.command(f"einfach {TEXT}"), form=True)
        await quiet()
        assert slack.messages("DU1") == []
        [review] = slack.messages("DUBOSS")
        assert "Fassung 1" in as_text(review)
        assert TEXT in as_text(review)
        action = "auskunft_approve" if approve else "auskunft_reject"
        key = review["blocks"][-1]["elements"][0]["value"]
        await deliver(slack, slack.press(review, action, key, user="UBOSS"), form=True)

    run(ask)
    [told] = slack.messages("DU1")
    assert ("Fassung 1" in told["text"]) is approve
    assert ("nicht freigegeben" in told["text"]) is not approve
    assert len(written) == 1
    assert states() == [InteractionState.ANSWERED]
    assert Interaction.objects.get().draft == ""


def test_a_sentence_that_says_why_there_is_no_text_needs_no_approval(
    supervised: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack = supervised

    async def fails(text: str, language: str) -> str:
        raise ModelError("away", code="unreachable", temporary=True)

    monkeypatch.setitem(HOOKS, "simplify", fails)

    async def ask() -> None:
        await deliver(slack, slack.command(f"einfach {TEXT}"), form=True)

    run(ask)
    assert slack.messages("DUBOSS") == []
    [told] = slack.messages("DU1")
    assert "Minute" in told["text"]


def test_what_slack_does_not_take_at_once_is_sent_later_without_writing_it_anew(
    slack: FakeSlack, transactional_db: None, written: list[str]
) -> None:
    slack.trouble["conversations.open"] = [broken]
    slack.trouble["chat.postMessage"] = [broken]

    async def ask() -> None:
        await deliver(slack, slack.command(f"einfach {TEXT}"), form=True)
        for _again in range(3):
            await quiet()
            await asyncio.to_thread(due_now)
            await answer_platform_question.answer_interaction(await asyncio.to_thread(interaction_id))

    run(ask)
    [told] = slack.messages("DU1")
    assert "Fassung 1" in told["text"]
    assert len(written) == 1


def due_now() -> None:
    from django.db import connection

    Interaction.objects.filter(state__in=Interaction.OPEN_STATES).update(lease_until=None)
    connection.close()


def interaction_id() -> Any:
    from django.db import connection

    try:
        return Interaction.objects.get().pk
    finally:
        connection.close()


def test_a_text_whose_process_died_twice_is_apologised_for(
    slack: FakeSlack, transactional_db: None, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_platform_question, "start_answering", lambda interaction_id: None)

    async def ask() -> None:
        await deliver(slack, slack.command(f"einfach {TEXT}"), form=True)

    run(ask)
    Interaction.objects.update(attempts=answer_platform_question.MOST_ASKED, state=InteractionState.WORKING)
    claim_interactions.HELD.clear()
    left = Interaction.objects.get().pk
    run(lambda: answer_platform_question.answer_interaction(left))
    assert written == []
    assert states() == [InteractionState.APOLOGISED]
    assert len(slack.messages("DU1")) == 1


@pytest.mark.parametrize("begins", ["vereinfachen: ", "Simplify:\n", "EINFACH :"])
def test_a_message_that_begins_with_the_wish_is_answered_where_it_stands_on_both_platforms(
    slack: FakeSlack, teams: FakeTeams, transactional_db: None, written: list[str], begins: str
) -> None:
    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {begins}{TEXT}", channel="C1"))
        await quiet()
        await deliver_activity(teams, teams.message(f"{begins}{TEXT}"))
        await quiet()
        await deliver_activity(teams, teams.message(begins))

    run(ask)
    assert written == [TEXT, TEXT]
    assert "Fassung 1" in slack.messages("C1")[0]["text"]
    assert slack.messages("C1")[0]["thread_ts"]
    told, empty = teams.messages("personal-1")
    assert "Fassung 2" in told["text"]
    assert "als Text" in empty["text"]


@pytest.mark.parametrize("question", ["Was heißt vereinfachen: Regeln?", "Einfach gefragt: Was kostet es?"])
def test_the_word_within_a_question_leaves_it_a_question(question: str) -> None:
    assert classify_incoming_text(question) == (InteractionKind.ASK, question)


@pytest.mark.parametrize("length", [100, 90_000])
def test_a_text_that_a_message_cannot_hold_says_that_it_goes_on(length: int) -> None:
    answer = sentence_answer("Sie müssen zahlen. " * (length // 19), "de")
    shown = [as_text(message_blocks.render_blocks(answer)), as_text(render_answer_activity.render_activity(answer))]
    marked = ["goes on" in one or "geht weiter" in one for one in shown]
    assert marked == [length > 1_000] * 2
