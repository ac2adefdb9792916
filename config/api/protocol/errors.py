"""Error responses: whatever goes wrong is one JSON object with a code for programs and one sentence for people."""

import logging
from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.db import DatabaseError, DataError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions, status
from rest_framework.response import Response

from apps.chat.admission.retry_after import wait_in_whole_seconds
from apps.documents.uploads.refuse_files import FAR_TOO_MANY_FILES

logger = logging.getLogger(__name__)

READ_METHODS = ("GET", "HEAD")
View = Callable[..., HttpResponse]

CODES = {
    status.HTTP_400_BAD_REQUEST: "bad_request",
    status.HTTP_401_UNAUTHORIZED: "unauthorized",
    status.HTTP_403_FORBIDDEN: "forbidden",
    status.HTTP_404_NOT_FOUND: "not_found",
    status.HTTP_405_METHOD_NOT_ALLOWED: "method_not_allowed",
    status.HTTP_413_REQUEST_ENTITY_TOO_LARGE: "too_large",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
    status.HTTP_429_TOO_MANY_REQUESTS: "rate_limited",
    status.HTTP_500_INTERNAL_SERVER_ERROR: "internal",
    status.HTTP_503_SERVICE_UNAVAILABLE: "unavailable",
    status.HTTP_507_INSUFFICIENT_STORAGE: "disk_full",
}


class ApiError(exceptions.APIException):
    """An answer to the caller that views raise: code, sentence, status, and when to try again (seconds)."""

    def __init__(self, code: str, message: str, status_code: int = 400, retry_after: float | None = None) -> None:
        super().__init__(message, code)
        self.code = code
        self.status_code = status_code
        self.retry_after = retry_after


def handle_exception(error: Exception, context: dict[str, object]) -> Response | None:
    """DRF's exception handler. None for what nobody has foreseen (see config/error_responses.py)."""
    if isinstance(error, ApiError):
        return error_response(error.status_code, str(error.detail), error.code, error.retry_after)
    if isinstance(error, exceptions.ValidationError):
        return error_response(400, first_error_message(error.detail), "invalid")
    if isinstance(error, exceptions.Throttled):
        message = _("Too many requests. Please wait %(seconds)d seconds.") % {
            "seconds": wait_in_whole_seconds(error.wait or 1)
        }
        return error_response(429, message, retry_after=error.wait)
    if isinstance(error, exceptions.APIException):
        answer = error_response(error.status_code, str(error.detail))
        if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
            answer["WWW-Authenticate"] = getattr(error, "auth_header", 'Bearer realm="api"')
        return answer
    return response_to_other_error(error)


def response_to_other_error(error: Exception) -> Response | None:
    """What Django, the database and Python raise for requests that make no sense, and for a database that is away."""
    match error:
        case Http404():
            return error_response(404, _("There is nothing at this address."))
        case TooManyFilesSent():
            return error_response(400, str(FAR_TOO_MANY_FILES), "too_many_files")
        case RequestDataTooBig():
            return error_response(413, _("The request is too large."))
        case SuspiciousOperation() | MultiPartParserError() | UnicodeError() | RecursionError() | DataError():
            return error_response(400, _("The request could not be understood."))
        case LookupError() if "unknown encoding" in str(error):
            return error_response(415, _("The request names an unknown character set; use UTF-8."))
        case DatabaseError():
            logger.warning("The database did not answer a call of the interface: %s", type(error).__name__)
            text = _("The database cannot be reached at the moment. Please try again in a minute.")
            return error_response(503, text, "database_unavailable", 5.0)
    return None


def error_response(status_code: int, message: str, code: str = "", retry_after: float | None = None) -> Response:
    answer = Response(error_body(code or CODES.get(status_code, "error"), message, retry_after), status=status_code)
    if retry_after is not None:
        answer["Retry-After"] = str(max(1, ceil(retry_after)))
    return answer


def error_body(code: str, message: str, retry_after: float | None = None) -> dict[str, object]:
    error: dict[str, Any] = {"code": code, "message": message}
    if retry_after is not None:
        error["retry_after"] = round(retry_after, 1)
    return {"error": error}


def first_error_message(detail: Any) -> str:
    """The first complaint of many, with the field it is about."""
    field = ""
    while not isinstance(detail, str):
        if isinstance(detail, dict):
            name, detail = next(iter(detail.items()))
            field = field if name == "non_field_errors" else f"{field}.{name}" if field else str(name)
        else:
            detail = next((item for item in detail if item), "")
    return f"{field}: {detail}" if field else str(detail)


@csrf_exempt
def not_found(request: HttpRequest, path: str = "") -> JsonResponse:
    """For every address below /api/ at which there is nothing."""
    return JsonResponse(error_body("not_found", _("There is nothing at this address.")), status=404)


def read_only(view: View) -> View:
    """For views that programs read: any other method is answered with 405 in JSON. Without this decorator the check of
    forms would come first, and tell a program on a page for people that its form has expired."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *arguments: object, **values: object) -> HttpResponse:
        if request.method in READ_METHODS:
            return view(request, *arguments, **values)
        refused = exceptions.MethodNotAllowed(str(request.method))
        body = error_body(CODES[refused.status_code], str(refused.detail))
        return JsonResponse(body, status=refused.status_code, headers={"Allow": ", ".join(READ_METHODS)})

    return answer
