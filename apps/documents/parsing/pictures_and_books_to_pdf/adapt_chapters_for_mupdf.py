"""Changes the chapters of a book where MuPDF would draw them in a way that the reader of PDFs misreads."""

import re
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile

from apps.documents.parsing.office_source_text.epub_paragraphs import (
    MAY_MARK,
    bracket_chapter_note_marks,
    parse_chapter_tree,
)
from apps.documents.parsing.parse_xml_tree import BROKEN_PACKAGE_ERRORS
from apps.documents.parsing.pictures_and_books_to_pdf.move_captions_above_tables import move_captions_above_tables
from apps.documents.parsing.pictures_and_books_to_pdf.strip_inline_styles import strip_inline_styles
from apps.documents.parsing.web_pages.inline_definition_lists import inline_terms_of_chapter

LARGEST_CHAPTER = 16 * 2**20
LISTS = re.compile(rb"<dl[\s>]")


def adapt_book_for_mupdf(data: bytes) -> bytes:
    """The book as it is where there is nothing to change.

    One that cannot be unpacked is given back as it is, too: who opens it says what is wrong with it.
    """
    try:
        with ZipFile(BytesIO(data)) as book:
            parts = {
                entry.filename: changed
                for entry in book.infolist()
                if entry.file_size <= LARGEST_CHAPTER and (changed := adapt_chapter(book.read(entry))) is not None
            }
            return copy_with_parts(book, parts) if parts else data
    except BROKEN_PACKAGE_ERRORS:
        return data


def adapt_chapter(part: bytes) -> bytes | None:
    """None for one in which nothing is to be changed.

    Styles first: a table whose style says that its border is none is not hidden, and its caption moves.
    """
    changed = move_captions_above_tables(strip_inline_styles(part))
    if LISTS.search(changed) or MAY_MARK.search(changed):
        changed = inline_terms_and_marks(changed)
    return None if changed == part else changed


def inline_terms_and_marks(part: bytes) -> bytes:
    """Raises one of BROKEN."""
    from lxml import etree

    root = parse_chapter_tree(part)
    inline_terms_of_chapter(root)
    bracket_chapter_note_marks(root)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def copy_with_parts(book: ZipFile, parts: dict[str, bytes]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as copy:
        for entry in book.infolist():
            copy.writestr(entry.filename, parts.get(entry.filename) or book.read(entry))
    return buffer.getvalue()
