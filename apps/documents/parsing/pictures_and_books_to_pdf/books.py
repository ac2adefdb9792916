"""An EPUB as PDF: its text flows into pages of one size, so that every reader finds the same page."""

from apps.documents.parsing.mupdf import load_pymupdf, mupdf_errors, raise_if_out_of_memory
from apps.documents.parsing.types import FailureReason, ParseFailure

WIDTH, HEIGHT, FONT_SIZE = 420, 595, 11
"""Points: A5, which is what books are printed on."""


def book_pdf(data: bytes) -> bytes:
    """Raises ParseFailure (damaged)."""
    pymupdf = load_pymupdf()
    try:
        with pymupdf.open(stream=data, filetype="epub") as book:
            book.layout(width=WIDTH, height=HEIGHT, fontsize=FONT_SIZE)
            drawn: bytes = book.convert_to_pdf()
            return with_title(drawn, (book.metadata or {}).get("title") or "")
    except mupdf_errors() as error:
        raise_if_out_of_memory(error)
        raise ParseFailure(FailureReason.DAMAGED, f"The book cannot be opened: {error}") from error


def with_title(pdf: bytes, title: str) -> bytes:
    with load_pymupdf().open(stream=pdf, filetype="pdf") as document:
        document.set_metadata({"title": title})
        return bytes(document.tobytes())
