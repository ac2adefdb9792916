"""One table of units: every spelling means one unit, and all who read figures take it from there."""

from decimal import Decimal

import pytest

from apps.chat.quantities.units import parse_unit
from apps.chat.table_answers.tables.cell_values import normalise_unit
from apps.simplify.checks.facts.numbers import unit_name
from apps.text.entailment.tokens.numbers_and_dates import value_with_unit
from apps.text.numbers.units import UNITS, units_by_spelling


def test_no_spelling_means_two_units() -> None:
    spellings = [spelling for unit in UNITS.values() for spelling in unit.spellings]
    assert len(spellings) == len(set(spellings))
    assert all(spelling == spelling.lower() for spelling in spellings)


def test_units_that_are_named_are_left_out() -> None:
    assert "lebensjahr" in units_by_spelling()
    assert "lebensjahr" not in units_by_spelling(but={"year_of_life"})


@pytest.mark.parametrize(
    ("spelling", "dimension", "factor"),
    [
        ("Wochen", "days", 7),
        ("years", "months", 12),
        ("km", "metres", 1000),
        ("ct", "euro", "0.01"),
        ("t", "grams", 10**6),
    ],
)
def test_a_unit_counts_in_what_its_dimension_counts_in(spelling: str, dimension: str, factor: int | str) -> None:
    unit = units_by_spelling()[spelling.lower()]
    assert (unit.dimension, unit.factor) == (dimension, Decimal(factor))


@pytest.mark.parametrize(("one", "other"), [("m²", "Quadratmetern"), ("kWh", "Kilowattstunden"), ("%", "Prozent")])
def test_all_readers_of_figures_know_the_same_spellings(one: str, other: str) -> None:
    assert parse_unit(one) == parse_unit(other)
    assert normalise_unit(one) == normalise_unit(other) != ""
    assert unit_name(one) == unit_name(other) != ""
    assert value_with_unit("3", one) == value_with_unit("3", other) is not None
