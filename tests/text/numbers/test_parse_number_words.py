"""Numbers in words are read whole, and no other word is taken for one."""

import re

import pytest

from apps.text.numbers.parse_number_words import (
    ENGLISH_NUMBER,
    GERMAN_WORD,
    format_plain_number,
    number_phrases_to_digits,
    parse_cardinal,
    parse_ordinal,
)
from tests.processor_time import at_most

GERMAN = [
    ("null", "0"), ("eins", "1"), ("zwei", "2"), ("zwo", "2"), ("zwölf", "12"), ("dreizehn", "13"), ("sechzehn", "16"),
    ("siebzehn", "17"), ("zwanzig", "20"), ("einundzwanzig", "21"), ("dreißig", "30"), ("dreissig", "30"),
    ("fünfunddreissig", "35"), ("sechsundsechzig", "66"), ("siebenundsiebzig", "77"), ("hundert", "100"),
    ("hunderteins", "101"), ("hundertfünfzig", "150"), ("zweihundertundfünfzig", "250"), ("tausend", "1000"),
    ("achtzehnhundert", "1800"), ("zweitausendundfünf", "2005"), ("fünfhunderttausend", "500000"),
    ("anderthalb", "1.5"), ("eineinhalb", "1.5"), ("dreieinhalb", "3.5"), ("Zwanzig", "20"),
]  # fmt: skip
ENGLISH = [
    ("two", "2"), ("thirteen", "13"), ("fourteen", "14"), ("seventy", "70"), ("eighty", "80"), ("twenty-five", "25"),
    ("twenty five", "25"), ("hundred", "100"), ("one hundred", "100"), ("two hundred and fifty", "250"),
    ("two thousand five hundred", "2500"),
]  # fmt: skip
NONE = [
    "", "ein", "eine", "einund", "undzwei", "elfenbein", "achtung", "dreist", "vierer", "zwang", "einsam", "beide",
    "hundertwasser", "tausendsassa", "null-eins", "x" * 1000, "ein" * 1000,
]  # fmt: skip


@pytest.mark.parametrize(("word", "value"), GERMAN)
def test_a_german_word_names_its_number(word: str, value: str) -> None:
    number = parse_cardinal(word)
    assert number is not None
    assert format_plain_number(number) == value


@pytest.mark.parametrize(("words", "value"), ENGLISH)
def test_english_words_name_their_number(words: str, value: str) -> None:
    number = parse_cardinal(words, "en")
    assert number is not None
    assert format_plain_number(number) == value


@pytest.mark.parametrize("word", NONE)
def test_other_words_name_none(word: str) -> None:
    assert parse_cardinal(word, None) is None


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("ersten", 1), ("zweite", 2), ("dritter", 3), ("sechstes", 6), ("siebten", 7), ("siebenten", 7), ("achtem", 8),
        ("zwölfte", 12), ("neunzehnten", 19), ("zwanzigsten", 20), ("einunddreißigsten", 31), ("hundertste", 100),
    ],
)  # fmt: skip
def test_a_german_ordinal_names_its_place(word: str, place: int) -> None:
    assert parse_ordinal(word) == place


@pytest.mark.parametrize(
    ("word", "place"),
    [("first", 1), ("third", 3), ("seventh", 7), ("twelfth", 12), ("twentieth", 20), ("thirty-first", 31)],
)
def test_an_english_ordinal_names_its_place(word: str, place: int) -> None:
    assert parse_ordinal(word, "en") == place


@pytest.mark.parametrize("word", ["erst", "einte", "leisten", "testen", "fasten", "with", "month", "-th"])
def test_words_that_end_like_ordinals_are_none(word: str) -> None:
    assert parse_ordinal(word) is None
    assert parse_ordinal(word, "en") is None


def test_several_english_words_become_one_number() -> None:
    assert number_phrases_to_digits("within two hundred and fifty days, or one day") == "within 250 days, or one day"


@pytest.mark.parametrize("pattern", [GERMAN_WORD, ENGLISH_NUMBER])
@pytest.mark.parametrize("text", ["und" * 30_000, "hundert" * 14_000 + "x", "hundert " * 12_000, "twenty " * 14_000])
def test_a_long_text_is_searched_at_once(pattern: str, text: str) -> None:
    with at_most(0.5):
        re.findall(rf"\b{pattern}\b", text, re.IGNORECASE)
