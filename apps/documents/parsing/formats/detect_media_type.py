"""Detects a file's media type by its first bytes; names and declared types only decide between kinds of text."""

import re
from pathlib import PurePath

from apps.documents.parsing.electronic_invoices.read_invoice import is_invoice
from apps.documents.parsing.formats.detect_zip_and_ole_file_types import office_type
from apps.documents.parsing.formats.office_and_picture_media_types import (
    CSV,
    DOC,
    EML,
    FODS,
    MBOX,
    OFFICE_BY_SUFFIX,
    WORKBOOKS,
    XML_SPREADSHEET,
)
from apps.documents.parsing.mail.signed_and_encrypted_content import encryption_standard
from apps.documents.parsing.types import FailureReason, ParseFailure
from apps.documents.parsing.xoev_messages.xoev_message import is_xoev_message

PDF, HTML, MARKDOWN, PLAIN, RECORD = "application/pdf", "text/html", "text/markdown", "text/plain", "application/json"
XML_MESSAGE = "application/xml"
"""Of xdomea, XJustiz and their like, and invoices; XML of other kinds is not read."""

WEB_ARCHIVE = "multipart/related"
"""A page that was stored as a mail with its pictures."""
TEXT_TYPES = (HTML, MARKDOWN, PLAIN, RECORD, CSV, EML, MBOX, FODS, WEB_ARCHIVE)
OTHER_NAMES = {"text/tab-separated-values": CSV, "application/x-mimearchive": WEB_ARCHIVE}

MEDIA_TYPE_BY_SUFFIX = {
    ".pdf": PDF,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".mht": WEB_ARCHIVE,
    ".mhtml": WEB_ARCHIVE,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".txt": PLAIN,
    ".text": PLAIN,
    ".json": RECORD,
    ".xml": XML_MESSAGE,
    **OFFICE_BY_SUFFIX,
}
READABLE_KINDS = "PDF, HTML, text, Office files, mails, books and pictures can be read"
# What people upload by mistake, with the name they know it by.
BINARY_KINDS = (
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\xd0\xcf\x11\xe0", "an Office file of another kind"),
    (b"\x89PNG", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"%!PS", "a PostScript file"),
)
# Without ways back: comments end at the first "-->", or forty of them would be tried in 2**40 ways.
HTML_START = re.compile(
    rb"^\s*+(?:<\?xml[^>]*+>\s*+)?+(?:<!--.*?-->\s*+)*+<(?:!doctype\s++html|html|head|body)\b", re.I | re.S
)
BEGINS_AS_PART_OF_HTML = re.compile(rb"^(?:\xef\xbb\xbf)?+\s*+<(?:table|meta|style)\b", re.I)
"""What programs store under the name of a workbook: Excel opens it."""
XML_OF_EXCEL = re.compile(
    rb"^(?:\xef\xbb\xbf)?+\s*+(?:<\?[^>]*+>\s*+)*+<(?:\w++:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet"
)
XML_OF_WORD = re.compile(
    rb"^(?:\xef\xbb\xbf)?+\s*+(?:<\?[^>]*+>\s*+)*+<w:wordDocument\b[^>]*schemas.microsoft.com/office/word/2003/wordml"
)
FIRST_LINES = 10
PDF_HEADER_WITHIN = 1024


def media_type_of(data: bytes, name: str = "", declared: str = "") -> str:
    """One of the media types we read.

    Raises ParseFailure: empty_file; not_a_pdf when it calls itself a PDF and is none of the others; encrypted, damaged
    and unpacked_limit of Office files; unsupported_type.
    """
    if not data:
        raise ParseFailure(FailureReason.EMPTY_FILE, "The file has 0 bytes. Fetch it again from its source.")
    suffix = PurePath(name).suffix.lower()
    claimed = claimed_type(suffix, declared)
    if begins_as_pdf(data, claimed):
        return PDF
    if (office := office_type(data)) is not None:
        return office
    if claimed == PDF or suffix == ".pdf":
        kind = describe_file_kind(data)
        raise ParseFailure(
            FailureReason.NOT_A_PDF, f"The file is named a PDF, but it is {kind}. Fetch it again.", kind=kind
        )
    if method := encryption_standard(data):
        raise ParseFailure(FailureReason.ENCRYPTED, f"The file is encrypted ({method}).", method=method)
    if (binary := binary_kind(data)) is not None:
        raise ParseFailure(FailureReason.UNSUPPORTED_TYPE, f"The file is {binary}; {READABLE_KINDS}.", kind=binary)
    if (marked_up := marked_up_type(data)) is not None:
        return marked_up
    return text_type(data, claimed)


