"""Views of pages people can check: text with the quoted sentence marked, picture, original file."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.database.read_from_standby import primary_position, run_on_standby
from apps.documents.models import Blob, Document, Page, Readers, Revision
from apps.documents.pages.page_html import page_html
from apps.documents.pages.page_images import (
    DPI,
    TooBusy,
    has_picture,
    page_picture,
    quote_rectangles,
    shown_pdf_checksum,
)
from apps.documents.pages.sheet_html import sheet_html
from apps.documents.parsing.cell_positions_in_text import SheetLayout
from apps.documents.parsing.pdf.find_quote_boxes import Rectangle
from apps.documents.parsing.types import ParseFailure
from apps.outbound_network.parse_hosts_and_ip_addresses import readable_host
from apps.text.locate_quote import Span, find_quote_span

Rows = TypeVar("Rows")

LONGEST_QUOTE = 2_000
# A downloaded original is somebody else's file: no browser may run any of it.
SANDBOX = "default-src 'none'; sandbox"
# Short, because who may read a page can change.
PRIVATE, ASKED_AGAIN, NEVER = "private, max-age=300", "private, no-cache", "no-store"


def current_revision(request: HttpRequest, document_id: int) -> Revision:
    """What is in search now. Raises Http404 for unknown documents and, no different, for those of other readers."""
    documents = Document.objects.shown_to(request.user).select_related("collection", "current_revision")
    document = get_object_or_404(documents, pk=document_id)
    if document.current_revision is None:
        raise Http404
    document.current_revision.document = document
    return document.current_revision


def cache_control_header(revision: Revision, by_browsers: str) -> str:
    """Cache-Control: what not everybody may read is gone from the machine when its reader signs out."""
    document = revision.document
    is_closed = document.collection.readers != Readers.PUBLIC or document.reader_groups is not None
    return NEVER if is_closed else by_browsers


def known_to_standby(read_rows: Callable[[], Rows]) -> Rows:
    """Rows of a revision that this reader may see. Who may is for the primary to say, what stands there need not be.

    What a standby does not know yet is looked for on the primary. Raises Http404 when nobody knows it.
    """
    at_least = primary_position()
    if at_least is None:
        return read_rows()
    try:
        return run_on_standby(at_least, read_rows)
    except Http404:
        return read_rows()


def get_page(revision: Revision, number: int) -> Page:
    return get_object_or_404(Page, revision=revision, number=number)


def file_of(revision: Revision) -> bytes:
    return bytes(get_object_or_404(Blob, pk=revision.blob_id).data)


@require_safe
def page(request: HttpRequest, document_id: int, number: int) -> HttpResponse:
    revision = current_revision(request, document_id)
    shown, page_count = known_to_standby(lambda: (get_page(revision, number), revision.pages.count()))
    shown.revision = revision
    quote = request.GET.get("quote", "").strip()[:LONGEST_QUOTE]
    span = find_quote_span(shown.text, quote) if quote else None
    pictured = has_picture(revision)
    context = {
        "document": revision.document,
        "source_host": readable_host(revision.document.url),
        "page": shown,
        "page_count": page_count,
        "quote": quote,
        "found": span is not None,
        "pictured": pictured,
        "boxes": svg_boxes(quote_rectangles(shown, quote)) if span and pictured else [],
    }
    response = render(
        request, "documents/page.html", context | page_text_context(shown, span, request.GET.get("view", ""))
    )
    response.headers["Cache-Control"] = cache_control_header(revision, ASKED_AGAIN)
    return response


def page_text_context(shown: Page, span: Span | None, view: str) -> dict[str, Any]:
    """The text formatted for reading, or plain: as the reader wants it, else so that the mark can be shown."""
    text, layout = shown.text, sheet_layout(shown)
    marked = page_html(text, span) if layout is None else sheet_html(text, layout, span)
    formatted = marked if marked is not None or view != "reading" else page_html(text)
    start, end = (span.start, span.end) if span else (len(text), len(text))
    return {
        "reading": None if view == "text" else formatted,
        "other_view": "reading" if view == "text" or formatted is None else "text",
        "plain": (text[:start], text[start:end], text[end:]),
    }


def sheet_layout(shown: Page) -> SheetLayout | None:
    """Which cells stand where; None when the page is none of a sheet."""
    return None if shown.sheet is None else SheetLayout.from_json(shown.sheet)


def svg_boxes(rectangles: Sequence[Rectangle]) -> list[dict[str, str]]:
    """Attributes of SVG rectangles, as text: a template would write German decimal commas."""
    return [
        {"x": f"{x0:.5f}", "y": f"{y0:.5f}", "width": f"{x1 - x0:.5f}", "height": f"{y1 - y0:.5f}"}
        for x0, y0, x1, y1 in rectangles
    ]


@require_safe
def page_image(request: HttpRequest, document_id: int, number: int) -> HttpResponse:
    """The picture of a page. 503 when too many are being made at once."""
    revision = current_revision(request, document_id)
    if not has_picture(revision):
        raise Http404
    etag = f'"{shown_pdf_checksum(revision)}-{number}-{DPI}"'
    response = get_conditional_response(request, etag=etag) or picture_response(revision, number)
    if response.status_code != 503:
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = cache_control_header(revision, PRIVATE)
    return response


def picture_response(revision: Revision, number: int) -> HttpResponse:
    try:
        return HttpResponse(page_picture(revision, number), content_type="image/webp")
    except TooBusy:
        headers = {"Retry-After": "5", "Cache-Control": "no-store"}
        return HttpResponse(_("Many pages are being drawn at the moment. Please reload."), status=503, headers=headers)
    except ParseFailure as failure:
        raise Http404(failure.detail) from None


@require_safe
def original(request: HttpRequest, document_id: int) -> HttpResponse:
    """The file as it came, always as a download."""
    revision = current_revision(request, document_id)
    return download_of(revision, known_to_standby(lambda: file_of(revision)))


def download_of(revision: Revision, content: bytes) -> HttpResponse:
    """The bytes of a revision's file under its name. `revision` needs its document and collection."""
    response = HttpResponse(content, content_type="application/octet-stream")
    # Sources name files as they like. A line break would end the header, and what turns the direction of writing would
    # hide the ending of the name.
    name = "".join(filter(str.isprintable, revision.file_name.rsplit("/", 1)[-1]))
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response.headers["Content-Security-Policy"] = SANDBOX
    response.headers["Cache-Control"] = cache_control_header(revision, PRIVATE)
    return response
