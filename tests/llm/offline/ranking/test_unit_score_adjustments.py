"""What a sentence must hold to answer a question for a price."""

import pytest

from apps.llm.offline.ranking.unit_score_adjustments import holds_value
from apps.text.quotable_units import units


@pytest.mark.parametrize("price", ["30 Cent", "2 EUR", "5 Euro", "7 €", "1,20", "3 Prozent der Summe"])
def test_a_price_is_one_in_every_way_of_writing(price: str) -> None:
    [unit] = units(f"Das Säumnisentgelt beträgt {price} je Tag.")
    assert holds_value("Wie hoch ist das Säumnisentgelt?", unit)


def test_a_sentence_without_a_price_answers_no_question_for_one() -> None:
    [unit] = units("Das Säumnisentgelt wird ab dem dritten Tag erhoben.")
    assert not holds_value("Wie hoch ist das Säumnisentgelt?", unit)
