"""An EPUB as PDF: its text flows into pages of one size, so that every reader finds the same page.

Headings and tables are drawn so that the reader of PDFs knows them by what it goes by: letters that are larger, and
lines around cells. Few books draw such lines, and many keep the letters of a heading small.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf, mupdf_errors, raise_if_out_of_memory
from apps.documents.parsing.pictures_and_books_to_pdf.adapt_chapters_for_mupdf import adapt_book_for_mupdf
from apps.documents.parsing.types import FailureReason, ParseFailure

if TYPE_CHECKING:
    import pymupdf

WIDTH, HEIGHT, FONT_SIZE = 420, 595, 11
"""Points: A5, which is what books are printed on."""
WIDEST = 1_684
"""Points, the long side of A2, for tables whose columns have no room on A5."""
MARGIN = 36
"""Points between the text and the edge of the page, as MuPDF leaves them."""
STYLE = """
h1 { font-size: 2em !important; font-weight: bold !important }
h2 { font-size: 1.5em !important; font-weight: bold !important }
h3, h4, h5, h6 { font-size: 1.2em !important; font-weight: bold !important }
table { border-collapse: separate !important; border-spacing: 0 !important; margin: 0.7em 0 !important }
td, th { border: 0.5pt solid black !important; padding: 2pt !important }
table[role=presentation] td, table[role=none] td { border: none !important }
pre { white-space: pre-wrap !important }
"""
"""Stands above what the book says; what it hides stays hidden. Collapsed borders take MuPDF a time that grows by the
square of the rows, and those of a row that goes to the next page are not closed."""


def book_pdf(data: bytes) -> bytes:
    """Raises ParseFailure (damaged). Runs in the child process."""
    pymupdf = load_pymupdf()
    try:
        with user_style(STYLE), pymupdf.open(stream=adapt_book_for_mupdf(data), filetype="epub") as book:
            drawn = lay_out_as_pdf(book, WIDTH)
            if (width := text_width(drawn)) > WIDTH:
                drawn = lay_out_as_pdf(book, min(width + MARGIN, WIDEST))
            drawn.set_metadata({"title": (book.metadata or {}).get("title") or ""})
            return bytes(drawn.tobytes())
    except mupdf_errors() as error:
        raise_if_out_of_memory(error)
        raise ParseFailure(FailureReason.DAMAGED, f"The book cannot be opened: {error}") from error


@contextmanager
def user_style(style: str) -> Iterator[None]:
    """MuPDF keeps one such style for the whole process, and draws the notes of PDFs with it, too."""
    mupdf = load_pymupdf().mupdf
    mupdf.fz_set_user_css(style)
    try:
        yield
    finally:
        mupdf.fz_set_user_css("")


def lay_out_as_pdf(book: "pymupdf.Document", width: float) -> "pymupdf.Document":
    """Lays the book out as PDF, on pages of so many points."""
    book.layout(width=width, height=HEIGHT, fontsize=FONT_SIZE)
    pdf: pymupdf.Document = load_pymupdf().open(stream=book.convert_to_pdf(), filetype="pdf")
    return pdf


def text_width(pdf: "pymupdf.Document") -> float:
    """Measures from the page's left edge to the end of the longest line, be it outside of the page. In points."""
    pymupdf = load_pymupdf()
    # Without pictures, which are drawn as wide as the page is.
    options = {"flags": pymupdf.TEXT_PRESERVE_WHITESPACE, "clip": pymupdf.INFINITE_RECT()}
    pages = map(pdf.load_page, range(pdf.page_count))
    return max((block[2] for page in pages for block in page.get_text("blocks", **options)), default=0.0)
