"""A result is worked out when exactly one reading of the question is left; in all other cases there is none."""

from decimal import Decimal

import pytest

from apps.chat.table_answers.operations.compute_result import compute_result
from apps.chat.table_answers.operations.computed_result import ComputedResult
from apps.chat.table_answers.questions.parse_table_question import parse_table_question
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.chat.table_answers.tables.extract_tables_across_pages import SourcePage, extract_tables

CHILDREN = """
### Wie viele Kinder sind vorgemerkt?

| Ortsteil | Kinder unter drei Jahren | Kinder ab drei Jahren | zusammen |
| --- | --- | --- | --- |
| Westend | 20 | 11 | 31 |
| Hafen | 57 | 23 | 80 |
| Am Park | 12 | 4 | 16 |
| Summe | 89 | 38 | 127 |
"""
BUDGET = """
### Erträge

| Steuerart | Ergebnis 2023 in Euro | Plan 2024 in Euro | Ergebnis 2024 in Euro |
| --- | --- | --- | --- |
| Grundsteuer A | 90.000 | 91.000 | 92.500 |
| Grundsteuer B | 1.000.000 | 1.100.000 | 1.050.000 |
| Hundesteuer | 40.000 | 40.000 | 45.000 |
"""
FEES = """
### Gebühren des Standesamts

| Nr. | Leistung | Gebühr in Euro |
| --- | --- | --- |
| 1 | Trauung im Rathaus | 60,00 |
| 2 | Trauung auf dem Schiff | 410,00 |
| 3 | Urkunde | 12,00 |
| 4 | Genehmigung | 90,00 bis 240,00 |
"""


def result(question: str, text: str) -> ComputedResult | None:
    asked = parse_table_question(question)
    assert asked is not None
    (table,) = extract_tables([SourcePage(1, 1, text, is_last=True)])
    return compute_result(asked, CellGrid(table))


def labels(found: ComputedResult) -> list[str]:
    return [found.grid.table.rows[cell.row].cells[found.grid.label] for cell in found.cells]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("In welchem Ortsteil sind die meisten Kinder vorgemerkt?", CHILDREN, "80"),
        ("Welcher Ortsteil hat die wenigsten vorgemerkten Kinder unter drei Jahren?", CHILDREN, "12"),
        ("Wie viele Kinder ab drei Jahren sind insgesamt vorgemerkt?", CHILDREN, "38"),
        ("Wie viele Kinder sind im Westend und Am Park zusammen vorgemerkt?", CHILDREN, "47"),
        ("Um wie viel ist die Zahl der vorgemerkten Kinder im Hafen höher als im Westend?", CHILDREN, "49"),
        ("Welchen Anteil an allen vorgemerkten Kindern hat der Hafen?", CHILDREN, "63.0"),
        ("Wie viele Ortsteile haben mehr als 20 vorgemerkte Kinder?", CHILDREN, "2"),
        ("Um wie viel ist die Hundesteuer von 2023 auf 2024 gestiegen?", BUDGET, "5000"),
        ("Um wie viel Prozent ist die Hundesteuer von 2023 auf 2024 gestiegen?", BUDGET, "12.5"),
        ("Um wie viel lag die Grundsteuer B 2024 unter dem Plan?", BUDGET, "50000"),
        ("Welche Steuerart brachte 2024 am meisten ein?", BUDGET, "1050000"),
        ("Wie viel brachten Grundsteuer A und Grundsteuer B 2023 zusammen ein?", BUDGET, "1090000"),
        ("Welche Trauung ist am teuersten?", FEES, "410.00"),
    ],
)
def test_one_reading_gives_a_result(question: str, text: str, expected: str) -> None:
    found = result(question, text)
    assert found is not None
    assert found.value == Decimal(expected)


def test_a_row_of_a_total_is_never_counted_among_the_others() -> None:
    found = result("Wie viele Kinder unter drei Jahren sind insgesamt vorgemerkt?", CHILDREN)
    assert found is not None
    assert (found.value, labels(found)) == (Decimal(89), ["Westend", "Hafen", "Am Park"])


