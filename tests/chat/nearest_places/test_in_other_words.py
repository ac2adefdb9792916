"""Where words tell nothing and no language model reads, places near in meaning are shown instead of a refusal."""

from typing import Any

import pytest
from pytest_django import Settings

from apps.chat.answering.turn_events import TurnDone
from apps.chat.nearest_places.in_other_words import NEAR, NEAR_WITH_LEAD, comes_near
from apps.documents.vectors.fill_missing import fill
from apps.llm.initial_rows import create_first_rows
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.query.types import SearchStep
from apps.retrieval.search.active_profile import shipped_profile
from tests import factories
from tests.chat.conftest import Collect

PAGE = (
    "Wer eine Wohnung mit Gebühr anmeldet, wartet. Das Ende der Nachtruhe ist um 6 Uhr. "
    "Für das Abstellen des Autos in der eigenen Straße sind 30,70 Euro im Jahr zu entrichten."
)


def step(**detail: Any) -> list[SearchStep]:
    return [SearchStep("content", 0.0, 1, detail=detail)]


@pytest.mark.parametrize(
    ("nearest", "lead", "near"),
    [(NEAR, 0.0, True), (NEAR - 0.001, 0.0, False), (0.82, NEAR_WITH_LEAD - 0.82, True), (0.82, 0.02, False)],
)
def test_only_what_is_near_enough_counts_by_itself_or_ahead_of_the_others(
    nearest: float, lead: float, near: bool
) -> None:
    assert comes_near(step(nearest=nearest, lead=lead), OFFLINE_MODEL) is near


def test_a_language_model_that_found_no_answer_is_believed() -> None:
    assert not comes_near(step(nearest=1.0, lead=0.5), "gpt")


def test_vectors_that_compare_the_spelling_say_nothing_of_meaning() -> None:
    assert not comes_near(step(limit=30), OFFLINE_MODEL)


@pytest.mark.meaning
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("question", "state"),
    [
        ("Was kostet es jährlich, meinen Wagen vor der Haustür zu parken?", "done_without_llm"),
        ("Wer hat die Mona Lisa gemalt?", "refused"),
    ],
)
def test_a_question_in_other_words_is_shown_the_sentence_that_means_it(
    collect: Collect, settings: Settings, question: str, state: str
) -> None:
    settings.MEANING = True
    create_first_rows()
    factories.document([PAGE], title="Merkblatt")
    fill()
    end = collect(question, profile=shipped_profile("hybrid"))[-1]
    assert isinstance(end, TurnDone)
    assert end.state == state
    sentence = PAGE[PAGE.index("Für das") :]
    assert (sentence in [one.quote for one in end.citations]) is (state != "refused")
    assert ("In den Worten Ihrer Frage" in end.answer) is (state != "refused")
