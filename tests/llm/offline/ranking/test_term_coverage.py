"""How well a text covers the terms of a question, without looking at what has nothing to do with it."""

import pytest

from apps.llm.offline.ranking import term_coverage
from apps.llm.offline.ranking.candidate_unit import UnitStems
from apps.llm.offline.ranking.term_coverage import TermCoverage, similarities_by_word
from apps.text.word_stems import fold, stem

OTHERS = [f"{letter}{number}wort" for letter in "abcd" for number in range(100)]


@pytest.mark.parametrize(
    ("term", "word", "share"),
    [
        ("hund", "hund", 1.0),
        ("hund", "hundesteuer", 0.7),
        ("grab", "baumgrab", 0.8),
        ("stadtmuseum", "stadt", 0.2),
        (stem(fold("Trauung")), stem(fold("Eheschließung")), 0.7),
    ],
)
def test_words_of_the_sources_say_a_term_in_part(term: str, word: str, share: float) -> None:
    assert similarities_by_word(term, frozenset([word, *OTHERS])) == {word: share}


def test_words_without_anything_in_common_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def likeness(_term: str, word: str) -> float:
        compared.append(word)
        return 0.7

    monkeypatch.setattr(term_coverage, "stem_similarity", likeness)
    similarities_by_word("hund", frozenset([*OTHERS, "hundesteuer"]))
    assert compared == ["hundesteuer"]


def test_what_a_page_says_is_added_up_once_for_all_its_units(monkeypatch: pytest.MonkeyPatch) -> None:
    page, title, nothing = frozenset({"hund", "steuer"}), frozenset({"satzung"}), frozenset[str]()
    places = [UnitStems(frozenset({f"wort{n}"}), nothing, nothing, nothing, page, title) for n in range(5)]
    matches = TermCoverage(["hund", "katz"], places)
    asked: list[str] = []
    best = TermCoverage._best

    def watched(self: TermCoverage, term: str, words: frozenset[str]) -> float:
        asked.append(term)
        return best(self, term, words)

    monkeypatch.setattr(TermCoverage, "_best", watched)
    assert len({matches.share_in(place.page) for place in places}) == 1
    assert asked == ["hund"]
