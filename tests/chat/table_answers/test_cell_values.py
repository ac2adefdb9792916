"""A cell is a figure as a whole or not at all."""

from decimal import Decimal

import pytest

from apps.chat.table_answers.tables.parse_cell_values import Figure, decimal_sign, parse_figure, unit_in_column_head


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1.234,50 Euro", "1234.50", "Euro"),
        ("**2.376**", "2376", ""),
        ("–1.360", "-1360", ""),
        ("+210", "210", ""),
        ("100,5 %", "100.5", "Prozent"),
        ("3 500 kg", "3500", "kg"),
        ("47 Minuten", "47", "Minuten"),
        ("98 Euro,", "98", "Euro"),
    ],
)
def test_figures_of_german_tables(text: str, value: str, unit: str) -> None:
    assert parse_figure(text) == Figure(Decimal(value), unit)


@pytest.mark.parametrize("text", ["90,00 bis 240,00", "31.12.2024", "4. Mai", "zwei", "", "3/2025", "12 Hunde"])
def test_ranges_days_and_text_are_no_figures(text: str) -> None:
    assert parse_figure(text) is None


def test_sheets_write_a_decimal_point() -> None:
    assert parse_figure("1234.5", decimal_point=True) == Figure(Decimal("1234.5"))
    assert parse_figure("1.276", decimal_point=True) == Figure(Decimal("1.276"))
    assert parse_figure("1.276") == Figure(Decimal(1276))


def test_figures_of_sheets_have_their_currency_before_or_behind_them() -> None:
    assert parse_figure("$1234.50", decimal_point=True) == Figure(Decimal("1234.50"), "Dollar")
    assert parse_figure("12.50 €", decimal_point=True) == Figure(Decimal("12.50"), "Euro")


def test_a_figure_that_can_be_read_in_two_ways_is_none() -> None:
    assert parse_figure("4.210", decimal_point=None) is None
    assert parse_figure("4210", decimal_point=None) == Figure(Decimal(4210))


@pytest.mark.parametrize(
    ("texts", "sign"),
    [
        (["4.210", "18,3"], ","),
        (["1.204.000"], ","),
        (["1,204.5"], "."),
        (["18.3", "4.210"], "."),
        (["1234.567"], "."),
        (["4.210", "11.870"], ""),
        (["18.3", "18,3"], ""),
        (["31.12.2025", "1.2.3", "08:30", "01.02", "Nr. 7,5"], ""),
    ],
)
def test_figures_tell_their_decimal_sign(texts: list[str], sign: str) -> None:
    assert decimal_sign(texts) == sign


@pytest.mark.parametrize(
    ("name", "unit"), [("Kosten in Euro", "Euro"), ("Länge (km)", "km"), ("Plan 2025 in Tausend Euro", "Tausend Euro"),
                       ("Wartezeit", ""), ("Zahl in der Stadt", "")],
)  # fmt: skip
def test_the_name_of_a_column_may_tell_the_unit(name: str, unit: str) -> None:
    assert unit_in_column_head(name) == unit