def claimed_type(suffix: str, declared: str) -> str:
    """What its sender, or else its name, says it is; empty where neither does."""
    claimed = declared.partition(";")[0].strip().lower() or MEDIA_TYPE_BY_SUFFIX.get(suffix, "")
    claimed = OTHER_NAMES.get(claimed, claimed)
    if claimed == PLAIN and MEDIA_TYPE_BY_SUFFIX.get(suffix) in WORKBOOKS:
        return MEDIA_TYPE_BY_SUFFIX[suffix]  # servers and older readers took such exports for texts
    return claimed


def marked_up_type(data: bytes) -> str | None:
    """HTML and kinds of XML, by their beginnings."""
    if HTML_START.match(data[:4096]):
        return HTML
    if is_xoev_message(data) or is_invoice(data):
        return XML_MESSAGE
    if XML_OF_EXCEL.match(data[:4096]):
        return XML_SPREADSHEET
    # LibreOffice knows it by its content.
    return DOC if XML_OF_WORD.match(data[:4096]) else None


def text_type(data: bytes, claimed: str) -> str:
    """Returns the type of what shows none itself. Raises ParseFailure for no text, or not of the claimed type."""
    if claimed in (XML_MESSAGE, "text/xml"):
        kind = "an XML file without a message of xdomea or XJustiz or an invoice"
        raise ParseFailure(FailureReason.UNSUPPORTED_TYPE, f"The file is {kind}; {READABLE_KINDS}.", kind=kind)
    if claimed in TEXT_TYPES:
        return claimed
    if claimed in WORKBOOKS and BEGINS_AS_PART_OF_HTML.match(data[:4096]):
        return HTML
    if claimed in WORKBOOKS and is_mostly_text(data[:4096]) and has_separated_values(data[:4096]):
        return CSV  # many programs call what they export so
    if (
        claimed.startswith("text/")
        or not claimed
        or (claimed in MEDIA_TYPE_BY_SUFFIX.values() and is_mostly_text(data[:4096]))
    ):
        return PLAIN
    if claimed in MEDIA_TYPE_BY_SUFFIX.values():
        raise ParseFailure(FailureReason.DAMAGED, f"The file is said to be of type {claimed}, but does not begin so.")
    kind = f"of type {claimed}"
    raise ParseFailure(FailureReason.UNSUPPORTED_TYPE, f"The file is {kind}; {READABLE_KINDS}.", kind=kind)


def begins_as_pdf(data: bytes, claimed: str) -> bool:
    """Readers of PDF accept other bytes before its mark; a text may speak of the mark."""
    found = data[:PDF_HEADER_WITHIN].find(b"%PDF-")
    return found >= 0 and (claimed not in TEXT_TYPES or not data[:found].strip(b"\xef\xbb\xbf\x00 \t\r\n"))


def binary_kind(data: bytes) -> str | None:
    return next((kind for magic, kind in BINARY_KINDS if data.startswith(magic)), None)


def describe_file_kind(data: bytes) -> str:
    """Says in words what a file is that is not a PDF."""
    if HTML_START.match(data[:4096]):
        return "a web page (HTML)"
    if (binary := binary_kind(data)) is not None:
        return binary
    return "a text file" if is_mostly_text(data[:4096]) else "an unknown binary file"


def is_mostly_text(data: bytes) -> bool:
    odd = sum(1 for byte in data if byte < 9 or 13 < byte < 32 or byte == 127)
    return odd <= len(data) * 0.02


def has_separated_values(data: bytes) -> bool:
    """Whether several of the first lines have one separator, and are no record or markup."""
    if data.lstrip().startswith((b"{", b"[", b"<")):
        return False
    lines = data.splitlines()[:FIRST_LINES]
    return any(sum(sign in line for line in lines) > 1 for sign in (b"\t", b";", b","))
