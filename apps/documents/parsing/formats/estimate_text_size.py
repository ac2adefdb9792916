"""Estimates quickly how much text a file contains, for estimates of cost."""

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from apps.documents.parsing.formats.detect_media_type import PDF, media_type_of
from apps.documents.parsing.formats.read_document import parse_text_document, size_failure
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.pdf.read_pdf import open_pdf
from apps.documents.parsing.types import ParsedPage
from apps.text.estimate_tokens import estimate_tokens

if TYPE_CHECKING:
    import pymupdf

SCANNED_BELOW = 32
"""Characters of a page below which OCR will read it."""
SCANNED_TOKENS = 600
"""Taken for a page that only OCR can read: a usual page of an office."""
CHUNK_TOKENS = 900
"""What chunks of at most 1,000 tokens hold on average, cut at paragraphs."""


@dataclass(frozen=True, slots=True)
class SizeEstimate:
    pages: int
    chunks: int
    tokens: int
    scans: int = 0


def estimate_size(data: bytes, name: str, declared: str, limits: ParseLimits) -> SizeEstimate:
    """Raises ParseFailure. For PDF and HTML in a child process: the file may be hostile."""
    if len(data) > limits.size:
        raise size_failure(len(data), limits.size)
    media_type = media_type_of(data, name, declared)
    if media_type == PDF:
        return estimate_pdf(data, limits)
    return estimate_from_pages(parse_text_document(data, media_type, limits).pages)


def estimate_from_pages(pages: tuple[ParsedPage, ...]) -> SizeEstimate:
    return estimate_from_token_counts([estimate_tokens(page.text) for page in pages])


def estimate_from_token_counts(tokens: list[int], scans: int = 0) -> SizeEstimate:
    return SizeEstimate(len(tokens), sum(ceil(count / CHUNK_TOKENS) for count in tokens), sum(tokens), scans)


def estimate_pdf(data: bytes, limits: ParseLimits) -> SizeEstimate:
    document = open_pdf(data)
    texts = [page_text(document, number) for number in range(min(document.page_count, limits.pages))]
    scans = [len(text.strip()) < SCANNED_BELOW for text in texts]
    tokens = [SCANNED_TOKENS if scan else estimate_tokens(text) for text, scan in zip(texts, scans, strict=True)]
    return estimate_from_token_counts(tokens, sum(scans))


def page_text(document: "pymupdf.Document", number: int) -> str:
    """Empty for a page that cannot be read: the import will say so."""
    from apps.documents.parsing.load_pymupdf_lazily import mupdf_errors

    try:
        return str(document[number].get_text())
    except mupdf_errors():
        return ""
