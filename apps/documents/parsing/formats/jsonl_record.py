"""Reads one record of a JSONL file (a CMS page, an export) as pages."""

import json

from apps.documents.parsing.formats import html_to_markdown
from apps.documents.parsing.formats.detect_media_type import RECORD
from apps.documents.parsing.formats.plain_text import split_text_into_pages
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure

FIELDS = ("name", "description", "keywords")
LONGEST_WEB_PAGE = 60_000
"""Characters. A web page stays one page, so that windows, neighbours and whole fields do not end inside it."""


def parse_record_bytes(data: bytes) -> ParsedDocument:
    """A record as it stands in its line. Raises ParseFailure: wrong_encoding, no_text."""
    try:
        record = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ParseFailure(FailureReason.WRONG_ENCODING, f"The record is not JSON: {error}") from error
    if not isinstance(record, dict):
        raise ParseFailure(FailureReason.WRONG_ENCODING, "The record is not a JSON object.")
    return parse_record(record)


def parse_record(record: dict[str, object]) -> ParsedDocument:
    """`pages` (a list of Markdown), else `html`, else `text`. Raises ParseFailure (no_text) when all are empty."""
    pages = pages_of_record(record)
    if not any(page.text.strip() for page in pages):
        raise ParseFailure(
            FailureReason.NO_TEXT, "The record has no text: 'text', 'html' and 'pages' are empty or missing."
        )
    fields = {field: value for field in FIELDS if (value := field_text(record.get(field)))}
    return ParsedDocument(pages, RECORD, title=field_text(record.get("title")), page_count=len(pages), fields=fields)


def pages_of_record(record: dict[str, object]) -> tuple[ParsedPage, ...]:
    if isinstance(listed := record.get("pages"), list) and listed:
        texts = [normalise_text(page) if isinstance(page, str) else "" for page in listed]
        return tuple(
            ParsedPage(number, text, method="text" if text.strip() else "none") for number, text in enumerate(texts, 1)
        )
    if isinstance(source := record.get("html"), str) and source.strip():
        return split_text_into_pages(html_to_markdown.page_to_markdown(source), LONGEST_WEB_PAGE)
    if isinstance(text := record.get("text"), str) and text.strip():
        is_web_page = any(field_text(record.get(field)) for field in FIELDS)
        return split_text_into_pages(text, LONGEST_WEB_PAGE) if is_web_page else split_text_into_pages(text)
    return ()


def field_text(value: object) -> str:
    """A string, or a list of them joined by commas (keywords come either way)."""
    if isinstance(value, list):
        return ", ".join(field_text(item) for item in value if item)
    return " ".join(normalise_text(value).split()) if isinstance(value, str) else ""
