"""Makes the PDF whose pages stand for an Office file, a book or a picture, by LibreOffice or PyMuPDF."""

import re
from typing import Protocol

from apps.documents.conversion.batch_conversions import ConversionQueue
from apps.documents.conversion.libreoffice import store_as_docx
from apps.documents.parsing.collection_reading_options import DEFAULT_READING_OPTIONS, ReadingOptions, TrackedChanges
from apps.documents.parsing.formats.office_and_picture_media_types import DOC, DOCX, PRINTED_SUFFIXES, RTF
from apps.documents.parsing.prepare_for_conversion.printable_copy import COPIED_TYPES

OLD_TEXTS = frozenset({DOC, RTF})
"""Without XML: LibreOffice stores them anew where changes, comments, boxes, cells or endnotes are to be told apart."""
TOLD_APART = {
    RTF: re.compile(rb"\\deleted\b|\\fftype1\b|\\trowd\b|\\shptxt\b|\\ftnalt\b"),
    DOC: re.compile(
        rb"\xec\xa5[\x01\xc0-\xc2][\x00\x01].{92}(?!\x00{8})|\x00\x08\x01(?=.{0,16}?(?:\x63\x48|\x64\x68))"
        rb"|FORMCHECKBOX|F\0O\0R\0M\0C\0H\0E\0C\0K\0B\0O\0X\0|\x16\x24\x01",
        re.DOTALL,
    ),
}
"""Deleted words, boxes to tick, what print breaks or mixes (cells of tables and boxes of text), and endnotes.

In `.doc` the first block of the file counts the letters of endnotes and in boxes of text ([MS-DOC] 2.5.4, ccpEdn and
ccpTxbx), and deleted words are a property of letters (0x0800) beside its author or its day. That a paragraph stands in
a table is a property of it (0x2416, sprmPFInTable).
"""


class PdfMaker(Protocol):
    async def draw_pdf(self, data: bytes, media_type: str) -> bytes:
        """Draws pictures and books in a limited process. Raises ParseFailure."""

    async def printable(self, data: bytes, media_type: str, changes: TrackedChanges) -> bytes:
        """Prepares texts and slides in today's formats for printing, in a limited process. Raises ParseFailure."""


async def prepare_source_file(
    data: bytes, media_type: str, maker: PdfMaker, choices: ReadingOptions = DEFAULT_READING_OPTIONS
) -> tuple[bytes, str]:
    """The file that is printed and read in place of the original, and its type; mostly the original.

    Raises ParseFailure. May start a process with limits.
    """
    if needs_conversion_to_docx(data, media_type, choices):
        data, media_type = await store_as_docx(data, media_type), DOCX
    if media_type in COPIED_TYPES:
        return await maker.printable(data, media_type, choices.changes), media_type
    return data, media_type


def needs_conversion_to_docx(data: bytes, media_type: str, choices: ReadingOptions) -> bool:
    return media_type in OLD_TEXTS and (
        choices != DEFAULT_READING_OPTIONS or TOLD_APART[media_type].search(data) is not None
    )


async def make_pdf_rendition(data: bytes, media_type: str, maker: PdfMaker, printing: ConversionQueue) -> bytes:
    """The PDF of a file of one of the types in SHOWN_AS_PDF. Raises ParseFailure. Starts a process with limits."""
    if media_type in PRINTED_SUFFIXES:
        return await printing.print_to_pdf(data, media_type)
    async with printing.slots:
        return await maker.draw_pdf(data, media_type)
