"""A message of somebody in need is answered by a card before anything is stored, searched or counted."""

import asyncio

import pytest

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.models import Channel, Conversation, Gap, Turn, TurnState, VisitorDay
from apps.chat.models.service_settings import PersonalData
from apps.chat.turn_state.turn_events import HelpOffered, TurnDone, TurnFailed
from apps.documents.models import Document
from apps.llm.models import ModelCall
from apps.retrieval.models import Profile
from tests.chat.admission.test_admit_question import set_rules
from tests.chat.conftest import Collect

CRISIS = "Ich will mich umbringen"
MAY_BE_ONE = "ich habe große angst allein in der wohnung"
LEANS_ON_NOTHING = "und ich kann nicht mehr weiter"


@pytest.mark.parametrize("channel", [Channel.WEB, Channel.API, Channel.SLACK, Channel.TEAMS, Channel.COMMAND])
def test_nothing_of_a_crisis_is_stored_on_any_channel(collect: Collect, channel: Channel) -> None:
    events = collect(AskedQuestion(CRISIS, channel=channel, address="192.0.2.1"))
    assert len(events) == 1
    done = events[0]
    assert isinstance(done, TurnDone)
    assert "112" in done.answer
    assert done.as_json()["ai_generated"] is False
    stored = [model.objects.count() for model in (Conversation, Turn, Gap, VisitorDay, ModelCall)]
    assert stored == [0, 0, 0, 0, 0]


def test_what_the_staff_asks_again_is_searched(collect: Collect) -> None:
    assert len(collect(AskedQuestion(CRISIS, channel=Channel.REVIEW))) > 1


def test_a_greeting_goes_on_with_the_conversation_it_came_from(collect: Collect) -> None:
    done = collect(AskedQuestion("Vielen Dank!", token="some-token"))[-1]
    assert isinstance(done, TurnDone)
    assert done.conversation == "some-token"


def test_what_may_be_a_crisis_is_answered_and_help_offered_before_anything_is_searched(collect: Collect) -> None:
    first, *_, done = collect(AskedQuestion(MAY_BE_ONE))
    assert isinstance(first, HelpOffered)
    assert "112" in first.card.telephones
    assert isinstance(done, TurnDone)
    assert done.fixed is None
    assert done.as_json()["help"] == first.card.as_json()
    assert Turn.objects.get().question == MAY_BE_ONE


def test_what_may_be_a_crisis_follows_up_no_question(collect: Collect, fees: Document) -> None:
    asked = collect(AskedQuestion("Wie hoch ist die Hundesteuer?"))[-1]
    assert isinstance(asked, TurnDone)
    assert asked.citations
    done = collect(AskedQuestion(LEANS_ON_NOTHING, token=asked.conversation))[-1]
    assert isinstance(done, TurnDone)
    assert done.as_json()["help"] is not None
    assert done.query == LEANS_ON_NOTHING
    assert not done.citations


def test_a_usual_question_is_offered_no_help(collect: Collect) -> None:
    events = collect(AskedQuestion("Wie hoch ist die Hundesteuer?"))
    assert not any(isinstance(event, HelpOffered) for event in events)
    assert isinstance(events[-1], TurnDone)
    assert events[-1].as_json()["help"] is None


def test_who_may_ask_no_more_is_offered_help_all_the_same(collect: Collect) -> None:
    set_rules(personal_data=PersonalData.BLOCK)
    offered, failed = collect(AskedQuestion(f"{MAY_BE_ONE}, mein Konto: DE89 3704 0044 0532 0130 00"))
    assert isinstance(offered, HelpOffered)
    assert isinstance(failed, TurnFailed)
    assert failed.code == "personal_data"
    assert not Turn.objects.exists()


def test_a_reader_who_leaves_with_the_card_leaves_an_interrupted_turn(fees: Document, profile: Profile) -> None:
    async def leave() -> None:
        async with turn_context():
            events = stream_turn_events(AskedQuestion(MAY_BE_ONE), profile=profile)
            assert isinstance(await anext(events), HelpOffered)
            await events.aclose()

    asyncio.run(leave())
    assert Turn.objects.get().state == TurnState.INTERRUPTED
