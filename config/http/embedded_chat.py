"""The chat in a frame on another site: only on sites that the rules name, without any key and without cookies."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from apps.chat.models.service_settings import rules
from apps.chat.web.chat_page import page_context
from apps.chat.web.chat_websocket import known_language
from config.http.content_security_policy import POLICY

NOWHERE = "frame-ancestors 'none'"


@never_cache
@xframe_options_exempt
@require_safe
def embedded(request: HttpRequest) -> HttpResponse:
    """Who looks in from another site is nobody we know: cookies do not reach a frame there."""
    language = known_language(request.GET.get("language")) or settings.LANGUAGE_CODE
    with translation.override(language):
        response = render(request, "chat/embedded.html", page_context(None))
    response.headers["Content-Language"] = language
    # X-Frame-Options knows no list of sites; browsers that know the policy's follow that one.
    response.headers["Content-Security-Policy"] = policy(rules().embedding_sites)
    return response


def policy(sites: list[str]) -> str:
    """The policy of every page, but for who may frame it."""
    return POLICY.replace(NOWHERE, f"frame-ancestors 'self' {' '.join(sites)}".strip())