def test_a_total_that_its_rows_do_not_give_is_no_total() -> None:
    wrong = CHILDREN.replace("| 89 |", "| 90 |")
    assert result("Wie viele Kinder unter drei Jahren sind insgesamt vorgemerkt?", wrong) is None


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wie viele Einwohner haben alle Ortsteile zusammen?", CHILDREN),
        ("In welchem Ortsteil sind die meisten Hunde vorgemerkt?", CHILDREN),
        ("Wie viele Kinder sind im Westend und in der Nordstadt zusammen vorgemerkt?", CHILDREN),
        ("Welche Gewerbesteuerart brachte 2024 am meisten ein?", BUDGET),
        ("Um wie viel ist die Hundesteuer von 2022 auf 2024 gestiegen?", BUDGET),
        ("Um wie viel ist die Vergnügungssteuer von 2023 auf 2024 gestiegen?", BUDGET),
        ("Welche Leistung ist am teuersten?", FEES),
    ],
)
def test_words_that_nothing_says_and_cells_that_are_ranges_leave_no_result(question: str, text: str) -> None:
    assert result(question, text) is None


@pytest.mark.parametrize("left_out", ["außer der Urkunde", "die kein Ausweis ist", "die nicht kostenlos ist"])
def test_what_leaves_something_out_is_not_answered(left_out: str) -> None:
    assert parse_table_question(f"Welche Leistung {left_out} ist am günstigsten?") is None


def test_a_follow_up_that_leaves_something_out_is_not_answered_and_a_column_without_something_is() -> None:
    assert parse_table_question("Wie hoch ist die Summe der Ansätze 2026: Und ohne Museum?") is None
    assert parse_table_question("Wie viele Haushalte ohne Auto gibt es insgesamt?") is not None


def test_stocks_of_several_days_have_no_total() -> None:
    text = "| Stichtag | Kredite in Euro |\n| --- | --- |\n| 31.12.2023 | 500 |\n| 31.12.2024 | 700 |\n"
    assert result("Wie hoch sind die Kredite insgesamt?", text) is None


def test_all_rows_with_the_largest_value_are_named() -> None:
    text = "| Schule | Klassen |\n| --- | --- |\n| Nord | 9 |\n| Süd | 9 |\n| West | 4 |\n"
    found = result("Welche Schule hat die meisten Klassen?", text)
    assert found is not None
    assert labels(found) == ["Nord", "Süd"]


def test_a_segment_above_a_named_total_is_compared_alone() -> None:
    text = (
        "| Position | Ergebnis 2024 in Tausend Euro |\n| --- | --- |\n| Abgaben | 700 |\n| Umlagen | 300 |\n"
        "| Summe der Erträge | 1.000 |\n| Personal | 900 |\n| Zinsen | 50 |\n| Summe der Aufwendungen | 950 |\n"
    )
    found = result("Bei welcher Position der Erträge war das Ergebnis 2024 am höchsten?", text)
    assert found is not None
    assert labels(found) == ["Abgaben"]
    total = result("Wie hoch war das Ergebnis 2024 der Erträge insgesamt?", text)
    assert total is not None
    assert total.value == Decimal(1000)


PLACES = "| Ortsteil | Straße | Hunde |\n| --- | --- | --- |\n"
ASKED = "Wie viele Hunde sind es insgesamt?"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("| Nord | Am Weg | 4 |\n| Süd | Am Tor | 7 |\n| Süd | Am See | 9 |\n| Grand Total | | 20 |\n", 20),
        ("| Nord | Am Weg | 4 |\n| Süd | Am Tor | 7 |\n| Süd | Am See | 9 |\n| | | 20 |\n", 20),
        ("| Nord | Am Weg | 4 |\n| Süd | Am Tor | 7 |\n| Süd | Am See | 9 |\n| Süd | Summe | 20 |\n", 20),
        ("| Nord | Am Weg | 4 |\n| Gesamtschule | Am Tor | 7 |\n| Süd | Am See | 9 |\n", 20),
        ("| Nord | Am Weg | 4 |\n| Süd | Am Tor | 7 |\n| Süd | Am See | 9 |\n| Stadt | alle | 20 |\n", None),
        ("| Stadt | alle | 20 |\n| Nord | Am Weg | 4 |\n| Süd | Am Tor | 7 |\n| Süd | Am See | 9 |\n", None),
        ("| Nord | Am Weg | 4 |\n| Subtotal Nord | | 4 |\n| Süd | Am See | 9 |\n| Subtotal Süd | | 9 |\n", None),
        ("| Nord | Am Weg | 4 |\n| Nord Result | | 4 |\n| Süd | Am See | 9 |\n| Süd Result | | 9 |\n", None),
        ("| Nord | Am Weg | 4 |\n| Süd | Am Tor | 7 |\n| Süd | Am See | 9 |\n| Mittelwert | | 6 |\n", None),
        ("| Nord | Am Weg | 4 |\n| davon klein | Am Weg | 3 |\n| Süd | Am See | 9 |\n| West | Am Tor | 1 |\n", None),
        ("| Nord | Am Weg | 4 |\n| | | 3 |\n| Süd | Am See | 9 |\n", None),
    ],
)
def test_what_repeats_other_rows_is_summed_under_no_name(rows: str, expected: int | None) -> None:
    found = result(ASKED, PLACES + rows)
    assert (None if found is None else found.value) == expected


