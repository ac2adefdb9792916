"""Rows of tables as sentences."""

import pytest

from apps.llm.offline.answers.table_sentences import row_sentence, with_hours
from apps.text.quotable_units import units

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
        ("| Nr. | 7 |\n|---|---|\n| 1 | Pass |", "Pass"),
    ],
)
def test_a_row_says_what_it_is_about_and_then_its_values_under_the_names_of_their_columns(
    table: str, sentence: str
) -> None:
    (row,) = units(table)
    assert row_sentence(row) == sentence


def test_a_table_of_opening_hours_is_one_sentence() -> None:
    (hours,) = with_hours(units(HOURS))
    assert hours.shown == "Öffnungszeit: Montag 8.00 bis 16.00 Uhr, Freitag 8.00 bis 12.00 Uhr"
    assert hours.quote == "Montag 8.00 bis 16.00 Uhr Freitag 8.00 bis 12.00 Uhr"


def test_a_table_of_fees_stays_in_rows() -> None:
    rows = units("| Ware | Preis |\n|---|---|\n| Brot | 3 Euro |\n| Salz | 1 Euro |")
    assert with_hours(rows) == rows
