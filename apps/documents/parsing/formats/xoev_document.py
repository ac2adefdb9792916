"""Reads messages of German e-files (XÖV) as pages."""

from apps.documents.parsing.formats.plain_text import pages_of_text
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.types import ParsedDocument
from apps.documents.parsing.xoev_messages.xoev_message import read_message


def parse_message(data: bytes, media_type: str) -> ParsedDocument:
    """Raises ParseFailure: damaged, no_text."""
    message = read_message(data)
    pages = pages_of_text(normalise_text(f"# {message.title}\n\n{message.text}"))
    return ParsedDocument(pages, media_type, title=normalise_text(message.title), page_count=len(pages))
