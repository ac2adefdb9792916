"""The MCP endpoint (POST /mcp): the Model Context Protocol over streamable HTTP, without sessions.

A thin room of our own in place of the official package's server: that one answers beside Django, so tokens, limits,
rights and errors would be written twice, and it brings a second web framework into the web process. The package's
client is what the tests connect with.
"""

import logging
from collections.abc import Callable
from typing import ClassVar

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from apps.chat.ai_notices import SENT_OUTSIDE_NOTICE, is_sent_outside
from config.api.protocol.api_view import ApiView
from config.api.protocol.errors import handle_exception
from config.api.protocol.json_parser import JsonObject, JSONValueParser
from config.api.protocol.permissions import HasToken, ScopeTooSmall
from config.api.tokens.protected_resources import www_authenticate_header
from config.http.websocket_origin import is_own_page
from config.mcp.list_and_call_tools import call_tool, list_tools
from config.mcp.prompts import get_prompt, list_prompts
from config.mcp.protocol.json_rpc_messages import (
    CODE_OF_STATUS,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    Id,
    Result,
    RpcError,
    error_reply,
    parse_message,
    result_reply,
)
from config.mcp.protocol.revisions import (
    DEFAULT_REVISION,
    ERROR_STATUS,
    STATELESS_REVISIONS,
    SUPPORTED_REVISIONS,
    adapt_result_to_revision,
    negotiate_revision,
    request_revision,
)
from config.mcp.resources import list_resources, list_templates, read_resource

logger = logging.getLogger(__name__)

CAPABILITIES: JsonObject = {"tools": {}, "resources": {}, "prompts": {}}
INSTRUCTIONS = (
    "Answers from the documents of a public body. `ask` gives an answer with the quotes that prove it; `search` finds "
    "passages; `read_page` reads on; `verify_quote` says whether a quote of anybody stands on a page. Pass on the "
    "addresses of citations, and nothing as a fact that no quote proves."
)


def server_info() -> dict[str, str]:
    return {"name": "auskunft", "title": settings.SITE_NAME, "version": "1"}


def initialize(request: Request, params: JsonObject) -> Result:
    return {
        "protocolVersion": negotiate_revision(params.get("protocolVersion")),
        "capabilities": CAPABILITIES,
        "serverInfo": server_info(),
        "instructions": instructions(),
    }


def instructions() -> str:
    """Returns the instructions, with a word on where text goes when it leaves the house. A few queries."""
    with translation.override("en"):
        return f"{INSTRUCTIONS} {SENT_OUTSIDE_NOTICE}" if is_sent_outside(None) else INSTRUCTIONS


def discover(request: Request, params: JsonObject) -> Result:
    return {
        "supportedVersions": SUPPORTED_REVISIONS,
        "capabilities": CAPABILITIES,
        "instructions": instructions(),
        "ttlMs": 3_600_000,
        "cacheScope": "public",
    }


def ping(request: Request, params: JsonObject) -> Result:
    return {}


Method = Callable[[Request, JsonObject], Result]
METHODS: dict[str, Method] = {
    "tools/list": list_tools,
    "tools/call": call_tool,
    "resources/list": list_resources,
    "resources/templates/list": list_templates,
    "resources/read": read_resource,
    "prompts/list": list_prompts,
    "prompts/get": get_prompt,
}
HANDSHAKE_METHODS = METHODS | {"initialize": initialize, "ping": ping}
STATELESS_METHODS = METHODS | {"server/discover": discover}


class McpView(ApiView):
    """One message in, one out. Every call needs a token; streams, sessions and batches there are none."""

    permission_classes = [HasToken]
    parser_classes = [JSONValueParser]
    http_method_names: ClassVar[list[str]] = ["post", "options"]
    message_id: Id | None = None
    revision: str = DEFAULT_REVISION

    def initial(self, request: Request, *args: object, **values: object) -> None:
        """Raises PermissionDenied for a foreign page, which could otherwise reach a server in its visitor's network."""
        if not is_own_page(request):
            raise PermissionDenied(_("This page may not call the service."))
        if request.method != "OPTIONS":
            super().initial(request, *args, **values)

    def options(self, request: Request, *args: object, **values: object) -> Response:
        """Foreign pages get no permission: nothing here is for browsers."""
        return Response(status=204)

    def post(self, request: Request) -> Response:
        try:
            message = parse_message(request.data)
            self.message_id = message.id
            self.revision = request_revision(request.headers, message)
            if message.id is None:
                return Response(status=202)
            known = STATELESS_METHODS if self.revision in STATELESS_REVISIONS else HANDSHAKE_METHODS
            if message.method not in known:
                raise RpcError(METHOD_NOT_FOUND, f"Unknown method '{message.method[:50]}'.")
            result = known[message.method](request, message.params)
        except RpcError as error:
            return self.refused(error)
        return Response(result_reply(self.message_id, adapt_result_to_revision(self.revision, result, server_info())))

    def refused(self, error: RpcError) -> Response:
        by_revision = ERROR_STATUS.get(error.code, 200) if self.revision in STATELESS_REVISIONS else 200
        body = error_reply(self.message_id, error.code, str(error), error.data)
        return Response(body, status=error.status or by_revision)

    def get_exception_handler(self) -> Callable[[Exception, JsonObject], Response]:
        return self.answer_to

    def answer_to(self, error: Exception, context: JsonObject) -> Response:
        """What the interface would answer, in the form of this protocol."""
        known = handle_exception(error, context)
        if known is None:
            logger.error("A call of the Model Context Protocol failed.", exc_info=error)
            text = _("Something went wrong on our side.")
            return Response(error_reply(self.message_id, INTERNAL_ERROR, text), status=500)
        said = known.data["error"]
        code = PARSE_ERROR if isinstance(error, ParseError) else CODE_OF_STATUS.get(known.status_code, INVALID_REQUEST)
        answer = Response(
            error_reply(self.message_id, code, said["message"], said), status=known.status_code, headers=known.headers
        )
        if isinstance(error, ScopeTooSmall):
            answer["WWW-Authenticate"] = www_authenticate_header(
                self.request, error="insufficient_scope", scope=error.scope.value
            )
        return answer
