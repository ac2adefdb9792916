"""Reads XML that people exchange as pages: messages of German e-files (XÖV) and electronic invoices."""

from apps.documents.parsing.electronic_invoices.read_invoice import is_invoice, read_invoice
from apps.documents.parsing.formats.plain_text import split_text_into_pages
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.types import ParsedDocument
from apps.documents.parsing.xoev_messages.xoev_message import read_xoev_message


def parse_xml_message(data: bytes, media_type: str) -> ParsedDocument:
    """Raises ParseFailure: damaged, no_text."""
    title, text = read_invoice(data) if is_invoice(data) else xoev_title_and_text(data)
    pages = split_text_into_pages(normalise_text(f"# {title}\n\n{text}"))
    return ParsedDocument(pages, media_type, title=normalise_text(title), page_count=len(pages))


def xoev_title_and_text(data: bytes) -> tuple[str, str]:
    """Raises ParseFailure: damaged, no_text."""
    message = read_xoev_message(data)
    return message.title, message.text
