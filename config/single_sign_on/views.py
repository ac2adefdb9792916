"""The two views of signing in. Whatever goes wrong ends at the login page with a sentence."""

import logging
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from mozilla_django_oidc.views import OIDCAuthenticationCallbackView, OIDCAuthenticationRequestView

from apps.chat.models.rate_allowances import SIGN_INS_AT_PROVIDER
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint
from apps.outbound_network.read_bounded_response import UnusableAnswer
from config.console.redirect_after_sign_in import url_after_sign_in
from config.single_sign_on import oidc_discovery

logger = logging.getLogger(__name__)

# What the base classes ask the settings for -> where it is found.
FROM_PROVIDER = {"OIDC_OP_AUTHORIZATION_ENDPOINT": "authorization_endpoint"}
OURS: dict[str, Any] = {
    "OIDC_RP_CLIENT_ID": settings.OIDC_CLIENT_ID,
    "OIDC_RP_SCOPES": settings.OIDC_SCOPES,
    "OIDC_USE_PKCE": True,
    "LOGIN_REDIRECT_URL": "admin:index",
}


def oidc_setting(name: str, *default: object) -> object:
    if name in FROM_PROVIDER:
        return oidc_discovery.endpoint(FROM_PROVIDER[name])
    return OURS[name] if name in OURS else getattr(settings, name, *default)


def redirect_with_error(request: HttpRequest, sentence: str) -> HttpResponseRedirect:
    messages.error(request, sentence)
    return redirect("admin:login")


class SignInView(OIDCAuthenticationRequestView):  # type: ignore[misc]
    """Sends the browser to the provider, with state, nonce and PKCE. Raises UnusableAnswer."""

    get_settings = staticmethod(oidc_setting)


def sign_in(request: HttpRequest) -> HttpResponse:
    """Leads to the provider, or back to the login page when it is away. Network on the first use in an hour.

    429 for an address that asks too often.
    """
    address = request.META.get("REMOTE_ADDR") or ""
    if is_rate_limited_address(address) and SIGN_INS_AT_PROVIDER.take(visitor_fingerprint(address)):
        return render(request, "refused.html", {"sentence": _("Too many sign-ins. Please wait a minute.")}, status=429)
    try:
        reply: HttpResponse = SignInView.as_view()(request)
    except UnusableAnswer as error:
        return report_unreachable_provider(request, error)
    return reply


def report_unreachable_provider(request: HttpRequest, error: Exception) -> HttpResponseRedirect:
    logger.warning("The sign-in provider failed: %s: %s", type(error).__name__, error)
    return redirect_with_error(
        request, _("Your organisation's sign-in service does not answer. Please try again later.")
    )


class CallbackView(OIDCAuthenticationCallbackView):  # type: ignore[misc]
    """The browser comes back with a code; the person is signed in, or reads why not. Network."""

    get_settings = staticmethod(oidc_setting)

    @property
    def success_url(self) -> str:
        return url_after_sign_in(self.user, super().success_url)

    def get(self, request: HttpRequest) -> HttpResponse:
        # Here and not above: the web process starts without it.
        import jwt

        if request.GET.get("error"):
            # The base class signs out whoever follows such a link, whoever wrote it.
            return self.refused_by_provider()
        try:
            reply: HttpResponse = super().get(request)
        except UnusableAnswer as error:
            return report_unreachable_provider(request, error)
        except (SuspiciousOperation, jwt.PyJWTError, ValueError, KeyError) as error:
            logger.warning("Signing in was refused: %s: %s", type(error).__name__, error)
            return self.login_failure()
        return reply

    def refused_by_provider(self) -> HttpResponse:
        """The person said no there, or may not. What was begun cannot be gone on with."""
        self.request.session.get("oidc_states", {}).pop(self.request.GET.get("state"), None)
        self.request.session.modified = "oidc_states" in self.request.session
        return self.login_failure()

    def login_failure(self) -> HttpResponseRedirect:
        return redirect_with_error(
            self.request, _("You could not be signed in. Please try again or ask an administrator.")
        )
