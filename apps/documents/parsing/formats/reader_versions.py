"""Versions of readers: with which one a document was read, so that those of an older one can be read again.

Raise the number of a kind when the same file gives other pages than before; files that are printed or drawn as PDF
follow the reader of PDFs by themselves.
"""

from apps.documents.parsing.formats.detect_media_type import MARKDOWN, PDF
from apps.documents.parsing.formats.office_types import (
    DOC,
    DOCX,
    EML,
    MBOX,
    MSG,
    ODP,
    ODS,
    ODT,
    RTF,
    SHOWN_AS_PDF,
    XLSX,
)
from apps.documents.parsing.reading_options import ReadingChoices

VERSIONS = {PDF: 4, MARKDOWN: 2, EML: 3, MBOX: 3, MSG: 3, XLSX: 2, ODS: 2}
"""1 is what is not named: all that was read before there were numbers."""
HAVE_CHOICES = frozenset({DOCX, DOC, ODT, RTF, ODP})


def reader_of_kind(media_type: str, choices: ReadingChoices) -> str:
    """Number and choices, such as "2" or "2/accepted/apart"; empty for the first reader without choices."""
    version = VERSIONS.get(PDF if media_type in SHOWN_AS_PDF else media_type, 1)
    label = choices.label if media_type in HAVE_CHOICES else ""
    return "/".join(filter(None, [str(version) if version > 1 or label else "", label]))
