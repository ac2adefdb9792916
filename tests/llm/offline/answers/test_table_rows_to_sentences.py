"""Rows of tables as sentences."""

import pytest

from apps.llm.offline.answers.table_rows_to_sentences import merge_opening_hours, row_sentence
from apps.text.quotable_units import quotable_units

FEES = "| Tarif-Nr. | Gegenstand | Bemessung | Gebühr in Euro |\n|---|---|---|---:|\n"
HOURS = "| Tag | Öffnungszeit |\n|---|---|\n| Montag | 8.00 bis 16.00 Uhr |\n| Freitag | 8.00 bis 12.00 Uhr |\n"


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            f"{FEES}| 2.2 | Trauung an Samstagen | je Trauung | 145,00 |",
            "Trauung an Samstagen: je Trauung, Gebühr 145,00 Euro",
        ),
        (
            "| Hund | Steuer im Jahr |\n|---|---|\n| für den ersten Hund | 96,00 Euro |",
            "Steuer im Jahr für den ersten Hund: 96,00 Euro",
        ),
        ("| Ware | Preis in Euro |\n|---|---|\n| **Summe** | kostenlos |", "Summe: Preis in Euro kostenlos"),
        (
            "| Eintritt in Euro | Ermäßigung |\n|---|---|\n| 8,00 | je Kind 2,00 Euro |",
            "Eintritt 8,00 Euro, Ermäßigung je Kind 2,00 Euro",
        ),
        ("| Bad | Gebühr |\n|---|---|\n| Freibad | je Kind 2,00 Euro |", "Freibad: je Kind 2,00 Euro"),
        (
            "| Position | Plan 2025 | Ergebnis 2024 |\n|---|---|---|\n| Gewerbesteuer | 5 Mio. | 4 Mio. |",
            "Gewerbesteuer: Plan 2025 5 Mio., Ergebnis 2024 4 Mio.",
        ),
        ("| Stelle | Nummer |\n|---|---|\n| Bürgerbüro | 0711 123 |", "Bürgerbüro: Nummer 0711 123"),
        (
            "| Leistung | Frist | Gebühr |\n|---|---|---|\n| | vier Wochen | 5,00 Euro |",
            "Frist vier Wochen, Gebühr 5,00 Euro",
        ),
        (f"{FEES}| | Beglaubigung | je Seite | 3,50 |", "Beglaubigung: je Seite, Gebühr 3,50 Euro"),
        ("| Nr. | 7 |\n|---|---|\n| 1 | Pass |", "Pass"),
    ],
)
def test_a_row_says_what_it_is_about_and_then_its_values_under_the_names_of_their_columns(
    table: str, sentence: str
) -> None:
    (row,) = quotable_units(table)
    assert row_sentence(row) == sentence


def test_a_table_of_opening_hours_is_one_sentence() -> None:
    (hours,) = merge_opening_hours(quotable_units(HOURS))
    assert hours.shown == "Öffnungszeit: Montag 8.00 bis 16.00 Uhr, Freitag 8.00 bis 12.00 Uhr"
    assert hours.quote == "Montag 8.00 bis 16.00 Uhr Freitag 8.00 bis 12.00 Uhr"


def test_hours_of_two_offices_are_two_sentences() -> None:
    page = f"## Bürgerbüro\n\n{HOURS}\n## Standesamt\n\n{HOURS.replace('8.00', '9.00')}"
    found = merge_opening_hours(quotable_units(page))
    assert [unit.shown for unit in found] == [
        "Öffnungszeit: Montag 8.00 bis 16.00 Uhr, Freitag 8.00 bis 12.00 Uhr",
        "Öffnungszeit: Montag 9.00 bis 16.00 Uhr, Freitag 9.00 bis 12.00 Uhr",
    ]
    assert [unit.lead for unit in found] == ["Bürgerbüro", "Standesamt"]


@pytest.mark.parametrize("second", [HOURS.replace("8.00", "9.00"), HOURS.replace("Öffnungszeit", "Standesamt")])
def test_tables_without_a_heading_between_them_stay_in_rows(second: str) -> None:
    rows = quotable_units(f"{HOURS}\n{second}")
    assert merge_opening_hours(rows) == rows


def test_a_table_of_fees_stays_in_rows() -> None:
    rows = quotable_units("| Ware | Preis |\n|---|---|\n| Brot | 3 Euro |\n| Salz | 1 Euro |")
    assert merge_opening_hours(rows) == rows


def test_hours_say_whose_they_are_where_a_line_above_the_table_does() -> None:
    [_, hours] = merge_opening_hours(
        quotable_units(f"## Kontakt\n\nBürgerbüro, Kornhausgasse 4, Telefon 09999 55-200\n\n{HOURS}")
    )
    assert hours.shown == "Bürgerbüro, Öffnungszeit: Montag 8.00 bis 16.00 Uhr, Freitag 8.00 bis 12.00 Uhr"
    assert hours.lead_proof == "Bürgerbüro, Kornhausgasse 4, Telefon 09999 55-200"


def test_nothing_but_contact_data_is_left_out_of_whose_hours_they_are() -> None:
    above = "Bürgerbüro, nur nach Vereinbarung, Kornhausgasse 4"
    assert merge_opening_hours(quotable_units(f"## Kontakt\n\n{above}\n\n{HOURS}"))[-1].shown.startswith(
        f"{above}, Öffnungszeit"
    )


def test_a_sentence_or_another_heading_above_a_table_does_not_say_whose_hours_it_gives() -> None:
    for above in ("Bitte bringen Sie Ihren Ausweis mit.", "Bürgerbüro, Kornhausgasse 4\n\n## Im Sommer"):
        assert merge_opening_hours(quotable_units(f"## Kontakt\n\n{above}\n\n{HOURS}"))[-1].shown.startswith(
            "Öffnungszeit"
        )
