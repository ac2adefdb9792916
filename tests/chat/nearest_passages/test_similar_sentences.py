"""Of a place, the sentence is shown that is nearest to the question by meaning, not the one that shares its words."""

import threading
from array import array
from collections.abc import Sequence

import pytest

from apps.chat.nearest_passages import similar_sentences as module
from apps.chat.nearest_passages.similar_sentences import (
    SimilarSentence,
    candidate_sentences,
    readable_sentences,
    similar_sentences,
)
from apps.llm.errors import model_error
from apps.llm.offline.spelling_embedder import OfflineEmbedder
from apps.llm.semantic_embedding.semantic_embedder import DIMENSIONS, SemanticEmbedder
from apps.llm.semantic_embedding.talk_to_model_process import NAME, ModelProcess
from apps.retrieval.query.types import Passage

TEXT = "Der Wochenmarkt findet mittwochs statt. Für das zweite Tier sind 144 Euro zu zahlen. Mehr steht im Aushang."
QUESTION = "İkinci köpek için vergi ne kadar?"


class MeansTheTax(ModelProcess):
    """The question and the sentence about the second animal point in one direction, everything else in another."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__(threads=1, patience=1.0)
        self.fails = fails
        self.asked: list[str] = []

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
        if self.fails and not is_query:
            raise model_error("timeout", NAME)
        self.asked += texts
        return [vector(is_query or "zweite Tier" in text) for text in texts]


def vector(is_about_it: bool) -> bytes:
    row = array("f", [0.0] * DIMENSIONS)
    row[0 if is_about_it else 1] = 1.0
    return row.tobytes()


def passage(text: str = TEXT, chunk_id: int = 7) -> Passage:
    return Passage(chunk_id, 1, "tax.txt", "Steuer", "", None, 1, "content", text, 1.0, 1.0)


def embedder(process: ModelProcess) -> SemanticEmbedder:
    return SemanticEmbedder(is_query=True, process=process)


async def test_the_sentence_that_means_the_same_is_found_without_a_common_word() -> None:
    found = await similar_sentences(QUESTION, [passage()], embedder(MeansTheTax()))
    assert found == {7: SimilarSentence(1.0, "Für das zweite Tier sind 144 Euro zu zahlen.")}


async def test_a_row_of_a_table_is_read_with_its_heading_and_shown_as_it_stands() -> None:
    rows = ["| Tier | im Jahr |", "| --- | --- |", "| das erste Tier | 96 Euro |", "| das zweite Tier | 144 Euro |"]
    table = "\n".join(["### Steuer", "", *rows])
    process = MeansTheTax()
    found = await similar_sentences(QUESTION, [passage(table)], embedder(process))
    assert found[7].quote == "das zweite Tier 144 Euro"
    assert process.asked[-1] == "Steuer: im Jahr das zweite Tier: 144 Euro"


async def test_each_call_holds_one_sentence_and_the_short_ones_come_first() -> None:
    process = MeansTheTax()
    await similar_sentences(QUESTION, [passage()], embedder(process))
    assert process.asked == [QUESTION, *sorted((unit.shown for unit in readable_sentences(TEXT)), key=len)]


async def test_a_model_that_fails_leaves_the_choice_to_the_words() -> None:
    assert await similar_sentences(QUESTION, [passage()], embedder(MeansTheTax(fails=True))) == {}


async def test_other_models_are_not_asked() -> None:
    assert await similar_sentences(QUESTION, [passage()], OfflineEmbedder()) == {}


async def test_what_there_is_no_time_for_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", -1.0)
    assert await similar_sentences(QUESTION, [passage(), passage(chunk_id=8)], embedder(MeansTheTax())) == {}


class WaitsForever(MeansTheTax):
    """On the sentence about the market; everything else is embedded at once."""

    def __init__(self) -> None:
        super().__init__()
        self.released = threading.Event()

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
        if "Wochenmarkt" in texts[0]:
            self.released.wait(60)
        return super().vectors(texts, is_query=is_query)


async def test_a_reader_waits_no_longer_than_the_time_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", 2.0)
    process = WaitsForever()
    passages = [passage("Mehr steht im Aushang."), passage("Der Wochenmarkt findet mittwochs statt.", chunk_id=8)]
    found = await similar_sentences(QUESTION, passages, embedder(process))
    process.released.set()
    assert list(found) == [7]


async def test_sentences_give_way_to_the_questions_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", 0.5)
    process = MeansTheTax()
    monkeypatch.setattr(MeansTheTax, "in_turn", property(lambda _self: module.MOST_IN_TURN))
    assert await similar_sentences(QUESTION, [passage()], embedder(process)) == {}
    assert process.asked == [QUESTION]


def test_of_long_pages_the_best_place_is_compared_first_and_no_more_than_can_be_waited_for() -> None:
    page = " ".join(f"Für das {number}. Tier sind im ganzen Jahr {number} Euro zu zahlen." for number in range(200))
    found = candidate_sentences([passage(page), passage(TEXT, chunk_id=8)])
    assert {chunk_id for chunk_id, _ in found} == {7}
    assert sum(len(unit.shown) for _, unit in found) < module.MOST_CHARACTERS
    assert {chunk_id for chunk_id, _ in candidate_sentences([passage(), passage(chunk_id=8)])} == {7, 8}


async def test_what_was_compared_lately_is_not_embedded_again() -> None:
    process = MeansTheTax()
    first = await similar_sentences(QUESTION, [passage()], embedder(process))
    asked = list(process.asked)
    assert await similar_sentences(QUESTION, [passage()], embedder(process)) == first
    assert process.asked == asked


def test_headings_and_feet_of_pages_are_no_sentences() -> None:
    found = readable_sentences(f"# Hundesteuer\n\n{TEXT}\n\nHundesteuersatzung Seite 1 von 4")
    assert [unit.quote.split()[0] for unit in found] == ["Der", "Für", "Mehr"]
