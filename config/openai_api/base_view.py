"""What all addresses below /v1/ share: a token, its limits, and errors in OpenAI's form."""

import logging
from collections.abc import Callable

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from config.api.protocol.api_view import ApiView
from config.api.protocol.errors import ApiError, handle_exception
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.permissions import HasToken

logger = logging.getLogger(__name__)

KINDS = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
CODES = {401: "invalid_api_key", 403: "insufficient_permissions", 429: "rate_limit_exceeded"}


class RefusedField(ApiError):  # noqa: N818 - it is an answer to the program that called
    """A request that is not served, with the field it is about."""

    def __init__(self, parameter: str, message: str, code: str = "unsupported_value", status_code: int = 400) -> None:
        super().__init__(code, message, status_code)
        self.parameter = parameter


class OpenAIView(ApiView):
    """The key of OpenAI's packages is a token of ours; nothing here is open without one."""

    permission_classes = [HasToken]

    def get_exception_handler(self) -> Callable[[Exception, JsonObject], Response]:
        return openai_error_response


class UnsupportedAddressView(OpenAIView):
    """Addresses that OpenAI has and this service has not."""

    def initial(self, request: Request, *args: object, **values: object) -> None:
        raise NotFound


def openai_error_response(error: Exception, context: JsonObject) -> Response:
    """What the interface would answer, in OpenAI's form."""
    known = handle_exception(error, context)
    if known is None:
        logger.error("A call in OpenAI's form failed.", exc_info=error)
        return Response(error_body(500, "internal", _("Something went wrong on our side.")), status=500)
    said = known.data["error"]
    body = error_body(known.status_code, said["code"], said["message"], getattr(error, "parameter", None))
    return Response(body, status=known.status_code, headers=known.headers)


def error_body(status: int, code: str, message: str, parameter: str | None = None) -> JsonObject:
    kind = KINDS.get(status, "invalid_request_error" if status < 500 else "server_error")
    error = {"message": message, "type": kind, "param": parameter, "code": CODES.get(status, code)}
    return {"error": error}
