"""The SCIM endpoint (/scim/v2): tokens, limits and errors as everywhere, said in the protocol's own form."""

import json
import logging
from collections.abc import Callable
from typing import Any, ClassVar

from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from django.utils import translation
from rest_framework.request import Request

from apps.chat.models.rate_allowances import DIRECTORY_CALLS
from config.api.protocol.api_view import ApiView
from config.api.protocol.errors import handle_exception
from config.api.protocol.throttles import CallerThrottle
from config.api.tokens.scopes import Scope

logger = logging.getLogger(__name__)

BASE = "/scim/v2"
MEDIA_TYPE = "application/scim+json"
ERROR = "urn:ietf:params:scim:api:messages:2.0:Error"


class DirectoryThrottle(CallerThrottle):
    """Directories send the changes of a night in one go."""

    token_calls = DIRECTORY_CALLS


class ScimView(ApiView):
    """Every request needs a token with the scope of the directory; RFC 7644 allows that for the descriptions, too."""

    throttle_classes = [DirectoryThrottle]
    http_method_names: ClassVar[list[str]] = ["get", "head", "post", "put", "patch", "delete"]
    scopes: ClassVar[dict[str, Scope]] = dict.fromkeys(["GET", "POST", "PUT", "PATCH", "DELETE"], Scope.SCIM)

    def get(self, request: Request, path: str) -> HttpResponse:
        return self.served(request, path)

    post = put = patch = delete = get

    def served(self, request: Request, path: str) -> HttpResponse:
        # Here and not above: who is never asked for this loads no library for it.
        from config.scim.service_for_entra_and_okta import serve_scim_request

        # Programs read it, and one of two languages in a log helps nobody.
        with translation.override("en"):
            reply = serve_scim_request(
                method="GET" if request.method == "HEAD" else str(request.method),
                base_url=request.build_absolute_uri(BASE),
                path=path,
                query=request.query_params.dict(),
                headers=dict(request.headers.items()),
                body=request._request.body,
            )
        return scim_response(reply.status, reply.body, reply.headers)

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], HttpResponse]:
        return self.answer_to

    def answer_to(self, error: Exception, context: dict[str, Any]) -> HttpResponse:
        """What the interface would answer, in the form of this protocol."""
        with translation.override("en"):
            known = handle_exception(error, context)
        if known is None:
            logger.error("A call of SCIM failed.", exc_info=error)
            return error_response(500, "Something went wrong on our side.")
        answer = error_response(known.status_code, known.data["error"]["message"])
        for name in ("WWW-Authenticate", "Retry-After", "Allow"):
            if name in known.headers:
                answer[name] = known.headers[name]
        if isinstance(error, RequestDataTooBig):
            answer["Connection"] = "close"
        return answer


def error_response(status: int, detail: str) -> HttpResponse:
    return scim_response(status, error_body(status, detail), {})


def error_body(status: int, detail: str) -> dict[str, object]:
    """RFC 7644, section 3.12."""
    return {"schemas": [ERROR], "status": str(status), "detail": detail}


def scim_response(status: int, body: object, headers: dict[str, str]) -> HttpResponse:
    text = "" if body is None else json.dumps(body, ensure_ascii=False)
    return HttpResponse(text, status=status, content_type=MEDIA_TYPE, headers=without_content_type(headers))


def without_content_type(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() != "content-type"}
