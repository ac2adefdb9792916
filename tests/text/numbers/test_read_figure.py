"""What a figure is worth; and that all who read figures say the same of it."""

from decimal import Decimal

import pytest

from apps.chat.quantities.quantity_patterns import parse_decimals
from apps.chat.table_answers.tables.parse_cell_values import parse_figure
from apps.simplify.checks.facts.normalise_german_numbers import normalise_german_number
from apps.text.across_languages.find_stated_numbers import possible_values
from apps.text.entailment.tokens.parse_numbers_and_dates import parse_decimal
from apps.text.numbers.normalise_figures import normalised_figures
from apps.text.numbers.read_figure import readings


@pytest.mark.parametrize(
    ("written", "german", "english"),
    [
        ("1.234,50", "1234.50", None),
        ("1,234.50", None, "1234.50"),
        ("1.234", "1234", "1.234"),
        ("1,234", "1.234", "1234"),
        ("1.234.567", "1234567", None),
        ("1,234,567", None, "1234567"),
        ("3.2", "3.2", "3.2"),
        ("3,2", "3.2", "3.2"),
        ("0.125", "0.125", "0.125"),
        ("0,125", "0.125", "0.125"),
        ("1234,567", "1234.567", "1234.567"),
        ("12 345,6", "12345.6", "12345.6"),
        ("1\u202f234", "1234", "1234"),
        ("1'234.50", "1234.50", "1234.50"),
        ("1.234 567", "1234567", "1234567"),
        ("2026", "2026", "2026"),
        ("0 123", "123", "123"),
        ("1.2.3", None, None),
        ("24.12.2026", None, None),
        ("14:30", None, None),
        ("12 3", None, None),
        ("", None, None),
    ],
)
def test_a_figure_is_read_in_each_language(written: str, german: str | None, english: str | None) -> None:
    values = {language: value for language, value in (("de", german), ("en", english)) if value}
    for language in ("de", "en"):
        assert readings(written, language) == ((Decimal(values[language]),) if language in values else ())
    assert readings(written) == tuple(dict.fromkeys(map(Decimal, values.values())))


FIGURES = [
    ("1.234,50", "1234.5"),
    ("3.000", "3000"),
    ("3000", "3000"),
    ("30,00", "30"),
    ("0,125", "0.125"),
    ("0.125", "0.125"),
    ("12 345,6", "12345.6"),
    ("2.500.000", "2500000"),
]


@pytest.mark.parametrize(("written", "value"), FIGURES)
def test_all_readers_say_the_same(written: str, value: str) -> None:
    worth = Decimal(value)
    assert parse_decimals(written) == (worth,)
    assert parse_decimal(written) == worth
    assert worth in possible_values(written)
    assert possible_values(written) <= set(readings(written))
    assert Decimal(normalise_german_number(written)) == worth
    figure = parse_figure(f"{written} Euro")
    assert written == "0.125" or (figure is not None and figure.value == worth)
    assert normalised_figures(f"Es sind {written} Euro") <= {value, f"={value}", f"={written}"}


def test_no_thousand_begins_with_a_nought() -> None:
    assert Decimal(125) not in {*parse_decimals("0,125"), *possible_values("0.125")}


@pytest.mark.parametrize("written", ["1.500.1", "1,123,0", "1.500'000"])
def test_what_no_language_writes_is_still_equal_to_itself(written: str) -> None:
    assert possible_values(written) == possible_values(written) != frozenset()
    assert parse_decimals(written)
