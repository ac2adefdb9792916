"""Where words leave open which unit answers, the one that is nearest in meaning comes first."""

from array import array
from collections.abc import Mapping, Sequence

import pytest
from pytest_django import Settings

from apps.llm.offline.answers.collect_candidate_units import collect_candidate_units
from apps.llm.offline.answers.rerank_units_with_embeddings import CLOSE, rerank_by_meaning
from apps.llm.offline.ranking.rank_units import RankedUnit
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from apps.llm.semantic_embedding import semantic_embedder, verify_weights_package
from apps.llm.semantic_embedding.vector_cache import VectorCache

QUESTION = "Was fressen Rochen?"
FLAT, FOOD, LONG = "Rochen sind platte Fische.", "Rochen leben von Muscheln.", "Rochen werden neun Meter lang."
TITLES = {1: "Rochen"}


class Process:
    """The model's process: the question is the first axis, what is said lies at the cosine of the sentence it has."""

    in_turn = 0

    def __init__(self, cosines: Mapping[str, float]) -> None:
        self.recent, self.cosines, self.asked = VectorCache(), cosines, list[str]()

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
        self.asked += texts
        found = [next((value for said, value in self.cosines.items() if said in text), 0.0) for text in texts]
        return [array("f", [1.0 if is_query else value, 0.0]).tobytes() for value in found]


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    made = Process({FLAT: 0.83, FOOD: 0.88, LONG: 0.9})
    made.recent.put(QUESTION, array("f", [1.0, 0.0]).tobytes(), is_query=True)
    monkeypatch.setattr(semantic_embedder, "for_questions", made)
    return made


def ranked(*scores: float) -> list[RankedUnit]:
    candidates = collect_candidate_units([SourceBlock(1, "Rochen", 1, f"{FLAT} {FOOD} {LONG}")])
    return [RankedUnit(one, score, 0.3) for one, score in zip(candidates, scores, strict=True)]


def said(found: Sequence[RankedUnit]) -> list[str]:
    return [one.candidate.unit.shown for one in found]


def test_the_nearest_of_those_that_are_close_comes_first_with_the_best_score(process: Process) -> None:
    found = rerank_by_meaning(QUESTION, ranked(8.0, 7.9, 8.0 - CLOSE), TITLES)
    assert said(found) == [FOOD, LONG, FLAT]
    assert found[0].score == 8.0
    assert len(process.asked) == 2


def test_nobody_is_asked_where_words_are_sure(process: Process) -> None:
    found = ranked(9.0, 9.0 - CLOSE, 8.9 - CLOSE)
    assert rerank_by_meaning(QUESTION, found, TITLES) == found
    assert process.asked == []


def test_a_question_that_was_searched_without_the_model_is_embedded_where_somebody_may_wait(
    process: Process, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEANING, other = True, "Wovon leben Rochen?"
    monkeypatch.setattr(verify_weights_package, "is_installed", lambda: True)
    assert said(rerank_by_meaning(other, ranked(8.0, 7.9, 5.0), TITLES))[0] == FLAT
    assert process.asked == []
    assert said(rerank_by_meaning(other, ranked(8.0, 7.9, 5.0), TITLES, embeds_question=True))[0] == FOOD
    settings.MEANING = False
    rerank_by_meaning("Was essen Rochen?", ranked(8.0, 7.9, 5.0), TITLES, embeds_question=True)
    assert "Was essen Rochen?" not in process.asked
