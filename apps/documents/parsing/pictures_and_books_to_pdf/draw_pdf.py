"""Draws a picture or a book as PDF, by the type of the file."""

from apps.documents.parsing.formats.office_and_picture_media_types import EPUB
from apps.documents.parsing.pictures_and_books_to_pdf.epub_to_pdf import book_pdf
from apps.documents.parsing.pictures_and_books_to_pdf.picture_to_pdf import picture_pdf


def draw_pdf(data: bytes, media_type: str) -> bytes:
    """Raises ParseFailure: damaged, unpacked_limit."""
    return book_pdf(data) if media_type == EPUB else picture_pdf(data, media_type)
