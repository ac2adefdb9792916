"""The first letters of words as a pattern: nothing that begins with one of them is passed over."""

import re

import pytest

from apps.chat.quantities.quantity_patterns import FIRST_WORDS
from apps.chat.quantities.units import ANY_UNIT, UNIT_BEGINNINGS
from apps.chat.quantities.word_list_prefilter import prefix_pattern


def test_words_that_begin_alike_share_their_letters() -> None:
    assert prefix_pattern(["mai", "märz", "may", "mrz"]) == "(?-i:[Mm](?:[Aa][IYiyİı]|[Rr][Zz]|[Ää][Rr]))"


def test_after_a_word_that_is_shorter_anything_may_follow() -> None:
    assert prefix_pattern(["ab", "abend"]) == "(?-i:[Aa][Bb])"


@pytest.mark.parametrize("letters", [1, 2, 3, 5])
def test_every_word_that_may_begin_a_figure_is_looked_at(letters: int) -> None:
    pattern = re.compile(prefix_pattern(FIRST_WORDS, letters), re.IGNORECASE)
    assert all(pattern.match(word) for word in FIRST_WORDS)
    assert all(pattern.match(word.upper()) for word in FIRST_WORDS if word.upper().lower() == word)
    assert not pattern.match("quelle")


def test_signs_that_a_pattern_without_case_takes_for_a_letter_are_passed_over_by_none() -> None:
    alike = [chr(code) for code in range(0x3000) if re.match("[iks]", chr(code), re.IGNORECASE)]
    assert all(re.match(prefix_pattern(["i", "k", "s"], 1), sign) for sign in alike)
    assert len(alike) == 10


UNITS = """
    euro eur € cent eurocents dollar us-dollars usd $ franken chf gbp £ % prozent percent v.h. ‰ promille arbeitstage
    werktagen quadratmeter qm m² hektar ha kilometern km meter m zentimeter cm kilogramm kilo kg gramm g liter l
    kalendertage tag days tägige wochen weeks wöchig monate months monatig kalenderjahr lebensjahres jahre years
    jährigen stunden hours stündig minuten minutes minütige
"""
UNITS_OF_TWO_WORDS = ["working days", "business day", "square metres", "Schweizer Franken"]


@pytest.mark.parametrize("unit", [*UNITS.split(), *UNITS_OF_TWO_WORDS])
def test_every_unit_is_looked_at(unit: str) -> None:
    assert re.fullmatch(ANY_UNIT, unit, re.IGNORECASE | re.VERBOSE)
    assert re.match(prefix_pattern(UNIT_BEGINNINGS, 2), unit)
