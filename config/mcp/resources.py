"""MCP resources: documents and pages at auskunft://documents/COLLECTION/ID and auskunft://pages/COLLECTION/ID/NUMBER."""

from urllib.parse import quote, unquote, urlsplit

from django.db.models import QuerySet
from rest_framework.request import Request

from apps.documents.models import Document, Page
from config.api.protocol.errors import ApiError
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.permissions import require_scope
from config.api.tokens.scopes import Scope
from config.mcp.protocol.json_rpc_messages import INVALID_PARAMS, Result, RpcError, text_parameter
from config.mcp.tools.readable_documents_and_pages import current_pages, get_readable_document, readable_documents

SCHEME = "auskunft"
PAGE_SIZE = 100
MOST_PAGES = 100
"""Of one document that is read whole; the others are read one by one."""
KIND = "text/markdown"
PRIVATE_CACHING: Result = {"ttlMs": 0, "cacheScope": "private"}
LONGEST_NUMBER = 9
TEMPLATES = [
    {
        "uriTemplate": f"{SCHEME}://documents/{{collection}}/{{document}}",
        "name": "document",
        "title": "Document",
        "description": f"The pages of a document, the first {MOST_PAGES} of them.",
        "mimeType": KIND,
    },
    {
        "uriTemplate": f"{SCHEME}://pages/{{collection}}/{{document}}/{{page}}",
        "name": "page",
        "title": "Page",
        "description": "One page, counted from 1, as citations name it.",
        "mimeType": KIND,
    },
]


def list_resources(request: Request, params: JsonObject) -> Result:
    """Documents, the oldest first, some at a time. Raises RpcError for a cursor that is not ours."""
    require_scope(request, Scope.SEARCH)
    documents = list(readable_documents(request).filter(pk__gt=parse_cursor(params)).order_by("pk")[: PAGE_SIZE + 1])
    listed: Result = {
        "resources": [resource_as_json(document) for document in documents[:PAGE_SIZE]],
        **PRIVATE_CACHING,
    }
    return listed | ({"nextCursor": str(documents[PAGE_SIZE - 1].pk)} if len(documents) > PAGE_SIZE else {})


def parse_cursor(params: JsonObject) -> int:
    cursor = params.get("cursor", "0")
    if not is_short_number(cursor):
        raise RpcError(INVALID_PARAMS, "There is no such cursor.")
    return int(cursor)


def is_short_number(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 2 * LONGEST_NUMBER


def list_templates(request: Request, params: JsonObject) -> Result:
    return {"resourceTemplates": TEMPLATES, "ttlMs": 3_600_000, "cacheScope": "public"}


def read_resource(request: Request, params: JsonObject) -> Result:
    """Raises RpcError, for a document that may not be read as for none."""
    require_scope(request, Scope.SEARCH)
    uri = text_parameter(params, "uri")
    match parse_resource_uri(uri):
        case ["documents", collection, document]:
            named, pages = load_readable_pages(request, collection, document), slice(MOST_PAGES)
        case ["pages", collection, document, number] if is_short_number(number) and len(number) <= LONGEST_NUMBER:
            named, pages = load_readable_pages(request, collection, document).filter(number=int(number)), slice(1)
        case _:
            raise unknown_resource_error(uri)
    contents = [{"uri": page_uri(page), "mimeType": KIND, "text": page.text} for page in named[pages]]
    if not contents:
        raise unknown_resource_error(uri)
    return {"contents": contents, **PRIVATE_CACHING}


def load_readable_pages(request: Request, collection: str, document: str) -> QuerySet[Page]:
    try:
        found = get_readable_document(request, collection, document)
    except ApiError as error:
        raise RpcError(INVALID_PARAMS, str(error.detail)) from None
    return current_pages(found).select_related("revision__document__collection")


def parse_resource_uri(uri: str) -> list[str]:
    """Empty for the address of something else."""
    try:
        address = urlsplit(uri)
    except ValueError:
        return []
    parts = [unquote(part) for part in address.path.split("/")[1:]]
    return [address.netloc, *parts] if address.scheme == SCHEME and "\0" not in "".join(parts) else []


def unknown_resource_error(uri: str) -> RpcError:
    return RpcError(INVALID_PARAMS, "There is no such resource.", data={"uri": uri[:500]})


def resource_as_json(document: Document) -> JsonObject:
    return {
        "uri": f"{SCHEME}://documents/{document_path(document)}",
        "name": document.external_id,
        "title": str(document),
        "description": document.collection.name,
        "mimeType": KIND,
    }


def page_uri(page: Page) -> str:
    return f"{SCHEME}://pages/{document_path(page.revision.document)}/{page.number}"


def document_path(document: Document) -> str:
    return f"{quote(document.collection.slug, safe='')}/{quote(document.external_id, safe='')}"
