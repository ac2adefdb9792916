"""A question in another language than the documents is never said to be unanswered by them when nobody could tell."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation
from pytest_django import Settings

from apps.chat.answer_or_refusal.decide_answer_or_refusal import conclude_turn
from apps.chat.models import TurnState
from apps.chat.nearest_passages.passages_in_other_language import (
    LANGUAGE_BARRIER_NOTICES,
    NEAR_ENOUGH,
    NEAR_ENOUGH_ALONE,
    is_near_across_languages,
    language_barrier_notice,
)
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.keywords import write_keyword_index
from apps.documents.vectors.fill_missing import fill_missing_vectors
from apps.llm.create_initial_models import create_first_rows
from apps.llm.semantic_embedding import semantic_embedder
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from apps.retrieval.query.types import SearchStep
from tests import factories
from tests.chat.conftest import Collect

ASKED = "Köpek vergisi ne kadar?"
UNTRUE = "beantworten diese Frage nicht"


def steps_of(**detail: Any) -> list[SearchStep]:
    return [SearchStep("language", 0.0, 1, detail=detail)]


def test_the_sentence_is_in_the_language_of_the_question() -> None:
    assert language_barrier_notice(steps_of(foreign="tr"), "offline-extractive") == LANGUAGE_BARRIER_NOTICES["tr"]


def test_a_language_without_a_translation_gets_the_english_one() -> None:
    assert language_barrier_notice(steps_of(foreign="vi"), "") == LANGUAGE_BARRIER_NOTICES["en"]


@pytest.mark.parametrize(("page", "said"), [("ar", "ar"), ("de", "en"), ("de-simple", "en"), ("vi", "en")])
def test_on_a_page_in_a_chosen_language_it_gets_that_one(page: str, said: str) -> None:
    with translation.override(page):
        assert language_barrier_notice(steps_of(foreign="fa"), "") == LANGUAGE_BARRIER_NOTICES[said]


def test_a_language_model_that_has_read_both_is_believed() -> None:
    assert language_barrier_notice(steps_of(foreign="tr"), "gpt") == ""


def test_a_question_in_the_language_of_the_documents_is_refused_as_ever() -> None:
    assert language_barrier_notice(steps_of(), "offline-extractive") == ""


def nearest(similarity: float, lead: float) -> list[SearchStep]:
    return [SearchStep("content", 0.0, 30, detail={"nearest": similarity, "lead": lead})]


def test_places_are_shown_when_page_lead_and_sentence_are_near_enough_together() -> None:
    assert is_near_across_languages(nearest(0.79, 0.02), NEAR_ENOUGH - 0.809, ASKED)
    assert not is_near_across_languages(nearest(0.79, 0.02), NEAR_ENOUGH - 0.811, ASKED)


def test_a_question_without_blanks_must_come_nearer() -> None:
    assert not is_near_across_languages(nearest(0.79, 0.02), NEAR_ENOUGH - 0.809, "狗税是多少？")
    assert is_near_across_languages(nearest(0.80, 0.02), 0.84, "狗税是多少？")


def test_without_sentences_the_page_alone_counts() -> None:
    assert is_near_across_languages(nearest(NEAR_ENOUGH_ALONE, 0.0), 0.0, ASKED)
    assert not is_near_across_languages(nearest(NEAR_ENOUGH_ALONE - 0.001, 0.1), 0.0, ASKED)


def test_where_nothing_was_compared_by_meaning_nothing_is_near() -> None:
    assert not is_near_across_languages([SearchStep("content", 0.0, 30, detail={"limit": 30})], 0.9, ASKED)


def test_what_follows_is_said_in_the_same_language() -> None:
    """On a page in German, whose words told nothing of the language: the rest of the answer was in German."""
    snapshot = SimpleNamespace(contact="rathaus@musterfurt.example", conversation=SimpleNamespace(language="de"))
    draft: Any = SimpleNamespace(
        state=TurnState.REFUSED, steps=steps_of(foreign="tr"), completion=None, similar={}, passages=[], query="",
        snapshot=snapshot, ask=SimpleNamespace(text=ASKED),
    )  # fmt: skip
    assert (
        conclude_turn(draft, {}).text
        == f"{LANGUAGE_BARRIER_NOTICES['tr']}\n\nLütfen buraya sorunuz: rathaus@musterfurt.example"
    )


@pytest.mark.meaning
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("algorithm", "question", "state"),
    [
        ("hybrid", "Sakin park izni ücreti ne kadar?", "done_without_llm"),
        ("hybrid", "Ay'a kaç insan ayak bastı ve bunlar kimlerdi?", "refused"),
        ("chunks-only", "Sakin park izni ücreti ne kadar?", "refused"),
    ],
)
def test_a_turkish_question_is_told_what_stands_between(
    collect: Collect, settings: Settings, algorithm: str, question: str, state: str
) -> None:
    settings.MEANING = True
    create_first_rows()
    factories.document(["Ein Anwohnerparkausweis kostet 30,70 Euro im Jahr."], title="Anwohnerparken")
    fill_missing_vectors()
    ends = time.monotonic() + 60
    while not semantic_embedder.for_questions.languages(question) and time.monotonic() < ends:
        time.sleep(0.1)
    end = collect(question, profile=shipped_profile(algorithm))[-1]
    assert isinstance(end, TurnDone)
    assert LANGUAGE_BARRIER_NOTICES["tr"] in end.answer
    assert UNTRUE not in end.answer
    assert end.state == state


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "is_told"),
    [
        ("梅雨の期間はふつう一か月から一か月半程度である。", False),
        ("Der Regen, 梅雨 genannt, fällt im Juni am häufigsten.", True),
    ],
)
def test_documents_in_the_language_of_the_question_are_never_said_to_be_in_another_one(
    collect: Collect, page: str, is_told: bool
) -> None:
    """A collection says that it is German until somebody says otherwise, whatever was imported."""
    create_first_rows()
    factories.document([page], title="梅雨")
    while write_keyword_index.index_missing_documents():
        pass
    end = collect("グスタフ・マーラーの妻の名は梅雨？", profile=shipped_profile("hybrid"))[-1]
    assert isinstance(end, TurnDone)
    assert (LANGUAGE_BARRIER_NOTICES["en"] in end.answer) == is_told
