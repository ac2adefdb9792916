"""Reads a file with the reader of its format: yields its pages one by one, then the properties of the document."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from apps.documents.parsing.collection_reading_options import Comments
from apps.documents.parsing.formats.detect_media_type import HTML, PDF, RECORD, WEB_ARCHIVE, XML_MESSAGE, media_type_of
from apps.documents.parsing.formats.html_to_markdown import convert_html_tables, parse_html, parse_web_archive
from apps.documents.parsing.formats.jsonl_record import parse_record_bytes
from apps.documents.parsing.formats.mail_document import parse_mails
from apps.documents.parsing.formats.office_and_picture_media_types import CSV, FODS, MAILS, WORKBOOKS, XML_SPREADSHEET
from apps.documents.parsing.formats.plain_text import decode_text, may_hold_html, parse_text
from apps.documents.parsing.formats.xoev_or_invoice_document import parse_xml_message
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.mail.select_attached_files import MOST_ATTACHMENTS
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.ocr_slots import OcrSlots
from apps.documents.parsing.pdf.embedded_files import embedded_files, may_hold_files
from apps.documents.parsing.pdf.read_pdf import no_pages_failure, open_pdf, read_pdf_pages
from apps.documents.parsing.sheets.opendocument_merged_and_shown_cells import pack_flat_document
from apps.documents.parsing.sheets.read_csv import parse_csv
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from apps.documents.parsing.sheets.read_xml_spreadsheet import parse_xml_spreadsheet
from apps.documents.parsing.types import (
    ALL_PAGES,
    FailureReason,
    PageRange,
    ParsedDocument,
    ParsedPage,
    ParseFailure,
    ParseFlag,
)

if TYPE_CHECKING:
    import pymupdf

OnPage = Callable[[ParsedPage, int], None]
"""Called with each finished page and the number of pages of the file."""
OnBegin = Callable[[int, int], None]
"""Called with the number of the page that is begun, and the number of pages of the file."""


def read_document(
    data: bytes,
    name: str,
    declared: str,
    limits: ParseLimits,
    on_page: OnPage,
    places: OcrSlots | None = None,
    *,
    wanted: PageRange = ALL_PAGES,
    on_begin: OnBegin | None = None,
    comments: Comments = Comments.LEFT_OUT,
) -> ParsedDocument:
    """Hands every page to `on_page`; the document returned is without pages, since the caller has them.

    `wanted` and `on_begin` are for PDFs, `comments` for workbooks. Raises ParseFailure. Runs in the child
    process; no network, no database.
    """
    if len(data) > limits.size:
        raise size_failure(len(data), limits.size)
    media_type = media_type_of(data, name, declared)
    if media_type == PDF:
        return read_pdf(data, limits, on_page, places, wanted, on_begin)
    document = parse_text_document(data, media_type, limits, name, comments)
    for page in document.pages:
        on_page(page, document.page_count)
    return replace(document, pages=())


def parse_text_document(
    data: bytes, media_type: str, limits: ParseLimits, name: str = "", comments: Comments = Comments.LEFT_OUT
) -> ParsedDocument:
    """Everything but PDF. Text and Markdown without HTML need no child process: nothing in reading them can hang."""
    document = parse_by_media_type(data, media_type, name, comments)
    if document.page_count <= limits.pages:
        return document
    return replace(document, pages=document.pages[: limits.pages], flags=document.flags | {ParseFlag.PAGE_LIMIT})


def size_failure(size: int, limit: int) -> ParseFailure:
    detail = f"The file has {size / 2**20:.1f} MiB, more than the {limit / 2**20:.0f} MiB allowed. Split it."
    return ParseFailure(FailureReason.SIZE_LIMIT, detail, size=size, limit=limit)


def parse_by_media_type(data: bytes, media_type: str, name: str, comments: Comments) -> ParsedDocument:
    if media_type in WORKBOOKS:
        return parse_workbook(pack_flat_document(data) if media_type == FODS else data, media_type, comments)
    if media_type == XML_SPREADSHEET:
        return parse_xml_spreadsheet(data, media_type)
    if media_type in MAILS:
        return parse_mails(data, media_type)
    if media_type == CSV:
        return parse_csv(decode_text(data), media_type, PurePath(name).stem)
    if media_type == HTML:
        return parse_html(data)
    if media_type == WEB_ARCHIVE:
        return parse_web_archive(data, media_type)
    if media_type == RECORD:
        return parse_record_bytes(data)
    if media_type == XML_MESSAGE:
        return parse_xml_message(data, media_type)
    return parse_text(data, media_type, convert_html_tables if may_hold_html(data) else str)


def read_pdf(
    data: bytes,
    limits: ParseLimits,
    on_page: OnPage,
    places: OcrSlots | None,
    wanted: PageRange,
    on_begin: OnBegin | None,
) -> ParsedDocument:
    document = open_pdf(data)
    count = document.page_count
    flags: set[ParseFlag] = set()
    seen_text = False
    unreadable = 0
    begin = None if on_begin is None else lambda number: on_begin(number, count)
    for page in read_pdf_pages(document, limits.pages, limits.ocr_seconds, places, wanted, begin):
        flags |= page.flags
        seen_text = seen_text or bool(page.text.strip())
        unreadable += ParseFlag.PAGE_UNREADABLE in page.flags
        on_page(page, count)
    if wanted.done == 0 and unreadable == min(count, limits.pages):
        raise no_pages_failure()
    if wanted.done == 0 and not seen_text:
        raise ParseFailure(FailureReason.NO_TEXT, no_text_message(flags), pages=count)
    said = attachment_counts(document) if may_hold_files(data) else {}
    return ParsedDocument(
        (),
        PDF,
        title=pdf_title(document),
        page_count=count,
        flags=frozenset(flags | document_flags(document, limits, said)),
        front_matter={"metadata": said} if said else {},
    )


def document_flags(document: "pymupdf.Document", limits: ParseLimits, left_out: Mapping[str, int]) -> set[ParseFlag]:
    """What concerns none of its pages alone; `left_out` are attachments that become no documents."""
    found = {
        ParseFlag.PAGE_LIMIT: document.page_count > limits.pages,
        ParseFlag.TRUNCATED_REPAIRED: document.is_repaired,
        ParseFlag.ATTACHMENT_LIMIT: bool(left_out),
    }
    return {flag for flag, is_found in found.items() if is_found}


def attachment_counts(document: "pymupdf.Document") -> dict[str, int]:
    """How many files it holds, and how many of them become documents; empty where all of them do."""
    count = len(embedded_files(document))
    return {"attachments": count, "attachments_read": MOST_ATTACHMENTS} if count > MOST_ATTACHMENTS else {}


def no_text_message(flags: set[ParseFlag]) -> str:
    if ParseFlag.OCR_UNAVAILABLE in flags:
        return "The PDF holds images only, and text recognition (tesseract with deu or eng) is not installed."
    if ParseFlag.OCR_TIMEOUT in flags:
        return "The PDF holds images only, and text recognition took too long on them."
    return "No text was found on any page, by text recognition neither."


def pdf_title(document: "pymupdf.Document") -> str:
    title = normalise_text((document.metadata or {}).get("title") or "")
    # What programs write there when nobody gave a title: the name of a draft.
    return "" if title.lower().startswith(("microsoft word", "untitled", "unbenannt")) else " ".join(title.split())
