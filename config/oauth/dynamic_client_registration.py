"""Dynamic client registration (RFC 7591): only with OAUTH_REGISTRATION, and only for the authorization code grant."""

import json
from typing import Any
from unicodedata import category

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import DynamicClientRegistrationManagementView, DynamicClientRegistrationView

from config.oauth.redirect_uris import is_safe_redirect_uri
from config.oauth.token_endpoints import RateLimitedMixin

MOST_ADDRESSES = 10
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Categories of Unicode: control, format, halves of signs, private, ends of lines and paragraphs."""
GRANTS = {"authorization_code", "refresh_token"}


def registration_problem(body: bytes) -> str:
    """What we refuse beyond the toolkit; empty for what it may judge by itself."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    asked = data if isinstance(data, dict) else {}
    addresses, grants = asked.get("redirect_uris", []), asked.get("grant_types", [])
    if isinstance(addresses, list) and not all(isinstance(one, str) and is_safe_redirect_uri(one) for one in addresses):
        return "redirect_uris have to use https, or lead to the person's own machine."
    if isinstance(addresses, list) and len(addresses) > MOST_ADDRESSES:
        return f"At most {MOST_ADDRESSES} redirect_uris."
    if not is_readable(asked.get("client_name", "")):
        return "client_name has to be a text without signs that nobody sees."
    if isinstance(grants, list) and not all(isinstance(one, str) and one in GRANTS for one in grants):
        return "Only the grant_types authorization_code and refresh_token are offered."
    return ""


def is_readable(name: object) -> bool:
    """Whether people who are asked read what is written: some signs turn the direction, or are not seen at all."""
    return isinstance(name, str) and not any(category(sign) in UNSEEN for sign in name)


@method_decorator(csrf_exempt, name="dispatch")
class CheckedRegistration(RateLimitedMixin):
    def dispatch(self, request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        complaint = registration_problem(request.body) if request.method in ("POST", "PUT") else ""
        if complaint:
            said = {"error": "invalid_client_metadata", "error_description": complaint}
            return JsonResponse(said, status=400)
        return super().dispatch(request, *args, **values)


class Registration(CheckedRegistration, DynamicClientRegistrationView):
    pass


class ManagedRegistration(CheckedRegistration, DynamicClientRegistrationManagementView):
    pass
