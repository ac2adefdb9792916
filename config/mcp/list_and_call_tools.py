"""Answers tools/list and tools/call; errors a caller can mend come as results marked as errors.

As the specification wants it: the model that called reads the sentence and tries again.
"""

import json

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from config.api.protocol.api_view import validate_fields
from config.api.protocol.errors import ApiError, handle_exception
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.permissions import require_scope
from config.mcp.protocol.json_rpc_messages import INVALID_PARAMS, Result, RpcError, text_parameter
from config.mcp.tools.registry import TOOLS, tool_as_json

PUBLIC_CACHING: Result = {"ttlMs": 3_600_000, "cacheScope": "public"}


def list_tools(request: Request, params: JsonObject) -> Result:
    return {"tools": [tool_as_json(tool) for tool in TOOLS.values()], **PUBLIC_CACHING}


def call_tool(request: Request, params: JsonObject) -> Result:
    """Raises RpcError for a tool that is none, ScopeTooSmall and PermissionDenied."""
    name, arguments = text_parameter(params, "name"), params.get("arguments")
    tool = TOOLS.get(name)
    if tool is None:
        unknown = _("Unknown tool “%(name)s”. Known: %(known)s.") % {"name": name[:50], "known": ", ".join(TOOLS)}
        raise RpcError(INVALID_PARAMS, unknown)
    if arguments is not None and not isinstance(arguments, dict):
        raise RpcError(INVALID_PARAMS, "'arguments' must be an object.")
    require_scope(request, tool.scope)
    try:
        result = tool.call(request, validate_fields(arguments or {}, tool.arguments))
    except (ValidationError, ApiError) as error:
        return {"content": [text_content(tool_error_text(error))], "isError": True}
    written = json.dumps(result, ensure_ascii=False)
    return {"content": [text_content(written)], "structuredContent": result, "isError": False}


def tool_error_text(error: ValidationError | ApiError) -> str:
    """The code and the sentence that the interface answers with."""
    answer = handle_exception(error, {})
    said: JsonObject = answer.data["error"] if answer is not None and answer.data else {}
    return json.dumps({"error": said}, ensure_ascii=False)


def text_content(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}