def test_the_largest_row_is_not_the_one_that_holds_all_others() -> None:
    rows = "| Nord | Am Weg | 4 |\n| Süd | Am Tor | 7 |\n| Süd | Am See | 9 |\n| {} | | 20 |\n"
    unnamed = result("Welcher Ortsteil hat die meisten Hunde?", PLACES + rows.format(""))
    assert unnamed is not None
    assert unnamed.value == 9
    assert result("Welcher Ortsteil hat die meisten Hunde?", PLACES + rows.format("Stadt")) is None


PATHS = "| Weg | Länge |\n| --- | --- |\n| Uferweg | 5 km |\n| Steg | 300 m |\n| Pfad | 2 km |\n"
PROJECTS = "| Projekt | Kosten in Tausend Euro |\n| --- | --- |\n| Brücke | 800 |\n| Kita | 20 |\n| Steg | 300 |\n"


@pytest.mark.parametrize(
    "question",
    [
        "Welcher Weg hat die größte Länge?",
        "Welcher Weg hat die kleinste Länge?",
        "Wie lang sind Uferweg und Steg zusammen?",
        "Wie hoch ist die Länge aller Wege insgesamt?",
    ],
)
def test_figures_of_several_units_are_neither_compared_nor_added_up(question: str) -> None:
    assert result(question, PATHS) is None


def test_figures_of_one_unit_beside_others_have_that_unit() -> None:
    found = result("Wie lang sind Uferweg und Pfad zusammen?", PATHS)
    assert found is not None
    assert (found.value, found.unit) == (Decimal(7), "km")


@pytest.mark.parametrize(
    ("bound", "expected"),
    [("über 500", 1), ("über 500 Tausend Euro", 1), ("über 500 Euro", None), ("über 1 Million Euro", None)],
)
def test_a_bound_in_another_unit_than_the_column_is_not_compared(bound: str, expected: int | None) -> None:
    found = result(f"Wie viele Projekte haben Kosten {bound}?", PROJECTS)
    assert (None if found is None else found.value) == expected


def test_years_that_stand_in_two_sections_are_summed_in_the_one_that_is_named() -> None:
    text = (
        "| Jahr | Gäste | Einnahmen in Euro |\n| --- | --- | --- |\n| Freibad | | |\n| 2022 | 10 | 100 |\n"
        "| 2023 | 20 | 200 |\n| Hallenbad | | |\n| 2022 | 30 | 1.000 |\n| 2023 | 40 | 2.000 |\n"
    )
    assert result("Wie hoch waren die Einnahmen von 2022 bis 2023 insgesamt?", text) is None
    named = result("Wie hoch waren die Einnahmen im Freibad von 2022 bis 2023 insgesamt?", text)
    assert named is not None
    assert named.value == Decimal(300)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("16", "17", "6.3"),
        ("1", "1" + 30 * "0", None),
        ("0,00000000000001", 14 * "9", "999999999999989999999999999900.0"),
    ],
)
def test_percentages_are_rounded_as_people_round_and_of_any_size(before: str, after: str, expected: str | None) -> None:
    text = (
        f"| Ort | Hunde 2023 | Hunde 2024 |\n| --- | --- | --- |\n| Adorf | {before} | {after} |\n| Bdorf | 5 | 7 |\n"
    )
    found = result("Um wie viel Prozent ist die Zahl der Hunde in Adorf von 2023 auf 2024 gestiegen?", text)
    assert (None if found is None else found.value) == (None if expected is None else Decimal(expected))


