"""Where words tell nothing and no language model reads, places near in meaning are shown instead of a refusal."""

from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import Settings

from apps.chat.answer_or_refusal.places_to_read import may_show_places, shows_places
from apps.chat.models import TurnState
from apps.chat.nearest_passages.nearest_page_similarity import nearest_page
from apps.chat.nearest_passages.passages_in_other_words import (
    NEAR,
    WORTH_COMPARING,
    is_near_in_meaning,
    is_worth_comparing,
)
from apps.chat.nearest_passages.similar_sentences import SimilarSentence
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.vectors.fill_missing import fill_missing_vectors
from apps.llm.create_initial_models import create_first_rows
from apps.llm.offline.answers import semantic_similarity_evidence
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from apps.retrieval.query.types import SearchStep
from tests import factories
from tests.chat.conftest import Collect

ASKED = "Was kostet das Abstellen?"
PAGE = (
    "Wer eine Wohnung mit Gebühr anmeldet, wartet. Das Ende der Nachtruhe ist um 6 Uhr. "
    "Für das Abstellen des Autos in der eigenen Straße sind 30,70 Euro im Jahr zu entrichten."
)


def nearest(similarity: float, lead: float) -> list[SearchStep]:
    return [SearchStep("content", 0.0, 30, detail={"nearest": similarity, "lead": lead})]


@pytest.mark.parametrize(("sentence", "near"), [(NEAR - 0.029, True), (NEAR - 0.031, False), (0.0, False)])
def test_the_nearest_sentence_and_the_lead_of_its_page_count_together(sentence: float, near: bool) -> None:
    assert is_near_in_meaning(nearest(0.85, 0.03), OFFLINE_MODEL, ASKED, sentence) is near


def test_sentences_of_pages_that_are_far_away_are_not_compared() -> None:
    assert not is_worth_comparing(nearest(WORTH_COMPARING - 0.001, 0.1), OFFLINE_MODEL, ASKED)
    assert not is_near_in_meaning(nearest(WORTH_COMPARING - 0.001, 0.1), OFFLINE_MODEL, ASKED, 0.99)


def test_a_language_model_that_found_no_answer_is_believed() -> None:
    assert not is_worth_comparing(nearest(1.0, 0.5), "gpt", ASKED)


def test_vectors_that_compare_the_spelling_say_nothing_of_meaning() -> None:
    steps = [SearchStep("content", 0.0, 30, detail={"limit": 30})]
    assert not is_worth_comparing(steps, OFFLINE_MODEL, ASKED)


def test_of_two_searches_the_nearer_one_counts() -> None:
    assert nearest_page([*nearest(0.8, 0.01), *nearest(0.79, 0.05)]) == (0.79, 0.05)


@pytest.mark.meaning
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("question", "state"),
    [
        ("Wie viel muss ich bezahlen, um mein Auto vor meinem Haus abzustellen?", "done_without_llm"),
        ("Wer hat die Mona Lisa gemalt?", "refused"),
    ],
)
def test_a_question_in_other_words_is_shown_the_sentence_that_means_it(
    collect: Collect, settings: Settings, monkeypatch: pytest.MonkeyPatch, question: str, state: str
) -> None:
    settings.MEANING = True
    # Others wait for the model, so the built-in answers go by words alone.
    monkeypatch.setattr(semantic_similarity_evidence, "MOST_IN_TURN", 0)
    create_first_rows()
    factories.document([PAGE], title="Merkblatt")
    fill_missing_vectors()
    end = collect(question, profile=shipped_profile("hybrid"))[-1]
    assert isinstance(end, TurnDone)
    assert end.state == state
    sentence = PAGE[PAGE.index("Für das") :]
    assert (sentence in [one.quote for one in end.citations]) is (state != "refused")
    assert ("In den Worten Ihrer Frage" in end.answer) is (state != "refused")


@pytest.mark.meaning
@pytest.mark.django_db(transaction=True)
def test_where_the_model_has_time_the_sentence_that_means_it_is_the_answer(
    collect: Collect, settings: Settings
) -> None:
    settings.MEANING = True
    create_first_rows()
    factories.document([PAGE], title="Merkblatt")
    fill_missing_vectors()
    asked = "Wie viel muss ich bezahlen, um mein Auto vor meinem Haus abzustellen?"
    end = collect(asked, profile=shipped_profile("hybrid"))[-1]
    assert isinstance(end, TurnDone)
    assert (end.state, [one.quote for one in end.citations]) == (TurnState.DONE, [PAGE[PAGE.index("Für das") : -1]])


@pytest.mark.parametrize(("question", "shown"), [("Wer baute die Burg?", True), ("城は誰が建てましたか？", False)])
def test_the_bounds_hold_for_writing_with_blanks_alone(question: str, shown: bool) -> None:
    """All Japanese sentences come near to each other: two of three questions about something else were shown places."""
    draft: Any = SimpleNamespace(
        state=TurnState.REFUSED,
        steps=nearest(0.9, 0.02),
        completion=None,
        similar={},
        ask=SimpleNamespace(text=question),
    )
    assert may_show_places(draft) is shown
    draft.similar = {1: SimilarSentence(0.95, "")}
    assert shows_places(draft) is shown
