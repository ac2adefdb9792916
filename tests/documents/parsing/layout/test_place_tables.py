"""Tables among the text of pages in two columns, as print and as a scan."""

import shutil

import pymupdf
import pytest

from apps.documents.parsing.layout.place_tables import (
    bands_between_tables,
    table_insertion_index,
    tables_across_columns,
)
from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages

LEFT, RIGHT, WIDTH = 60, 310, 220
ROWS = (
    ("Ort", "2023", "2024"),
    ("Rathaus", "120,00", "130,00"),
    ("Schiff", "420,00", "440,00"),
    ("Turm", "9,00", "8,00"),
)
needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


def text_from(page: pymupdf.Page, x: float, y: float, word: str) -> float:
    """Four sentences in a column; gives the height at which they end."""
    line = ""
    for each in [*f"{word} ist hier ein Satz über die Gebühren der Stadt und ihre Fristen. ".split(" ") * 4, None]:
        if each is None or pymupdf.get_text_length(f"{line} {each}", fontsize=10) > WIDTH:
            page.insert_text((x, y), line, fontsize=10)
            y, line = y + 12, ""
        line = f"{line} {each}".strip()
    return y


def table_at(page: pymupdf.Page, x: float, y: float, widths: tuple[int, ...], *, ruled: bool) -> float:
    for row in ROWS:
        left = x
        for text, width in zip(row, widths, strict=True):
            if ruled:
                page.draw_rect(pymupdf.Rect(left, y, left + width, y + 16), color=(0, 0, 0), width=0.5)
            page.insert_text((left + 3, y + 11), text, fontsize=9)
            left += width
        y += 16
    return y


def table_in_the_right_column(*, ruled: bool) -> pymupdf.Document:
    document = pymupdf.open()
    page = document.new_page()
    text_from(page, LEFT, text_from(page, LEFT, 100, "Eins") + 14, "Zwei")
    below = table_at(page, RIGHT, text_from(page, RIGHT, 100, "Drei") + 10, (100, 60, 60), ruled=ruled)
    text_from(page, RIGHT, below + 24, "Vier")
    return document


def table_across() -> pymupdf.Document:
    """The file has the left column first, from top to bottom."""
    document = pymupdf.open()
    page = document.new_page()
    above = text_from(page, LEFT, 100, "Eins")
    below = above + 110
    text_from(page, LEFT, below, "Drei")
    text_from(page, RIGHT, 100, "Zwei")
    text_from(page, RIGHT, below, "Vier")
    table_at(page, LEFT, above + 10, (230, 120, 120), ruled=True)
    return document


def scanned(document: pymupdf.Document) -> pymupdf.Document:
    copy = pymupdf.open()
    for page in document:
        copy.new_page(width=page.rect.width, height=page.rect.height).insert_image(
            page.rect, pixmap=page.get_pixmap(dpi=200)
        )
    return copy


def order_of(document: pymupdf.Document) -> list[str]:
    """The words with which the texts begin, and the place of the table."""
    [page] = read_pdf_pages(open_pdf(document.tobytes()), 1, 60)
    places = {word: page.text.find(word) for word in ("Eins", "Zwei", "Drei", "Vier", "| Schiff |")}
    assert min(places.values()) >= 0
    return sorted(places, key=places.__getitem__)


@pytest.mark.parametrize("ruled", [True, False])
def test_a_table_in_the_right_column_stands_among_the_text_of_that_column(ruled: bool) -> None:
    assert order_of(table_in_the_right_column(ruled=ruled)) == ["Eins", "Zwei", "Drei", "| Schiff |", "Vier"]


def test_a_table_across_both_columns_parts_them() -> None:
    assert order_of(table_across()) == ["Eins", "Zwei", "| Schiff |", "Drei", "Vier"]


@needs_tesseract
def test_a_scan_is_read_in_the_same_order() -> None:
    assert order_of(scanned(table_in_the_right_column(ruled=True))) == ["Eins", "Zwei", "Drei", "| Schiff |", "Vier"]
    assert order_of(scanned(table_across())) == ["Eins", "Zwei", "| Schiff |", "Drei", "Vier"]


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ((310, 300, 500, 340), 3),  # below all of the right column
        ((310, 60, 500, 90), 2),  # above it
        ((296, 60, 500, 90), 2),  # jutting out of it, as tables of Word do
        ((60, 150, 250, 180), 1),  # in the left one
        ((60, 150, 500, 180), 1),  # across both
    ],
)
def test_the_place_of_a_table_is_in_its_column(table: tuple[float, ...], place: int) -> None:
    boxes = [
        ((60.0, 100.0, 280.0, 110.0), True),
        ((60.0, 200.0, 280.0, 210.0), True),
        ((310.0, 100.0, 530.0, 110.0), True),
    ]
    assert table_insertion_index(boxes, table, (300.0,)) == place  # type: ignore[arg-type]


def test_a_table_alone_in_its_column_stands_before_the_next_column() -> None:
    boxes = [((60.0, 100.0, 280.0, 110.0), True), ((410.0, 100.0, 530.0, 110.0), True)]
    assert table_insertion_index(boxes, (300.0, 50.0, 380.0, 90.0), (290.0, 400.0)) == 1


def test_bands_keep_the_order_within() -> None:
    assert bands_between_tables("abcd", [10, 90, 20, 80], [(0, 50, 9, 60)]) == [["a", "c"], ["b", "d"]]


def test_a_table_that_juts_out_of_its_column_does_not_part_the_columns() -> None:
    assert tables_across_columns([(296, 60, 530, 90), (60, 60, 304, 90), (60, 60, 530, 90)], [300]) == [
        (60, 60, 530, 90)
    ]
