"""Versions of readers: with which one a document was read, so that those of an older one can be read again.

Raise the number of a kind when the same file gives other pages than before; files that are printed or drawn as PDF
follow the reader of PDFs by themselves.
"""

from dataclasses import replace

from apps.documents.parsing.collection_reading_options import ReadingOptions, TrackedChanges
from apps.documents.parsing.formats.detect_media_type import (
    HTML,
    MARKDOWN,
    PDF,
    PLAIN,
    RECORD,
    WEB_ARCHIVE,
    XML_MESSAGE,
)
from apps.documents.parsing.formats.office_and_picture_media_types import (
    CSV,
    DOC,
    DOCX,
    EML,
    EPUB,
    FODS,
    MBOX,
    MSG,
    ODP,
    ODS,
    ODT,
    PNG,
    PPT,
    PPTX,
    RTF,
    SHOWN_AS_PDF,
    TIFF,
    WORKBOOKS,
    XLS,
    XLSB,
    XLSX,
)

VERSIONS = {
    PDF: 35, MARKDOWN: 11, EML: 23, MBOX: 23, MSG: 23, XLSX: 11, ODS: 11, HTML: 19, XLS: 8, XLSB: 8, FODS: 9,
    RECORD: 14, WEB_ARCHIVE: 16, CSV: 10, PLAIN: 7, XML_MESSAGE: 2,
}  # fmt: skip
"""1 is what is not named: all that was read before there were numbers."""
COMPLETION_VERSIONS = {DOCX: 16, ODT: 14, PPTX: 8, ODP: 5, EPUB: 8, PPT: 6, DOC: 7, RTF: 2, PNG: 2, TIFF: 2}
"""How printed pages are completed by the text of their own file, and pictures drawn: a second number after that of the
reader of PDFs."""
HAVE_CHANGES = frozenset({DOCX, DOC, ODT, RTF})
HAVE_COMMENTS = HAVE_CHANGES | WORKBOOKS | {ODP, PPTX}


def reader_version(media_type: str, choices: ReadingOptions) -> str:
    """Number and choices, such as "2", "4.1" or "2/accepted/apart"; empty for the first reader without choices."""
    version = VERSIONS.get(PDF if media_type in SHOWN_AS_PDF else media_type, 1)
    completed = COMPLETION_VERSIONS.get(media_type)
    number = f"{version}.{completed}" if completed else str(version)
    if media_type not in HAVE_CHANGES:
        choices = replace(choices, changes=TrackedChanges.SHOWN)
    label = choices.label if media_type in HAVE_COMMENTS else ""
    return "/".join(filter(None, [number if version > 1 or label else "", label]))
