"""Tables drawn with lines: which cells are one, and what many lines cost."""

from typing import Any

import pytest

from apps.documents.parsing.layout.find_ruled_tables import Grid, Ruling, find_ruled_tables
from apps.documents.parsing.layout.lines_to_markdown import BodySize
from apps.documents.parsing.pdf.read_pdf import open_pdf
from apps.documents.parsing.pdf.read_text_layer import read_text_layer
from tests.documents.parsing.sample_pdfs import SENTENCE, pdf
from tests.processor_time import at_most


def test_cells_that_no_line_parts_are_one() -> None:
    edges = [0.0, 20.0, 40.0, 60.0]
    rows = [Ruling(0, 0, 60), Ruling(20, 20, 60), Ruling(40, 0, 60), Ruling(60, 0, 60)]
    columns = [Ruling(0, 0, 60), Ruling(20, 0, 60), Ruling(40, 0, 20), Ruling(60, 0, 60)]
    grid = Grid(edges, edges, rows, columns)
    assert grid.owner == {
        (0, 0): (0, 0), (0, 1): (0, 1), (0, 2): (0, 2),
        (1, 0): (0, 0), (1, 1): (1, 1), (1, 2): (1, 1),
        (2, 0): (2, 0), (2, 1): (2, 1), (2, 2): (2, 1),
    }  # fmt: skip


def test_the_axes_of_a_chart_take_no_time_by_the_square() -> None:
    axis = [Ruling(0, 0, 700), *(Ruling(5.0 * place, 0, 10) for place in range(1, 130))]
    with at_most(8):  # half a minute for the 16,900 cells, more than a page may take
        assert find_ruled_tables(axis, axis, list) == []


ROWS = [
    ("Maßnahme", "Ort", "Kosten 2025"),
    ("Sanierung der Schule am Park", "Nord", "80.000 Euro"),
    ("Radweg an der Hauptstraße", "Mitte", "15.000 Euro"),
]
TABLE = (
    "| Maßnahme | Ort | Kosten 2025 |\n| --- | --- | --- |\n"
    "| Sanierung der Schule am Park | Nord | 80.000 Euro |\n| Radweg an der Hauptstraße | Mitte | 15.000 Euro |"
)
EDGES = (0, 170, 240, 340)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_table_on_its_side_is_read_upright_beside_upright_text(rotate: int) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return {0: (100 + x, 300 + y), 90: (200 + y, 700 - x), 180: (500 - x, 600 - y), 270: (400 - y, 300 + x)}[rotate]

    def draw(page: Any) -> None:
        for line in range(12):
            page.insert_text((60, 60 + 14 * line), SENTENCE, fontsize=9)
        for row in range(len(ROWS) + 1):
            page.draw_line(at(0, 30 * row), at(EDGES[-1], 30 * row))
        for x in EDGES:
            page.draw_line(at(x, 0), at(x, 30 * len(ROWS)))
        for row, texts in enumerate(ROWS):
            for x, text in zip(EDGES, texts, strict=False):
                page.insert_text(at(x + 4, 20 + 30 * row), text, fontsize=9, rotate=rotate)

    text = read_text_layer(open_pdf(pdf(draw))[0], BodySize()).page.text
    assert text.split("\n\n")[-1] == TABLE


def test_heads_of_several_words_that_run_upwards_keep_their_order() -> None:
    def draw(page: Any) -> None:
        for y in (100, 240, 260, 280):
            page.draw_line((60, y), (200, y))
        for x in (60, 140, 170, 200):
            page.draw_line((x, 100), (x, 280))
        for x, text in ((155, "Studierende mit Ausweis"), (185, "Erwachsene ab 18 Jahren")):
            page.insert_text((x, 236), text, fontsize=9, rotate=90)
        for y, texts in ((254, ("Eintritt", "3,00", "5,00")), (274, ("Führung", "6,00", "9,00"))):
            for x, text in zip((64, 144, 174), texts, strict=True):
                page.insert_text((x, y), text, fontsize=9)

    text = read_text_layer(open_pdf(pdf(draw))[0], BodySize()).page.text
    assert text.startswith("|  | Studierende mit Ausweis | Erwachsene ab 18 Jahren |\n")


def nested(page: Any) -> None:
    """A table of three columns; in the middle cell of its second row stands another one, set in by 5 points."""
    for y in (100, 120, 210, 230):
        page.draw_line((72, y), (500, y))
    for x in (72, 200, 360, 500):
        page.draw_line((x, 100), (x, 230))
    for y in (150, 170, 190):
        page.draw_line((205, y), (360, y))
    for x in (205, 280):
        page.draw_line((x, 150), (x, 210))
    for x, y, text in [
        (76, 114, "Leistung"), (204, 114, "Gebühren"), (364, 114, "Hinweis"), (76, 134, "Einsicht"),
        (204, 134, "Je nach Dauer:"), (364, 134, "für Schulen frei"), (209, 164, "Dauer"), (284, 164, "Betrag"),
        (209, 184, "je Tag"), (284, 184, "5 Euro"), (209, 204, "je Monat"), (284, 204, "30 Euro"),
        (76, 224, "Kopie"), (204, 224, "1 Euro"), (364, 224, "je Seite"),
    ]:  # fmt: skip
        page.insert_text((x, y), text, fontsize=9)


def test_a_table_within_a_cell_is_text_of_that_cell() -> None:
    assert read_text_layer(open_pdf(pdf(nested))[0], BodySize()).page.text == (
        "| Leistung | Gebühren | Hinweis |\n| --- | --- | --- |\n"
        "| Einsicht | Je nach Dauer: Dauer Betrag; je Tag 5 Euro; je Monat 30 Euro | für Schulen frei |\n"
        "| Kopie | 1 Euro | je Seite |"
    )


def test_a_narrow_column_between_two_groups_is_no_edge_of_a_table_within() -> None:
    def draw(page: Any) -> None:
        for y in (100, 120, 140, 160):
            page.draw_line((72, y), (200, y))
            page.draw_line((206, y), (360, y))
        page.draw_line((72, 100), (360, 100))
        for x, top in ((72, 100), (136, 100), (200, 100), (206, 120), (280, 120), (360, 100)):
            page.draw_line((x, top), (x, 160))
        for row in range(3):
            for x, text in zip((76, 140, 210, 284), "ABCD", strict=True):
                page.insert_text((x, 114 + 20 * row), f"{text}{row}", fontsize=9)

    assert "| A2 | B2 |  | C2 | D2 |" in read_text_layer(open_pdf(pdf(draw))[0], BodySize()).page.text
