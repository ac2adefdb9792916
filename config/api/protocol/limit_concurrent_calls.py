"""Limits the calls that this process works on at once, for each token, each program and each network of the public.

An allowance (throttles.py) says how often a caller may call. A model that is slow makes many calls wait side by side
all the same, and those of one caller must not be all that the process does.
"""

import weakref
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from threading import Lock

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request

from apps.chat.models.visitor_fingerprints import is_rate_limited_address, network_of_address
from config.api.protocol.errors import ApiError
from config.api.tokens.find_token_by_secret import Token
from config.api.tokens.oauth_granted_tokens import GrantedToken

RETRY_AFTER = 1.0
"""Seconds. Nobody knows when one of the calls ends; to ask again costs little."""


class TooManyCalls(ApiError):  # noqa: N818 - it is an answer to the client
    """Says that as many calls of this caller as are allowed are being worked on."""

    def __init__(self) -> None:
        message = _("Too many calls at the same time. Please wait until one of them is answered.")
        super().__init__("busy", message, 429, RETRY_AFTER)


class ConcurrencyLimiter:
    """How many calls of whom are under way. Of one process; called by its threads and its event loop."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def place_for(self, most: Mapping[str, int]) -> Iterator[None]:
        """Counts a call as long as it is worked on, for each of the names, which have limits. Raises TooManyCalls."""
        with self._lock:
            if any(self._under_way[name] >= limit for name, limit in most.items()):
                raise TooManyCalls
            self._under_way.update(most.keys())
        try:
            yield
        finally:
            with self._lock:
                self._under_way.subtract(most.keys())
                self._under_way += Counter()  # leaves out those of whom none is under way


CONCURRENCY_LIMITER = ConcurrencyLimiter()
"""Of this process."""


def concurrency_limits(request: Request) -> dict[str, int]:
    """Names that a call is counted under, each with its most calls at once: token and program, or the public network.

    A program that people have granted tokens is one program, however many people use it.
    """
    token = request.auth
    if isinstance(token, Token):
        limits = {f"token {token.pk}": settings.MOST_CALLS_OF_TOKEN}
        if isinstance(token, GrantedToken):
            limits[f"program {token.program}"] = settings.MOST_CALLS_OF_PROGRAM
        return limits
    address = request.META.get("REMOTE_ADDR") or ""
    return (
        {f"network {network_of_address(address)}": settings.MOST_CALLS_OF_TOKEN}
        if is_rate_limited_address(address)
        else {}
    )


def hold_places_until_sent(response: HttpResponseBase, places: ExitStack) -> None:
    """Gives the places of a stream back when it ends, or when nobody reads it."""
    # Django has no public way to add to what `close` does. A `close` of our own would hold the response that holds it:
    # such a circle is not forgotten at once when the client leaves.
    response._resource_closers.append(places.close)  # type: ignore[attr-defined]
    # A client that leaves before the first part is told nothing, and such a response is never closed.
    weakref.finalize(response, places.close)
