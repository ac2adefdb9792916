"""The MCP tool `search`: returns what POST /api/v1/search returns."""

from rest_framework.request import Request

from config.api.openapi.response_schemas import SEARCH_RESULT
from config.api.protocol.json_parser import JsonObject
from config.api.resources.search import SearchBody, search_as_caller
from config.api.tokens.scopes import Scope
from config.mcp.tools.readable_documents_and_pages import make_urls_absolute
from config.mcp.tools.types import Tool


def call(request: Request, arguments: JsonObject) -> JsonObject:
    return make_urls_absolute(request, search_as_caller(request, arguments).as_json())


TOOL = Tool(
    name="search",
    title="Search documents",
    description=(
        "Finds documents and their passages, best first, each with page and address. Ask as a person would. "
        "Use `ask` for an answer whose every sentence is proved by a quote."
    ),
    scope=Scope.SEARCH,
    arguments=SearchBody,
    output=SEARCH_RESULT,
    call=call,
)
