"""Figures are compared by what they say, not by how they are written."""

import pytest

from apps.chat.figures import figures_of, unsupported

SUPPORTED = [
    ("the same amount", "5 Euro", "Es kostet 5,00 EUR."),
    ("thousands with and without a dot", "3.000 Euro", "Es sind 3000 Euro."),
    ("millions in words and figures", "2,5 Mio. Euro", "Es sind 2.500.000 Euro."),
    ("a date in words", "am 1. März 2024", "Frist: 01.03.2024"),
    ("a date as computers write it", "am 1. März 2024", "Frist: 2024-03-01"),
    ("the month of a date", "im März 2024", "am 1. März 2024"),
    ("the year of a date", "Im Jahr 2024", "am 1. März 2024"),
    ("a section of a range", "nach § 13", "nach den §§ 12 bis 14"),
    ("percent in words", "20 Prozent", "rund 20 % der Fälle"),
    ("a number word with its unit", "zwei Wochen", "innerhalb von 2 Wochen"),
    ("cents", "50 Cent", "0,50 Euro"),
    ("an amount from a column", "120 Euro", "| Hund | 120 |"),
    ("the number of a paper", "Drucksache 17/1388", "auf Drucksache 17/1388, Frage 29"),
]

UNSUPPORTED = [
    ("another amount", "6 Euro", "Es kostet 5 Euro.", ["6 Euro"]),
    ("percent instead of euros", "5 Prozent", "Es kostet 5 Euro.", ["5 Prozent"]),
    ("another day", "am 2. März 2024", "am 1. März 2024", ["2. März 2024"]),
    ("another section", "nach § 15", "nach den §§ 12 bis 14", ["§ 15"]),
    ("a part of a number", "Es sind 12 Fälle", "Es sind 120 Fälle", ["12"]),
    ("another paper", "Drucksache 17/1389", "auf Drucksache 17/1388", ["17/1389"]),
    ("another number word", "drei Euro", "zwei Euro", ["drei Euro"]),
    ("nothing to compare with", "7 Tage", "", ["7 Tage"]),
]


@pytest.mark.parametrize(("answer", "source"), [row[1:] for row in SUPPORTED], ids=[row[0] for row in SUPPORTED])
def test_a_figure_is_found_in_another_notation(answer: str, source: str) -> None:
    assert unsupported(answer, figures_of(source)) == []


@pytest.mark.parametrize(
    ("answer", "source", "missing"), [row[1:] for row in UNSUPPORTED], ids=[row[0] for row in UNSUPPORTED]
)
def test_a_figure_that_no_source_states_is_named(answer: str, source: str, missing: list[str]) -> None:
    assert unsupported(answer, figures_of(source)) == missing


def test_numbers_of_list_items_state_nothing() -> None:
    assert unsupported("1. Antrag stellen\n2. Warten", frozenset()) == []


def test_a_figure_is_named_once() -> None:
    assert unsupported("5 Euro und noch einmal 5 Euro", frozenset()) == ["5 Euro"]
