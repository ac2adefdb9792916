"""A careless model writes another number in words: neither answers nor plain language let it pass.

The words are put together here, by the rules of the two languages, not taken from the tables of the product.
"""

import random
from collections.abc import Callable

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

ONES = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
TEENS = ["zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
ONES_EN = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TENS_EN = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
TEENS_EN = [
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
PAIRS = [(13, 14), (70, 80), (30, 35), (15, 50), (16, 60), (21, 12), (67, 76), (100, 110)]
TIMES = 40
PROVED = (Level.VERBATIM, Level.DERIVED)


def german(number: int) -> str:
    if number >= 100:
        return "hundert" + (german(number - 100) if number > 100 else "")
    if number < 20:
        return TEENS[number - 10] if number >= 10 else ONES[number - 1]
    tens = TENS[number // 10 - 2]
    return f"{ONES[number % 10 - 1]}und{tens}" if number % 10 else tens


def swiss(number: int) -> str:
    return german(number).replace("ß", "ss")


def english(number: int) -> str:
    if number >= 100:
        return "one hundred" + (f" and {english(number - 100)}" if number > 100 else "")
    if number < 20:
        return TEENS_EN[number - 10] if number >= 10 else ONES_EN[number - 1]
    tens = TENS_EN[number // 10 - 2]
    return f"{tens}-{ONES_EN[number % 10 - 1]}" if number % 10 else tens


def sentences(words: Callable[[int], str], first: int, second: int) -> list[tuple[str, str]]:
    """(source, claim) with the first number in the source and the second in the claim."""
    frames = (
        ["You must answer within {} days.", "The fee is {} euros."]
        if words is english
        else ["Der Widerspruch ist innerhalb von {} Tagen einzulegen.", "Die Gebühr beträgt {} Euro."]
    )
    return [(frame.format(words(first)), frame.format(words(second))) for frame in frames]


def drawn(words: Callable[[int], str]) -> list[tuple[int, int]]:
    draw = random.Random(f"numbers {words.__name__}")  # noqa: S311
    return [*PAIRS, *(tuple(draw.sample(range(2, 120), 2)) for _ in range(TIMES))]  # type: ignore[list-item]


@pytest.mark.parametrize("words", [german, swiss, english])
def test_another_number_in_words_is_never_proved_and_never_a_faithful_rewrite(words: Callable[[int], str]) -> None:
    for pair in drawn(words):
        for first, second in (pair, pair[::-1]):
            for source, claim in sentences(words, first, second):
                assert derive(claim, [source]).level not in PROVED, (source, claim)
                assert derive_rewrite(source, claim).level not in ("derived", "unchanged"), (source, claim)


@pytest.mark.parametrize("words", [german, swiss, english])
def test_the_same_number_in_words_and_in_digits_is_proved(words: Callable[[int], str]) -> None:
    for first in {first for first, _second in drawn(words) if first < 100}:
        for (source, claim), (_, digits) in zip(
            sentences(words, first, first), sentences_in_digits(words, first), strict=True
        ):
            assert derive(claim, [source]).level in PROVED
            assert derive(digits, [source]).level in PROVED, (source, digits)


def sentences_in_digits(words: Callable[[int], str], number: int) -> list[tuple[str, str]]:
    return [(source, claim.replace(words(number), str(number))) for source, claim in sentences(words, number, number)]
