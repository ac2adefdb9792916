"""OAuth endpoints to exchange codes, refresh and revoke tokens. Rate-limited: a try may cost hashing a secret."""

from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import RevokeTokenView, TokenView

from apps.chat.models.rate_allowances import Allowances
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint
from config.api.tokens.protected_resources import is_own_resource

EXCHANGES = Allowances("oauth", capacity=60, per_second=0.5)


def take_exchange_allowance(request: HttpRequest) -> float:
    """Seconds until this address may try again, 0 when it may now. A statement for addresses that are limited."""
    address = request.META.get("REMOTE_ADDR") or ""
    return EXCHANGES.take(visitor_fingerprint(address)) if is_rate_limited_address(address) else 0.0


def slow_down_response(wait: float) -> HttpResponse:
    refused = JsonResponse({"error": "slow_down", "error_description": "Too many requests."}, status=429)
    refused["Retry-After"] = str(max(1, ceil(wait)))
    return refused


@method_decorator(csrf_exempt, name="dispatch")
class RateLimitedMixin:
    """Before any endpoint that programs call without a token: no cookie counts there, so no form can be forged."""

    def dispatch(self, request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        if wait := take_exchange_allowance(request):
            return slow_down_response(wait)
        answer: HttpResponse = super().dispatch(request, *args, **values)  # type: ignore[misc]
        return answer


class TokenEndpoint(RateLimitedMixin, TokenView):
    def post(self, request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        foreign = [named for named in request.POST.getlist("resource") if not is_own_resource(named, request)]
        if foreign:
            return JsonResponse({"error": "invalid_target"}, status=400)
        answer: HttpResponse = super().authorization_flow_token_response(request)
        answer["Content-Type"] = "application/json"
        return answer


class RevocationEndpoint(RateLimitedMixin, RevokeTokenView):
    pass
