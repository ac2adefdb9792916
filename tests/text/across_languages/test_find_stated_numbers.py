"""The same number in another language's digits, separators and months is the same number."""

from decimal import Decimal

import pytest

from apps.text.across_languages.find_stated_numbers import stated_numbers


def values(text: str, language: str) -> set[tuple[str, str]]:
    return {(one.kind, str(value)) for one in stated_numbers(text, language) for value in one.values}


@pytest.mark.parametrize(
    ("text", "language"),
    [("30,70 Euro", "de"), ("€30.70", "en"), ("٣٠٫٧٠ يورو", "ar"), ("30,70 avrodur", "tr"), ("30,70 євро", "uk")],
)
def test_an_amount(text: str, language: str) -> None:
    assert values(text, language) == {("money", "30.70")}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("1. März 2025", "de"),
        ("01.03.2025", "de"),
        ("2025-03-01", "en"),
        ("1 Mart 2025", "tr"),
        ("1 березня 2025", "uk"),
        ("1 marca 2025", "pl"),
        ("1 مارس 2025", "ar"),
    ],
)
def test_a_day(text: str, language: str) -> None:
    assert values(text, language) == {("plain", "1"), ("month", "3"), ("plain", "2025")}


def test_a_group_of_three_digits_may_be_thousands_or_a_fraction() -> None:
    assert values("1.234", "de") == {("plain", "1234"), ("plain", "1.234")}
    assert values("1.234,50 Euro", "de") == values("1,234.50 Euro", "en") == {("money", "1234.50")}


def test_words_and_roman_numerals_are_read_and_never_sure() -> None:
    numbers = stated_numbers("zwei Wochen nach Teil XIV", "de")
    assert [(one.values, one.is_sure) for one in numbers] == [
        (frozenset({Decimal(2)}), False),
        (frozenset({Decimal(14)}), False),
    ]


def test_a_month_without_a_day_is_not_sure() -> None:
    assert [one.is_sure for one in stated_numbers("cele mai multe", "ro")] == [False]
    assert [one.is_sure for one in stated_numbers("mai 2025", "ro") if one.kind == "month"] == [True]
