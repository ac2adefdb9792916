"""What stands apart at the edges of a page comes first and last, and is told from the rest."""

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
