"""Heads over several columns of a table without lines name each of them."""

from typing import Any

import pytest

from apps.documents.parsing.layout.lines_to_markdown import BodySize
from apps.documents.parsing.pdf.read_pdf import open_pdf
from apps.documents.parsing.pdf.read_text_layer import read_text_layer
from apps.text.quotable_units import quotable_units
from tests.documents.parsing.sample_pdfs import pdf

ENDS = (230, 300, 400, 470)
YEARS = ("2023", "2024", "2023", "2024")
GROUPS = ("einzeln", "Gruppe", "einzeln", "Gruppe")
DATA = [("Mitte", "12.345", "13.456", "40.100", "41.200"), ("Nord", "2.345", "3.456", "10.100", "11.200")]
MORE = [*DATA, ("Süd", "845", "956", "4.100", "4.200")]


def first_row(above: list[tuple[float, str]], names: tuple[str, ...], data: list[tuple[str, ...]]) -> str:
    """What is told of the first row; `above` are heads with the place of their middle."""

    def draw(page: Any) -> None:
        import pymupdf

        def write(x: float, y: float, text: str, share: float) -> None:
            page.insert_text((x - share * pymupdf.get_text_length(text, fontsize=10), y), text, fontsize=10)

        write(72, 114, "Zweigstelle", 0)
        for x, text in above:
            write(x, 100, text, 0.5)
        for x, text in zip(ENDS, names, strict=True):
            write(x, 114, text, 1)
        for row, (label, *values) in enumerate(data):
            write(72, 130 + 14 * row, label, 0)
            for x, text in zip(ENDS, values, strict=True):
                write(x, 130 + 14 * row, text, 1)

    text = read_text_layer(open_pdf(pdf(draw))[0], BodySize()).page.text
    return next(unit.shown for unit in quotable_units(text) if "Mitte" in unit.shown)


@pytest.mark.parametrize("data", [DATA, MORE], ids=["two rows", "three rows"])
@pytest.mark.parametrize("names", [YEARS, GROUPS], ids=["years", "words"])
def test_heads_over_two_columns_each_name_both(names: tuple[str, ...], data: list[tuple[str, ...]]) -> None:
    one, two, three, four = names
    assert first_row([(250, "Besuche"), (420, "Ausleihen")], names, data) == (
        f"Zweigstelle: Mitte; Besuche {one}: 12.345; Besuche {two}: 13.456; "
        f"Ausleihen {three}: 40.100; Ausleihen {four}: 41.200"
    )


def test_a_head_in_the_middle_of_all_columns_names_all() -> None:
    assert first_row([(330, "Besuche nach Alter")], ("Kinder", "Jugend", "Ältere", "Alle"), MORE) == (
        "Zweigstelle: Mitte; Besuche nach Alter Kinder: 12.345; Besuche nach Alter Jugend: 13.456; "
        "Besuche nach Alter Ältere: 40.100; Besuche nach Alter Alle: 41.200"
    )


def test_a_head_of_two_lines_names_its_column_alone() -> None:
    told = first_row([(286, "Kosten in")], ("Plätze", "Euro", "Anteil", "Rang"), MORE)
    assert told == "Zweigstelle: Mitte; Plätze: 12.345; Kosten in Euro: 13.456; Anteil: 40.100; Rang: 41.200"


def test_a_telephone_number_is_one_cell() -> None:
    data = [(name, "0221 345", "0221 3 45-67", "1.200", "3") for name in ("Mitte", "Nord", "Süd")]
    assert first_row([], ("Telefon", "Fax", "Besuche", "Rang"), data) == (
        "Zweigstelle: Mitte; Telefon: 0221 345; Fax: 0221 3 45-67; Besuche: 1.200; Rang: 3"
    )


def test_heads_in_three_rows_are_told_from_the_widest_on() -> None:
    def draw(page: Any) -> None:
        for x, y, text in [(320, 90, "Haushalt"), (225, 104, "2025"), (425, 104, "2026"), (72, 118, "Produkt")]:
            page.insert_text((x, y), text, fontsize=10)
        for row, values in enumerate([("Ansatz", "Ist") * 2, *(values[1:] for values in MORE)]):
            for x, text in zip((200, 260, 400, 460), values, strict=True):
                page.insert_text((x, 118 + 14 * row), text, fontsize=10)
        for row, values in enumerate(MORE, 1):
            page.insert_text((72, 118 + 14 * row), values[0], fontsize=10)

    told = [unit.shown for unit in quotable_units(read_text_layer(open_pdf(pdf(draw))[0], BodySize()).page.text)]
    assert told[0] == (
        "Produkt: Mitte; Haushalt 2025 Ansatz: 12.345; Haushalt 2025 Ist: 13.456; "
        "Haushalt 2026 Ansatz: 40.100; Haushalt 2026 Ist: 41.200"
    )
