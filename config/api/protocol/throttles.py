"""Throttling: how often a caller may call, tokens each by themselves, the public by address."""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from apps.chat.models.rate_allowances import TOKEN_CALLS, VISITOR_CALLS
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint
from config.api.tokens.find_token_by_secret import Token

if TYPE_CHECKING:
    # Views import their throttles.
    from rest_framework.views import APIView


class CallerThrottle(BaseThrottle):
    """A header that a client writes itself is never read."""

    token_calls = TOKEN_CALLS

    def __init__(self) -> None:
        self._wait = 0.0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        if isinstance(request.auth, Token):
            self._wait = self.token_calls.take(str(request.auth.pk))
        else:
            address = request.META.get("REMOTE_ADDR") or ""
            self._wait = VISITOR_CALLS.take(visitor_fingerprint(address)) if is_rate_limited_address(address) else 0.0
        return not self._wait

    def wait(self) -> float:
        return self._wait
