"""A quoted row of a table says what it says under the names of its columns, which stand elsewhere on the page."""

import io

import pytest
from openpyxl import Workbook

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource
from apps.documents.parsing.formats.office_and_picture_media_types import XLSX
from apps.documents.parsing.sheets.read_workbook import parse_workbook

TAX = """(1) Die Steuer beträgt jährlich

| Hund | Steuer im Jahr | Ermäßigt |
| --- | --- | --- |
| für den ersten Hund | 96,00 Euro | 48,00 Euro |
| für den zweiten Hund | 144,00 Euro | 72,00 Euro |
"""
TWICE = (
    "| Halle | Miete |\n| --- | --- |\n| Saal | 80 Euro |\n\n| Halle | Kaution |\n| --- | --- |\n| Saal | 80 Euro |\n"
)
FIRST = "für den ersten Hund 96,00 Euro 48,00 Euro"


def level(page: str, quote: str, said: str) -> str:
    source = NumberedSource(1, 1, "1.pdf", "Satzung", 1, page, PageText(page))
    [sentence] = [
        one for one in prove_answer(f'{said} [1].\nBELEGE\n[1] "{quote}"', [source]).sentences if one.has_words
    ]
    return str(sentence.level)


def test_a_row_under_the_names_of_its_columns_is_verbatim() -> None:
    assert level(TAX, FIRST, "für den ersten Hund: Steuer im Jahr 96,00 Euro, Ermäßigt 48,00 Euro") == "verbatim"


@pytest.mark.parametrize(
    "lie",
    [
        "für den ersten Hund: Steuer im Jahr 48,00 Euro, Ermäßigt 96,00 Euro",
        "für den zweiten Hund: Steuer im Jahr 96,00 Euro, Ermäßigt 48,00 Euro",
        "für den ersten Hund: Steuer im Monat 96,00 Euro, Ermäßigt 48,00 Euro",
        "für den ersten Hund: Steuer im Jahr 144,00 Euro, Ermäßigt 48,00 Euro",
    ],
)
def test_values_of_other_columns_and_rows_are_not(lie: str) -> None:
    assert level(TAX, FIRST, lie) != "verbatim"


def test_a_row_that_stands_in_two_tables_is_under_the_names_of_neither() -> None:
    assert level(TWICE, "Saal 80 Euro", "Saal: Miete 80 Euro") != "verbatim"


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Bauamt: Anteil 85,3 %", "verbatim"),
        ("Bauamt: Anteil 85,3 Prozent", "verbatim"),
        ("Bauamt: Anteil 0,853 %", "contradicted"),
        ("Bauamt: Anteil 86 %", "contradicted"),
    ],
)
def test_a_share_of_a_sheet_is_proved_as_the_sheet_shows_it(said: str, wanted: str) -> None:
    workbook = Workbook()
    for row in (("Amt", "Anteil"), ("Bauamt", 0.853), ("Standesamt", 0.2157)):
        workbook.active.append(row)
    for cell in ("B2", "B3"):
        workbook.active[cell].number_format = "0.0%"
    buffer = io.BytesIO()
    workbook.save(buffer)
    (page,) = parse_workbook(buffer.getvalue(), XLSX).pages
    assert level(page.text, "Bauamt 85.3 %", said) == wanted