TREES = (
    "| Straße | Bäume | davon krank |\n| --- | --- | --- |\n| Ahornweg | 12 | 2 |\n| Birkenweg | ca. 40 | 5 |\n"
    "| Chaussee | 7–9 | 1 |\n| Dorfplatz | k. A. | – |\n| Eichenweg | 1.200¹ | 30 |\n"
)


@pytest.mark.parametrize("asked", ["Wie viele Bäume gibt es insgesamt?", "Welche Straße hat die meisten Bäume?"])
def test_a_column_with_cells_that_are_no_figures_is_not_replaced_by_its_neighbour(asked: str) -> None:
    assert result(asked, TREES) is None


def test_the_part_beside_such_a_column_is_worked_out() -> None:
    found = result("Wie viele kranke Bäume gibt es insgesamt?", TREES)
    assert found is not None
    assert found.value == Decimal(38)


ROWS = (
    "| Bereich | 2024 | 2025 | Stellen |\n| --- | --- | --- | --- |\n| Verwaltung | 10 | 12 | 4 |\n"
    "| Schulen | 20 | 22 | 9 |\n| Straßen | 7 | 8 | 2 |\n"
)


@pytest.mark.parametrize(
    ("above", "below", "unit"),
    [
        ("Alle Beträge in Tausend Euro.", "", "Tausend Euro"),
        ("Haushaltsrechnung, Beträge in Mio. Euro", "", "Millionen Euro"),
        ("# Ausgaben in TEUR", "", "Tausend Euro"),
        ("", "Angaben in Mio. €", "Millionen Euro"),
        ("Die Verwaltung hatte vor Jahren viel Geld.", "", ""),
    ],
)
def test_the_unit_above_or_below_a_table_is_told(above: str, below: str, unit: str) -> None:
    found = result("Um wie viel sind die Schulen von 2024 auf 2025 gestiegen?", f"{above}\n\n{ROWS}\n{below}")
    assert found is not None
    assert (found.value, found.unit) == (Decimal(2), unit)


def test_what_is_counted_has_no_unit_of_money() -> None:
    found = result("Welcher Bereich hat die meisten Stellen?", f"Alle Beträge in Tausend Euro.\n\n{ROWS}")
    assert found is not None
    assert (found.value, found.unit) == (Decimal(9), "")


def test_figures_in_a_unit_that_is_not_known_give_no_result() -> None:
    asked = "Um wie viel sind die Schulen von 2024 auf 2025 gestiegen?"
    assert result(asked, f"Alle Angaben in Hundert Stück.\n\n{ROWS}") is None


TURNOUT = (
    "| Ortsteil | 2021 (in Prozent) | 2025 (in Prozent) |\n| --- | --- | --- |\n"
    "| Unterdorf | 60 | 70 |\n| Oberdorf | 50 | 55 |\n"
)


def test_the_change_of_a_share_in_percent_has_two_readings_and_no_result() -> None:
    assert result("Um wie viel Prozent ist der Wert im Unterdorf von 2021 auf 2025 gestiegen?", TURNOUT) is None
    found = result("Um wie viel ist der Wert im Unterdorf von 2021 auf 2025 gestiegen?", TURNOUT)
    assert found is not None
    assert (found.value, found.unit) == (Decimal(10), "Prozentpunkte")


MARKET = "| Leistung | Gebühr |\n| --- | --- |\n"
MOST = "Welche Leistung hat die höchste Gebühr?"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("| Stand je Tag | 12 Euro |\n| Stand je Monat | 150 Euro |\n", None),
        ("| Stand täglich | 12 Euro |\n| Wagen monatlich | 150 Euro |\n", None),
        ("| Strom | 3 Euro |\n| Strom (Vorjahr) | 2 Euro |\n| Wasser | 1 Euro |\n", None),
        ("| Stand je Tag | 12 Euro |\n| Wagen pro Tag | 15 Euro |\n", 15),
        ("| Stand täglich | 12 Euro |\n| Wagen je Tag | 15 Euro |\n", 15),
        ("| Stand | 12 Euro |\n| Wagen | 15 Euro |\n", 15),
    ],
)
def test_prices_of_a_day_and_of_a_month_or_of_the_year_before_are_not_compared(rows: str, expected: int | None) -> None:
    found = result(MOST, MARKET + rows)
    assert (found and found.value) == expected
