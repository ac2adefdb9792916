"""The MCP tool `read_page`: the text of one page, to read on around a passage."""

from django.utils.translation import gettext as _
from rest_framework.request import Request

from apps.documents.models import document_url
from config.api.openapi.response_schemas import INTEGER, TEXT, object_schema
from config.api.protocol.errors import ApiError
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.strict_fields import WholeNumberField
from config.api.tokens.scopes import Scope
from config.mcp.tools.readable_documents_and_pages import DocumentArguments, current_pages, get_readable_document
from config.mcp.tools.types import Tool

MOST_PAGES = 1_000_000


class PageArguments(DocumentArguments):
    page = WholeNumberField(
        required=False, default=1, min_value=1, max_value=MOST_PAGES, help_text="Counted from 1, as citations name it."
    )


def call(request: Request, arguments: JsonObject) -> JsonObject:
    """Raises ApiError."""
    document = get_readable_document(request, arguments["collection"], arguments["document"])
    pages = current_pages(document)
    page = pages.filter(number=arguments["page"]).first()
    if page is None:
        raise ApiError(
            "not_found", _("The document has no such page; it has %(count)d.") % {"count": pages.count()}, 404
        )
    return {
        "collection": document.collection.slug,
        "document": document.external_id,
        "title": str(document),
        "page": page.number,
        "pages": pages.count(),
        "text": page.text,
        "url": request.build_absolute_uri(document_url(document.pk, page.number)),
    }


TOOL = Tool(
    name="read_page",
    title="Read a page",
    description="The text of one page of a document, as it is searched and quoted, with the number of its pages.",
    scope=Scope.SEARCH,
    arguments=PageArguments,
    output=object_schema(collection=TEXT, document=TEXT, title=TEXT, page=INTEGER, pages=INTEGER, text=TEXT, url=TEXT),
    call=call,
)
