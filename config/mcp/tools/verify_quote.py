"""The MCP tool `verify_quote`: whether a quote stands on a page, by the code that proves our own answers."""

from rest_framework.request import Request

from apps.chat.proof.find_quote import PageText, Proof, look_up_quote
from apps.documents.models import Document, Page, ReadingMethod, document_url
from config.api.openapi.response_schemas import BOOLEAN, INTEGER, TEXT, nullable, object_schema
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.strict_fields import TextField, WholeNumberField
from config.api.tokens.scopes import Scope
from config.mcp.tools.read_page import MOST_PAGES
from config.mcp.tools.readable_documents_and_pages import DocumentArguments, current_pages, find_document
from config.mcp.tools.types import Tool

LONGEST_QUOTE = 2_000
MOST_PAGES_READ = 300
MOST_CHARACTERS_READ = 200_000
"""Where no page is named: what is read by one call. Of hostile scans it takes up to three seconds of the processor."""


class QuoteArguments(DocumentArguments):
    quote = TextField(max_length=LONGEST_QUOTE, help_text="The words to look for. '…' may stand for a few words.")
    page = WholeNumberField(
        required=False,
        min_value=1,
        max_value=MOST_PAGES,
        help_text=f"The page that is said to carry it. Without it the first {MOST_PAGES_READ} pages are read.",
    )


def call(request: Request, arguments: JsonObject) -> JsonObject:
    document = find_document(request, arguments["collection"], arguments["document"])
    if document is None:
        return quote_not_found_result(arguments, "no_such_document")
    named = arguments.get("page")
    pages = current_pages(document) if named is None else current_pages(document).filter(number=named)
    reason = "no_such_page"
    characters = 0
    for place, page in enumerate(pages[: MOST_PAGES_READ + 1]):
        characters += len(page.text)
        if place == MOST_PAGES_READ or characters > MOST_CHARACTERS_READ:
            # Not that the quote was not found: what was not read may carry it.
            return quote_not_found_result(arguments, "too_long_name_a_page" if named is None else "page_too_long")
        proof = look_up_quote(PageText(page.text, page.method == ReadingMethod.OCR), arguments["quote"])
        if proof:
            return quote_found_result(request, document, page, page_wording(page, arguments["quote"], proof))
        reason = proof.reason or reason
    return quote_not_found_result(arguments, reason)


def page_wording(page: Page, asked: str, proof: Proof) -> str:
    """The page's own: the asked quote where it stands there letter by letter, with the signs at its ends."""
    words = " ".join(asked.split())
    return words if words in " ".join(page.text.split()) else proof.quote


def quote_found_result(request: Request, document: Document, page: Page, quote: str) -> JsonObject:
    url = request.build_absolute_uri(document_url(document.pk, page.number, quote))
    return {"found": True, "page": page.number, "quote": quote, "url": url, "reason": ""}


def quote_not_found_result(arguments: JsonObject, reason: str) -> JsonObject:
    return {
        "found": False,
        "page": arguments.get("page"),
        "quote": arguments["quote"],
        "url": "",
        "reason": reason,
    }


TOOL = Tool(
    name="verify_quote",
    title="Verify a quote",
    description=(
        "Says whether a document carries a quote word for word, whoever made it, and gives the page's own wording and "
        "the address of the page with the quote marked. Typesetting is ignored, wording is not. `reason` where it was "
        "not found: quote_not_found, quote_too_short (it would prove nothing), no_such_page, no_such_document, "
        "too_long_name_a_page (nothing on the first pages, and the document has more than is read without a page), "
        f"page_too_long (more than {MOST_CHARACTERS_READ} characters on one page)."
    ),
    scope=Scope.SEARCH,
    arguments=QuoteArguments,
    output=object_schema(found=BOOLEAN, page=nullable(INTEGER), quote=TEXT, url=TEXT, reason=TEXT),
    call=call,
)
