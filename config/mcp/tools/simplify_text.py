"""The MCP tool `simplify`: what POST /api/v1/simplify says."""

from rest_framework.request import Request

from config.api.protocol.json_parser import JsonObject
from config.api.resources.simplify import REWRITE, SimplifyBody, rewrite_text
from config.api.tokens.scopes import Scope
from config.mcp.tools.types import Tool


def call(request: Request, arguments: JsonObject) -> JsonObject:
    return dict(rewrite_text(request, arguments).as_json())


TOOL = Tool(
    name="simplify",
    title="Rewrite in plain language",
    description=(
        "Rewrites a German or English text in plain language. Every sentence is compared with the original: one that "
        "lost or changed something is repaired or stays as it was, and the result says which."
    ),
    scope=Scope.SIMPLIFY,
    arguments=SimplifyBody,
    output=REWRITE,
    call=call,
    only_reads=False,
)
