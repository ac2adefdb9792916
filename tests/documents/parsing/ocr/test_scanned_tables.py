"""Ruled tables of scans are read cell by cell."""

import shutil
from typing import Any

import numpy as np
import pytest
from PIL import Image

from apps.documents.parsing.ocr.scanned_tables import MARGIN, PixelBox, read_cells
from apps.documents.parsing.ocr.tesseract import OcrWord
from apps.documents.parsing.types import ParsedPage
from tests.documents.parsing.pdf.test_read_pdf import pages_of
from tests.documents.parsing.sample_pdfs import SENTENCE, pdf, scan, writes

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
ROWS = [("Bezirk", "Anträge", "Davon bewilligt"), ("Mitte", "5", "4"), ("Nord", "12", "7"), ("Süd", "1", "0")]
MARKDOWN = (
    "| Bezirk | Anträge | Davon bewilligt |\n| --- | --- | --- |\n| Mitte | 5 | 4 |\n| Nord | 12 | 7 |\n| Süd | 1 | 0 |"
)


def letter(page: Any) -> None:
    writes("Bericht über Anträge", SENTENCE, size=10)(page)
    writes(SENTENCE, at=(72, 300), size=10)(page)
    for number, row in enumerate(ROWS):
        for column, cell in enumerate(row):
            box = (72 + 140 * column, 140 + 28 * number, 212 + 140 * column, 168 + 28 * number)
            page.draw_rect(box, width=0.8, fill=(0.6, 0.75, 0.95) if number == 0 else None)
            page.insert_text((box[0] + 8, box[1] + 18), cell, fontsize=11)


@pytest.fixture(scope="module")
def read() -> ParsedPage:
    (page,) = pages_of(scan(pdf(letter), skew=0.5, dpi=200))
    return page


def test_a_ruled_table_of_a_scan_has_its_rows_in_its_place(read: ParsedPage) -> None:
    assert read.method == "ocr"
    assert MARKDOWN in read.text
    assert read.text.index("Bericht") < read.text.index("| Bezirk") < read.text.rindex("Verwaltungsgebühr")


def test_its_words_stand_in_the_order_of_its_cells_so_that_a_row_can_be_marked(read: ParsedPage) -> None:
    words = [word.text for word in read.words]
    place = words.index("Nord")
    assert words[place : place + 3] == ["Nord", "12", "7"]


def test_a_frame_around_text_is_no_table() -> None:
    def draw(page: Any) -> None:
        page.draw_rect((60, 60, 540, 320), width=1)
        page.draw_line((60, 90), (540, 90))
        writes(*[SENTENCE] * 14, at=(72, 110), size=10)(page)

    (page,) = pages_of(scan(pdf(draw), dpi=200))
    assert "|" not in page.text
    assert page.text.count("Verwaltungsgebühr") == 14


def test_cells_that_make_no_single_picture_are_read_in_several() -> None:
    """Tesseract refuses a picture of 33,000 pixels: a page with such a table had no text at all."""
    cell, paper = PixelBox(0, 0, 400, 200), np.full((40_000, 400), 255, dtype=np.uint8)
    cells = [cell._replace(top=200 * place, bottom=200 * place + 200) for place in range(200)]
    for each in cells:
        paper[each.top + 20 : each.bottom - 20, 50:60] = 0
    heights = []

    def read(image: Image.Image) -> list[OcrWord]:
        heights.append(image.height)
        tops = range(MARGIN, image.height - MARGIN, 160 + MARGIN)
        return [OcrWord("Wort", MARGIN, top, 10, 160, 90.0, (1, 1, 1)) for top in tops]

    found = read_cells(paper, cells, read)
    assert list(found) == cells
    assert all(word.top == each.top + 20 for each, (word,) in found.items())
    assert len(heights) == 2
    assert max(heights) <= 32_767
