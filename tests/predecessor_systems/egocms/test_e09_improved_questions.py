"""E09: a question is improved for search and answer, shown as it was typed, and searched as typed when that fails."""

import pytest

from apps.chat.models import Turn
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.models import Document
from apps.llm.errors import ModelError
from apps.retrieval.models import Profile
from tests.chat.conftest import Collect, collect, fees, profile
from tests.fakes.models import Broken, FakeLanguageModel, Reply

__all__ = ["collect", "fees", "profile"]

TYPED = "was kosten hund und ausweis so bei euch"
IMPROVED = "Wie hoch ist die Hundesteuer für einen Hund, was kostet der Ausweis?"
ANSWER = 'Die Hundesteuer beträgt 120 Euro im Jahr [1].\n\nBELEGE\n[1] "beträgt 120 Euro im Jahr"'


@pytest.fixture
def improving(profile: Profile) -> Profile:
    profile.improves_questions = True
    return profile


def asked(collect: Collect, *replies: Reply) -> tuple[TurnDone, FakeLanguageModel]:
    model = FakeLanguageModel(*replies)
    end = collect(TYPED, model=model)[-1]
    assert isinstance(end, TurnDone)
    return end, model


@pytest.mark.usefixtures("improving")
def test_the_improved_question_is_searched_and_answered_and_the_own_one_shown(collect: Collect, fees: Document) -> None:
    end, model = asked(collect, IMPROVED, ANSWER)
    assert TYPED in model.calls[0][-1].text
    assert IMPROVED in model.calls[1][-1].text
    turn = Turn.objects.get(pk=end.turn)
    assert (turn.question, turn.query) == (TYPED, IMPROVED)
    assert "improve-question/1" in turn.prompt_versions.values()


@pytest.mark.usefixtures("improving")
def test_without_a_reply_the_question_is_searched_as_typed(collect: Collect) -> None:
    error = ModelError("kaputt", code="timeout", temporary=True)
    end, model = asked(collect, Broken(error), ANSWER)
    assert Turn.objects.get(pk=end.turn).query == TYPED
    assert TYPED in model.calls[1][-1].text


@pytest.mark.usefixtures("improving")
def test_a_question_about_something_else_does_not_take_its_place(collect: Collect) -> None:
    end, model = asked(collect, "Welche Vorteile hat ein gesunder Lebensstil?", ANSWER)
    assert Turn.objects.get(pk=end.turn).query == TYPED
    assert "Lebensstil" not in model.calls[1][-1].text


def test_where_no_profile_asks_for_it_a_first_question_costs_no_call(collect: Collect) -> None:
    _end, model = asked(collect, ANSWER)
    assert len(model.calls) == 1
