"""Words as people type them: without capitals, with slips of the pen, two of a compound apart."""

import pytest

from apps.llm.offline.answers.collect_candidate_units import collect_candidate_units
from apps.llm.offline.ranking.question_terms import join_known_compounds, restore_noun_capitals
from apps.llm.offline.ranking.term_coverage import is_misspelt
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

DOGS = SourceBlock(
    1, "Satzung", 1, "Jeder Hund kostet 96 Euro im Jahr. Das Schwimmbad öffnet um 9 Uhr. Hunde kosten Geld."
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("was kostet ein hund", "was kostet ein Hund"),
        ("Hund Kosten", "Hund Kosten"),
        ("Öffnet das Schwimmbad früh?", "öffnet das Schwimmbad früh?"),
        ("Was kostet ein Hund?", "Was kostet ein Hund?"),
        ("trompete", "Trompete"),
        ("trompete schnell anmelden", "Trompete schnell anmelden"),
        ("is a xylophone free of charge", "is a xylophone free of charge"),
    ],
)
def test_the_sources_know_which_words_are_nouns(question: str, expected: str) -> None:
    assert restore_noun_capitals(question, collect_candidate_units([DOGS])) == expected


@pytest.mark.parametrize(
    ("term", "word", "slip"),
    [
        ("schwimbad", "schwimmbad", True),
        ("buchrei", "bucherei", True),
        ("freidhof", "friedhof", True),
        ("hundesteur", "hundesteuer", True),
        ("gebuhr", "gebiet", False),
        ("rathaus", "bauhaus", False),
    ],
)
def test_one_slip_of_the_pen_is_seen(term: str, word: str, slip: bool) -> None:
    assert is_misspelt(term, word) is slip


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("was kostet hund", "Jeder Hund kostet 96 Euro im Jahr."),
        ("wann macht schwimbad auf", "Das Schwimmbad öffnet um 9 Uhr."),
    ],
)
def test_clipped_questions_are_answered(question: str, answer: str) -> None:
    assert select_units(question, [DOGS])[0].unit.shown == answer


TAX = SourceBlock(1, "Satzung", 1, "Die Hundesteuer beträgt 96 Euro. Ein Hund ist anzumelden. Die Steuer ist fällig.")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Hunde steuer Köpenick", "Hundesteuer Köpenick"),
        ("was kostet die hunde Steuer?", "was kostet die Hundesteuer?"),
        ("Hund Steuer", "Hund Steuer"),
        ("Hunde, Steuer", "Hunde, Steuer"),
    ],
)
def test_two_words_are_one_where_the_sources_write_one(question: str, expected: str) -> None:
    assert join_known_compounds(question, collect_candidate_units([TAX])) == expected


def test_of_two_parts_of_one_word_neither_answers_for_a_place_that_nobody_knows() -> None:
    text = "Hunde, für die die Steuer ermäßigt wird, gelten als erste Hunde. Die Hundesteuer beträgt 96 Euro im Jahr."
    source = SourceBlock(1, "Hundesteuersatzung", 1, text)
    assert select_units("Hunde steuer", [source])
    assert not select_units("Hunde steuer Köpenick", [source])
