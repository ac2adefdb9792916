"""What a sentence must hold to answer a question for a price."""

import re

import pytest

from apps.llm.offline.ranking.answer_type_cues import COUNT
from apps.llm.offline.ranking.unit_score_adjustments import ASKS_FOR_PRICE, holds_value, strip_measures
from apps.text.quotable_units import quotable_units

COUNTS = re.compile(COUNT, re.IGNORECASE)


@pytest.mark.parametrize("price", ["30 Cent", "2 EUR", "5 Euro", "7 €", "1,20", "3 Prozent der Summe"])
def test_a_price_is_one_in_every_way_of_writing(price: str) -> None:
    [unit] = quotable_units(f"Das Säumnisentgelt beträgt {price} je Tag.")
    assert holds_value("Wie hoch ist das Säumnisentgelt?", unit)


def test_a_sentence_without_a_price_answers_no_question_for_one() -> None:
    [unit] = quotable_units("Das Säumnisentgelt wird ab dem dritten Tag erhoben.")
    assert not holds_value("Wie hoch ist das Säumnisentgelt?", unit)


@pytest.mark.parametrize(
    "text",
    [
        "Das entspricht 1.281 Euro je Einwohnerin und Einwohner.",
        "Die Leihfrist für Bücher beträgt vier Wochen.",
        "Die Karte gilt ab dem 18. Lebensjahr für alle Räume mit 40 m² Fläche.",
    ],
)
def test_money_time_and_measures_count_no_things(text: str) -> None:
    assert not COUNTS.search(strip_measures(text))


def test_what_only_begins_with_a_span_of_time_is_counted() -> None:
    assert "48" in strip_measures("Es sind höchstens 48 Monatsraten zu zahlen.")


def test_whether_something_is_free_is_answered_by_a_price() -> None:
    free, other = quotable_units("Die Abholung ist zweimal im Jahr kostenfrei.\n\nDie Abholung findet montags statt.")
    assert holds_value("Kann ich Möbel kostenlos abholen lassen?", free)
    assert not holds_value("Kann ich Möbel kostenlos abholen lassen?", other)


@pytest.mark.parametrize(
    ("question", "asks_for_it"),
    [
        ("Wie hoch ist die Steuer?", True),
        ("Wie hoch darf die Gebühr sein?", True),
        ("Wie hoch darf der Grabstein auf einem Urnengrab sein?", False),
        ("Wie hoch müssen Geländer sein?", False),
    ],
)
def test_how_high_something_may_be_is_no_question_for_a_price(question: str, asks_for_it: bool) -> None:
    assert bool(ASKS_FOR_PRICE.search(question)) is asks_for_it
