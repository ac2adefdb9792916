"""Renders a PDF page as a picture, and finds the place of a quote on it. Runs in a forked child."""

import io
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from apps.documents.parsing.layout.reading_order import render_raised_figures
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.pdf.find_quote_boxes import (
    Rectangle,
    find_quote_around_notes,
    find_quote_start_at_end,
    find_quote_words,
    line_rectangles,
)
from apps.documents.parsing.pdf.read_pdf import open_pdf
from apps.documents.parsing.pdf.read_text_layer import raised_marks
from apps.documents.parsing.types import FailureReason, ParseFailure, Word

if TYPE_CHECKING:
    import pymupdf

MOST_PIXELS = 50_000_000
LONGEST_SIDE = 16_000
"""Pixels; WebP ends at 16,383."""


@dataclass(frozen=True, slots=True)
class WebpImage:
    """A WebP image with its size in pixels."""

    data: bytes
    width: int
    height: int


def render_pdf_page(data: bytes, number: int, dpi: int) -> WebpImage:
    """The page as a viewer shows it. Raises ParseFailure (as `open_pdf`, and no_pages for a number it has not)."""
    from PIL import Image

    pymupdf = load_pymupdf()
    with open_page(data, number) as page:
        zoom = min(
            dpi / 72,
            math.sqrt(MOST_PIXELS / max(page.rect.width * page.rect.height, 1)),
            LONGEST_SIDE / max(page.rect.width, page.rect.height, 1),
        )
        pixmap = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), colorspace=pymupdf.csRGB, alpha=False)
    image = Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples)
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=80, method=2)
    return WebpImage(buffer.getvalue(), pixmap.width, pixmap.height)


def find_quote_in_pdf(data: bytes, number: int, quote: str) -> list[Rectangle]:
    """Finds the quote in the page's own text layer; empty when it is not there.

    Raised marks of notes are left out of the page's text where the note stands after its sentence, so that the words
    are looked for without them, too.
    """
    with open_page(data, number) as page:
        printed = page.get_text("words")
        words = [Word(normalise_text(word[4]), *word[:4]) for word in printed]
        found = (
            find_quote_words(words, quote)
            or find_quote_words(unmarked := strip_note_marks(printed, page), quote)
            or find_quote_around_notes(unmarked, quote)
            or find_quote_start_at_end(words, quote)
        )
        return line_rectangles(found, page.rect.width, page.rect.height)


def strip_note_marks(printed: Sequence[tuple[Any, ...]], page: "pymupdf.Page") -> list[Word]:
    """Returns PyMuPDF's words without the marks of notes."""
    marks = raised_marks(page.get_text("dict", flags=0)["blocks"])
    words = (Word(normalise_text(render_raised_figures(word[4])), *word[:4]) for word in printed)
    return [replace(word, text=strip_note_mark(word, marks)) for word in words]


def strip_note_mark(word: Word, marks: Sequence[tuple[str, float, float]]) -> str:
    for mark, x, y in marks:
        if word.x0 <= x <= word.x1 and word.y0 <= y <= word.y1:
            before, found, after = word.text.rpartition(mark)
            return before + after if found else word.text
    return word.text


@contextmanager
def open_page(data: bytes, number: int) -> "Iterator[pymupdf.Page]":
    """The PyMuPDF page with this number, from 1. It lives no longer than its document, so only inside the block."""
    document = open_pdf(data)
    count = document.page_count
    if not 1 <= number <= count:
        detail = f"There is no page {number}, the PDF has pages 1 to {count}."
        raise ParseFailure(FailureReason.NO_PAGES, detail, number=number, pages=count)
    yield document[number - 1]
