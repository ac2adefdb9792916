"""What stands apart at the edges of a page comes first and last, and is told from the rest."""

from collections.abc import Iterable
from itertools import cycle
from typing import Any

from tests.documents.parsing.pdf.test_read_pdf import pages_of
from tests.documents.parsing.sample_pdfs import SENTENCE, pdf, writes

LINES = [SENTENCE] * 6


def test_head_and_foot_stand_apart_also_beside_columns() -> None:
    def draw(page: Any) -> None:
        page.insert_text((60, 800), "Amtsblatt", fontsize=8)
        page.insert_text((480, 800), "Seite 4", fontsize=8)
        for number in range(8):
            page.insert_text((60, 100 + 14 * number), f"Linke Spalte mit der Zeile Nummer {number}", fontsize=9)
            page.insert_text((320, 100 + 14 * number), f"Rechte Spalte mit der Zeile Nummer {number}", fontsize=9)
        page.insert_text((60, 40), "Stadt Musterau", fontsize=8)

    (page,) = pages_of(pdf(draw))
    head, foot = page.margins
    assert page.text[:head] == "Stadt Musterau"
    assert page.text[len(page.text) - foot :] == "Amtsblatt Seite 4"


def test_a_drawn_line_parts_a_head_from_text_close_below() -> None:
    def draw(page: Any) -> None:
        writes("Stadt Musterau", *LINES, at=(72, 60))(page)
        page.draw_line((72, 63), (500, 63))

    (page,) = pages_of(pdf(draw))
    assert page.text[: page.margins[0]] == "Stadt Musterau"


def test_text_that_begins_high_up_is_no_head() -> None:
    (page,) = pages_of(pdf(writes(*LINES, at=(72, 60))))
    assert page.margins == (0, 0)


def test_a_line_below_a_table_is_no_head() -> None:
    def draw(page: Any) -> None:
        for row in range(2):
            for column in range(3):
                page.draw_rect((72 + 100 * column, 40 + 20 * row, 172 + 100 * column, 60 + 20 * row), width=0.7)
                page.insert_text((76 + 100 * column, 54 + 20 * row), f"Zelle {row}{column}", fontsize=9)
        writes("Stand: Mai", at=(72, 100))(page)
        writes(*LINES, at=(72, 140))(page)

    (page,) = pages_of(pdf(draw))
    assert page.text.startswith("| Zelle 00 |")
    assert page.margins == (0, 0)


THREE_LINES = (
    "Wer einen Termin absagt, bekommt die Gebühr bis zum",
    "siebten Tag davor zurück, danach nur noch zur Hälfte,",
    "am Tag selbst gar nicht mehr.",
)


def column(page: Any, x: float, tops: Iterable[float]) -> None:
    for top, line in zip(tops, cycle(THREE_LINES), strict=False):
        page.insert_text((x, top), line, fontsize=9)


PARAGRAPHS = [top for start in range(100, 640, 60) for top in (start, start + 12, start + 24)]
"""Baselines of three lines each, with a blank after them."""


def test_a_foot_at_the_edge_of_the_left_column_is_one() -> None:
    def draw(page: Any) -> None:
        column(page, 60, PARAGRAPHS)
        column(page, 320, [88, *PARAGRAPHS[:12]])
        page.insert_text((60, 805), "Amtsblatt der Stadt", fontsize=9)

    (page,) = pages_of(pdf(draw))
    assert page.text[len(page.text) - page.margins[1] :] == "Amtsblatt der Stadt"


def test_text_at_the_ends_of_columns_keeps_its_place() -> None:
    def draw(page: Any) -> None:
        column(page, 60, [top + 80 for top in PARAGRAPHS] + [720])
        page.insert_text((320, 76), "die am Fuß der linken Spalte beginnt.", fontsize=9)
        column(page, 320, [top + 12 for top in PARAGRAPHS[:12]])

    (page,) = pages_of(pdf(draw))
    assert page.margins == (0, 0)
    assert "bekommt die Gebühr bis zum die am Fuß der linken Spalte beginnt.\n\nWer" in page.text
