"""The captions of a book's tables, set above them: MuPDF draws a caption below its table, wherever it is written."""

import re
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile

from apps.documents.parsing.parse_xml_tree import BROKEN

CAPTION = b"<caption"
TABLE = re.compile(
    rb"(<table\b[^<>]{0,2000}>)(\s{0,1000})<caption\b([^<>]{0,2000})>((?:(?!</caption|<table)[\s\S]){0,5000}+)</caption\s{0,100}>"
)
HIDES = re.compile(rb"hidden|none", re.IGNORECASE)
"""In the attributes of a table: then its caption stays in it, and hidden."""
LARGEST_CHAPTER = 16 * 2**20


def with_captions_above(data: bytes) -> bytes:
    """The book with captions as blocks of their own before their tables; as it is where there are none.

    A book that cannot be unpacked is given back as it is: who opens it says what is wrong with it.
    """
    try:
        with ZipFile(BytesIO(data)) as book:
            parts = {
                entry.filename: changed
                for entry in book.infolist()
                if entry.file_size <= LARGEST_CHAPTER and (changed := with_moved(book.read(entry))) is not None
            }
            return copied(book, parts) if parts else data
    except BROKEN:
        return data


def with_moved(part: bytes) -> bytes | None:
    """None for a part in which nothing is to be moved."""
    if CAPTION not in part:
        return None
    moved = TABLE.sub(above, part)
    return None if moved == part else moved


def above(found: "re.Match[bytes]") -> bytes:
    table, blank, attributes, caption = found.groups()
    if HIDES.search(table):
        return found[0]
    return b"<div" + attributes + b">" + caption + b"</div>" + table + blank


def copied(book: ZipFile, parts: dict[str, bytes]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as copy:
        for entry in book.infolist():
            copy.writestr(entry.filename, parts.get(entry.filename) or book.read(entry))
    return buffer.getvalue()
