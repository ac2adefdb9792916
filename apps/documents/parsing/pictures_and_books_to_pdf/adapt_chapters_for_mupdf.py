"""A copy of a book whose chapters are changed where MuPDF would draw them as the reader of PDFs does not know them."""

import re
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile

from apps.documents.parsing.office_source_text.book_paragraphs import MAY_MARK, chapter_tree, put_marks_in_brackets
from apps.documents.parsing.parse_xml_tree import BROKEN
from apps.documents.parsing.pictures_and_books_to_pdf.captions_above_tables import captions_above
from apps.documents.parsing.pictures_and_books_to_pdf.strip_inline_styles import without_own_form
from apps.documents.parsing.web_pages.definition_lists import put_terms_in_line

LARGEST_CHAPTER = 16 * 2**20
LISTS = re.compile(rb"<dl[\s>]")


def drawable(data: bytes) -> bytes:
    """The book as it is where there is nothing to change.

    One that cannot be unpacked is given back as it is, too: who opens it says what is wrong with it.
    """
    try:
        with ZipFile(BytesIO(data)) as book:
            parts = {
                entry.filename: changed
                for entry in book.infolist()
                if entry.file_size <= LARGEST_CHAPTER and (changed := changed_chapter(book.read(entry))) is not None
            }
            return copied(book, parts) if parts else data
    except BROKEN:
        return data


def changed_chapter(part: bytes) -> bytes | None:
    """None for one in which nothing is to be changed.

    Styles first: a table whose style says that its border is none is not hidden, and its caption moves.
    """
    changed = captions_above(without_own_form(part))
    if LISTS.search(changed) or MAY_MARK.search(changed):
        changed = with_terms_and_marks(changed)
    return None if changed == part else changed


def with_terms_and_marks(part: bytes) -> bytes:
    """Raises one of BROKEN."""
    from lxml import etree

    root = chapter_tree(part)
    put_terms_in_line(root)
    put_marks_in_brackets(root)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def copied(book: ZipFile, parts: dict[str, bytes]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as copy:
        for entry in book.infolist():
            copy.writestr(entry.filename, parts.get(entry.filename) or book.read(entry))
    return buffer.getvalue()
