"""A PDF of a picture or a book, by the type of the file."""

from apps.documents.parsing.drawn.books import book_pdf
from apps.documents.parsing.drawn.pictures import picture_pdf
from apps.documents.parsing.formats.office_types import EPUB


def draw_pdf(data: bytes, media_type: str) -> bytes:
    """Raises ParseFailure: damaged, size_limit."""
    return book_pdf(data) if media_type == EPUB else picture_pdf(data)
