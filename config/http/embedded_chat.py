"""Lets other sites embed the chat in a frame: only sites that the rules name, without any key and without cookies."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from apps.chat.models.service_settings import load_service_rules
from apps.chat.web.chat_page import page_context
from apps.chat.web.chat_websocket import language_if_supported
from config.http.accent_colours import accent_stylesheet
from config.http.content_security_policy import POLICY

COLOURS_KEPT_FOR = 60
"""Seconds, by browsers."""
NOWHERE = "frame-ancestors 'none'"


@never_cache
@xframe_options_exempt
@require_safe
def embedded_chat_page(request: HttpRequest) -> HttpResponse:
    """A visitor inside another site's frame is unknown to us: cookies do not reach a frame there."""
    language = language_if_supported(request.GET.get("language")) or settings.LANGUAGE_CODE
    with translation.override(language):
        response = render(
            request, "chat/embedded.html", page_context(None) | {"greeting": load_service_rules().embedding_greeting}
        )
    response.headers["Content-Language"] = language
    # X-Frame-Options knows no list of sites; browsers that know the policy's follow that one.
    response.headers["Content-Security-Policy"] = embedding_policy(load_service_rules().embedding_sites)
    return response


@require_safe
def colour_stylesheet(request: HttpRequest) -> HttpResponse:
    """A stylesheet of the colour that the rules name; empty without one. At most one query."""
    colour = load_service_rules().embedding_colour
    response = HttpResponse(accent_stylesheet(colour) if colour else "", content_type="text/css; charset=utf-8")
    response.headers["Cache-Control"] = f"public, max-age={COLOURS_KEPT_FOR}"
    return response


def embedding_policy(sites: list[str]) -> str:
    """The policy of every page, except for which sites may frame it."""
    return POLICY.replace(NOWHERE, f"frame-ancestors 'self' {' '.join(sites)}".strip())
