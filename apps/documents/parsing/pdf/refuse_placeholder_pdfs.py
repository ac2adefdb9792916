"""Refuses PDFs whose pages are only placeholders for content that other programs show (XFA forms, portfolios)."""

from typing import TYPE_CHECKING

from apps.documents.parsing.load_pymupdf_lazily import mupdf_errors
from apps.documents.parsing.pdf.embedded_files import embedded_files
from apps.documents.parsing.types import FailureReason, ParseFailure

if TYPE_CHECKING:
    import pymupdf

DYNAMIC_FORM = "a dynamic PDF form (XFA)"
PORTFOLIO = "a PDF portfolio of other files"


def refuse_placeholder_pages(document: "pymupdf.Document") -> None:
    """Raises ParseFailure (unsupported_type) for an XFA form that is drawn when opened and a cover of attachments."""
    kind = placeholder_kind(document)
    if kind:
        detail = f"The file is {kind}. Print it to a PDF, or take the files out of it."
        raise ParseFailure(FailureReason.UNSUPPORTED_TYPE, detail, kind=kind)


def placeholder_kind(document: "pymupdf.Document") -> str:
    try:
        catalog = document.pdf_catalog()
        if document.xref_get_key(catalog, "NeedsRendering")[1] == "true":
            return DYNAMIC_FORM
        is_cover = document.page_count == 1 and document.xref_get_key(catalog, "Collection")[0] != "null"
        return PORTFOLIO if is_cover and embedded_files(document) else ""
    except mupdf_errors():
        return ""  # a damaged catalog says nothing of the pages, which may be sound
