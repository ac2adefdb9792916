"""One table of units: every spelling means one unit, and all who read figures take it from there."""

from decimal import Decimal

import pytest

from apps.chat.quantities.numbers_dates_and_sections import figures_without_source, stated_figures, stated_quantities
from apps.chat.quantities.units import parse_unit
from apps.chat.table_answers.tables.parse_cell_values import normalise_unit, unit_in_column_head
from apps.simplify.checks.facts.numbers import unit_name
from apps.text.entailment.derive_sentence import derive
from apps.text.entailment.tokens.parse_numbers_and_dates import value_with_unit
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
        ("Tonnen", "grams", 10**6),
    ],
)
def test_a_unit_counts_in_what_its_dimension_counts_in(spelling: str, dimension: str, factor: int | str) -> None:
    unit = units_by_spelling()[spelling.lower()]
    assert (unit.dimension, unit.factor) == (dimension, Decimal(factor))


@pytest.mark.parametrize(("one", "other"), [("m²", "Quadratmetern"), ("km", "Kilometern"), ("%", "Prozent")])
def test_all_readers_of_figures_know_the_same_spellings(one: str, other: str) -> None:
    assert parse_unit(one) == parse_unit(other)
    assert normalise_unit(one) == normalise_unit(other) != ""
    assert unit_name(one) == unit_name(other) != ""
    assert value_with_unit("3", one) == value_with_unit("3", other) is not None


@pytest.mark.parametrize("spelling", sorted(units_by_spelling(but={"percentage_point"})))
def test_a_spelling_in_signs_that_look_alike_to_a_pattern_is_read(spelling: str) -> None:
    """A pattern without regard to capitals takes İ and ı for i, and ſ for s: a page with them must end no answer."""
    for letter, likes in {"i": "İıI", "s": "ſS", "k": "\u212aK"}.items():
        for like in likes:
            assert parse_unit(spelling.replace(letter, like)) == parse_unit(spelling)
            assert stated_quantities(f"5 {spelling.replace(letter, like)} und mehr")


def test_what_is_no_unit_is_none() -> None:
    assert parse_unit("hund") is None


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Das Amt öffnet um 8 h.", "Das Amt öffnet um 8 Stunden."),
        ("Parken ist bis 18 h kostenlos.", "Parken ist bis 18 Stunden kostenlos."),
        ("Parken kostet bis 18 werktags nichts.", "Parken kostet bis 18 Werktage nichts."),
        ("Das Haus kostet 1.500 T Euro.", "Das Haus kostet 1.500 Tonnen Euro."),
        ("Die Abgabe ist in 12 KW 2026 fällig.", "Die Abgabe ist in 12 Kilowatt 2026 fällig."),
        ("Der Sender hat 5 mW.", "Der Sender hat 5 Megawatt."),
    ],
)
def test_a_sign_that_means_something_else_proves_no_unit(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved


def test_hours_of_the_clock_contradict_no_time_of_day() -> None:
    assert not figures_without_source("Beginn ist um 18 Uhr.", stated_figures("Beginn: 18.00 h"))


@pytest.mark.parametrize(
    "head", ["Beitrag (Monat)", "Gebühr (Tag)", "Miete (Jahr)", "Entgelt (h)", "Preis (l)", "Kosten (Stunde)"]
)
def test_a_head_of_prices_says_per_what_and_in_no_unit(head: str) -> None:
    assert unit_in_column_head(head) == ""


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("Kaffee (kg)", "kg"),
        ("Absatz (t)", "t"),
        ("Umsatz (kWh)", "kWh"),
        ("Wagenpark (km)", "km"),
        ("Einsatz (Minuten)", "Minuten"),
    ],
)
def test_a_head_with_the_letters_of_a_price_in_another_word_keeps_its_unit(head: str, unit: str) -> None:
    assert unit_in_column_head(head) == unit


def test_heads_that_name_a_unit_keep_it() -> None:
    assert unit_in_column_head("Kosten in Euro") == unit_in_column_head("Gebühr (€)") == "Euro"
    assert (unit_in_column_head("Länge (km)"), unit_in_column_head("Anteil (v. H.)")) == ("km", "Prozent")


def test_working_days_are_no_business_days() -> None:
    """Saturdays are Werktage."""
    assert figures_without_source("Die Frist beträgt 10 Werktage.", stated_figures("10 Arbeitstage"))
