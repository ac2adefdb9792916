"""Answers requests whose values no database and no calendar can hold with 400, wherever they are noticed."""

import logging
from collections.abc import Callable

from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import BadRequest, FieldDoesNotExist, ValidationError
from django.db import DataError, ProgrammingError
from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver

logger = logging.getLogger(__name__)
NUL = "\0"
API = "/api/"
"""The interface answers for itself: by 404 where such an address would be that of a thing."""
OUT_OF_RANGE = (DataError, OverflowError, UnicodeError, IncorrectLookupParameters)
"""A year of eleven digits, a number that no column holds, half a character, a filter that the admin does not know."""

SAID_OF = {
    ValueError: ("NUL", "expected a number but got"),
    ValidationError: ("UUID",),
    RecursionError: ("JSON",),
}
"""What Python and Django say of keys that are none, in the rows of a list, say, and of lists a thousand deep."""


class UnanswerableRequestMiddleware:
    """No address or parameter of ours holds a NUL, so none of them gets any further; not even to the session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        holds_nul = NUL in request.path or "%00" in request.META.get("QUERY_STRING", "")
        if holds_nul and not request.path.startswith(API):
            return bad_request(request, BadRequest())
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What a view could not foresee. One line in the log, so that a mistake of ours is found all the same."""
        if is_unanswerable(request, error):
            match = request.resolver_match
            logger.warning("A request to %s was refused: %s", match.route if match else "?", type(error).__name__)
            return bad_request(request, error)
        return None


def bad_request(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answers by the site's handler400 (config/error_responses.py)."""
    handler: Callable[..., HttpResponse] = get_resolver().resolve_error_handler(400)
    return handler(request, exception=error)


def is_unanswerable(request: HttpRequest, error: Exception) -> bool:
    if isinstance(error, ProgrammingError | IndexError):
        # Django's admin takes any number of values for a range, and its statement has places for two. Which of the two
        # errors it is depends on the kind of the column.
        return any(name.endswith("__range") for name in request.GET)
    if isinstance(error, FieldDoesNotExist):
        # An empty one passes the admin's own check and is then looked for.
        return "_to_field" in request.GET or "_to_field" in request.POST
    return isinstance(error, OUT_OF_RANGE) or any(words in str(error) for words in SAID_OF.get(type(error), ()))
