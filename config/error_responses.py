"""Answers to requests that no view answers, in the form of whoever asked: programs get their protocol's, people a page.

A request that cannot be read, an unknown host, a body over the limit, an address with nothing behind it, and what
nobody has foreseen. They tell nobody what went wrong inside.
"""

import json
import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django.views import defaults

from apps.database.postgresql.outage_errors import is_outage_error
from apps.documents.step_scheduling.postpone_on_full_disk import means_no_space
from apps.documents.uploads.refuse_files import FAR_TOO_MANY_FILES
from config.api.protocol.errors import CODES
from config.api.protocol.errors import error_body as rest_error
from config.http.content_security_policy import HEADERS as CONTENT_SECURITY_HEADERS
from config.mcp.protocol.json_rpc_messages import CODE_OF_STATUS, INVALID_REQUEST, error_reply
from config.openai_api.base_view import error_body as openai_error
from config.scim.endpoint import MEDIA_TYPE as SCIM_TYPE
from config.scim.endpoint import error_body as scim_error

UNREADABLE = _("The request could not be understood.")
NOTHING_THERE = _("There is nothing at this address.")
FAILED = _("Something went wrong on our side.")
NO_SPACE = _("There is no space left on our side. Please try again later.")
"""Without a word on what was stored: an earlier part of the request may have been."""
AWAY = _("Our database cannot be reached at the moment. Please try again in a minute.")
UNSEEN = {413: _("The request is too large."), 429: _("Too many requests. Please wait a moment."), 507: NO_SPACE}
"""Of requests that Django never sees."""
SECURITY_HEADERS = CONTENT_SECURITY_HEADERS | {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": settings.X_FRAME_OPTIONS,
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
}
"""Of what Django never sees: its middleware sets the same."""
TRIED_AGAIN_AFTER = 60
"""Seconds, of what passes by itself."""
JSON_TYPE = "application/json"
Form = Callable[[int, str], tuple[str, dict[str, object]]]
"""Media type and body, of a status and a sentence."""


def format_rest_error(status: int, sentence: str) -> tuple[str, dict[str, object]]:
    return JSON_TYPE, rest_error(CODES[status], sentence)


def format_openai_error(status: int, sentence: str) -> tuple[str, dict[str, object]]:
    return JSON_TYPE, openai_error(status, CODES[status], sentence)


def format_scim_error(status: int, sentence: str) -> tuple[str, dict[str, object]]:
    return SCIM_TYPE, scim_error(status, sentence)


def format_json_rpc_error(status: int, sentence: str) -> tuple[str, dict[str, object]]:
    return JSON_TYPE, error_reply(None, CODE_OF_STATUS.get(status, INVALID_REQUEST), sentence)


def format_oauth_error(status: int, sentence: str) -> tuple[str, dict[str, object]]:
    """RFC 6749, section 5.2."""
    return JSON_TYPE, {"error": "invalid_request" if status < 500 else "server_error", "error_description": sentence}


FORMS: dict[str, Form] = {
    "/api/": format_rest_error,
    "/v1/": format_openai_error,
    "/scim/": format_scim_error,
    "/mcp": format_json_rpc_error,
    "/oauth/token": format_oauth_error,
    "/oauth/register": format_oauth_error,
    "/oauth/revoke": format_oauth_error,
    "/.well-known/": format_oauth_error,
}
"""By the beginning of the address. Programs read them, and one language in a log is enough: all but the interface's
own are in English."""


def error_format_for_path(path: str) -> Form | None:
    return next((form for beginning, form in FORMS.items() if path.startswith(beginning)), None)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    if isinstance(exception, TooManyFilesSent):
        return HttpResponse(render_error_page(FAR_TOO_MANY_FILES), status=400)
    return error_for_program(request, 400, UNREADABLE) or defaults.bad_request(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return error_for_program(request, 404, NOTHING_THERE) or defaults.page_not_found(request, exception)


class FormAddressMiddleware:
    """A page for people who open an address that takes forms alone, where Django answers with nothing at all: who was
    signed out before sending a form is led there after signing in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content or error_format_for_path(request.path) is not None:
            return response
        page = render_to_string("403_csrf.html", request=request)
        return HttpResponse(page, status=405, headers={"Allow": response["Allow"]})


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500, called while what nobody has caught is handled. What passes by itself is told as such."""
    error = sys.exc_info()[1]
    if means_no_space(error):
        return temporary_error_response(request, 507, NO_SPACE)
    if isinstance(error, Exception) and is_outage_error(error):
        return temporary_error_response(request, 503, AWAY)
    return error_for_program(request, 500, FAILED) or defaults.server_error(request)


def temporary_error_response(request: HttpRequest, status: int, sentence: Promise) -> HttpResponse:
    answer = error_for_program(request, status, sentence) or HttpResponse(render_error_page(sentence), status=status)
    answer["Retry-After"] = str(TRIED_AGAIN_AFTER)
    return answer


def render_error_page(sentence: Promise) -> str:
    """Asks no database: it may be what is broken."""
    return render_to_string("refused.html", {"sentence": sentence})


def error_for_program(request: HttpRequest, status: int, sentence: Promise) -> HttpResponse | None:
    """None for addresses that people call."""
    form = error_format_for_path(request.path)
    if form is None:
        return None
    with nullcontext() if form is format_rest_error else override("en"):
        media_type, body = form(status, str(sentence))
    return HttpResponse(json.dumps(body, ensure_ascii=False), status=status, content_type=media_type)


def refusal_response(path: str, status: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body of the answer to a request that Django never sees; for people in the service's language."""
    form = error_format_for_path(path)
    if form is None:
        return error_headers("text/html; charset=utf-8", status), cached_refusal_page(status)
    with override("en"):
        media_type, body = form(status, str(UNSEEN[status]))
    return error_headers(media_type, status), json.dumps(body).encode()


@cache
def error_headers(media_type: str, status: int) -> list[tuple[bytes, bytes]]:
    named = {"Content-Type": media_type} | SECURITY_HEADERS
    if status == 507:
        named["Retry-After"] = str(TRIED_AGAIN_AFTER)
    return [(name.lower().encode(), value.encode()) for name, value in named.items()]


@cache
def cached_refusal_page(status: int) -> bytes:
    """Kept: under a flood it must cost nothing."""
    with override(settings.LANGUAGE_CODE):
        return render_error_page(UNSEEN[status]).encode()
