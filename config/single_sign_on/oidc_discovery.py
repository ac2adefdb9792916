"""OpenID Connect discovery: the provider's endpoints, read when somebody signs in and kept for an hour.

OpenID Connect Discovery 1.0, section 4.
"""

import time
from threading import Lock
from typing import Any

from django.conf import settings

from apps.outbound_network.read_bounded_response import UnusableAnswer
from config.single_sign_on.request_provider_with_timeout import ask_provider

KEPT_SECONDS = 3600
FAILURE_KEPT_SECONDS = 5
"""Those who waited meanwhile are told the same: each asking anew, the last would wait for all before them."""
DOCUMENT = "/.well-known/openid-configuration"
REQUIRED_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")

_lock = Lock()
_kept: dict[str, tuple[float, dict[str, Any]]] = {}
_failed: dict[str, tuple[float, str]] = {}


def endpoint(name: str) -> str:
    """The address of one of REQUIRED_ENDPOINTS. Network on the first use in an hour. Raises UnusableAnswer."""
    return str(discovery_document()[name])


def discovery_document() -> dict[str, object]:
    """The discovery document of OIDC_ISSUER. Raises UnusableAnswer."""
    issuer = settings.OIDC_ISSUER
    with _lock:
        read_at, document = _kept.get(issuer, (0.0, {}))
        if not document or time.monotonic() - read_at > KEPT_SECONDS:
            document = fetch_discovery_document(issuer)
            _kept[issuer] = (time.monotonic(), document)
        return document


def fetch_discovery_document(issuer: str) -> dict[str, Any]:
    """Network, unless it has just failed. Raises UnusableAnswer."""
    failed_at, reason = _failed.get(issuer, (0.0, ""))
    if reason and time.monotonic() - failed_at < FAILURE_KEPT_SECONDS:
        raise UnusableAnswer(reason)
    try:
        document = validate_discovery_document(issuer, ask_provider("GET", issuer.rstrip("/") + DOCUMENT).json_object())
    except UnusableAnswer as error:
        _failed[issuer] = (time.monotonic(), str(error))
        raise
    _failed.pop(issuer, None)
    return document


def validate_discovery_document(issuer: str, document: dict[str, Any]) -> dict[str, Any]:
    """Raises UnusableAnswer."""
    if document.get("issuer") != issuer:
        raise UnusableAnswer(f"OIDC_ISSUER is '{issuer}', but the provider calls itself '{document.get('issuer')}'.")
    missing = [name for name in REQUIRED_ENDPOINTS if not isinstance(document.get(name), str)]
    if missing:
        raise UnusableAnswer(f"The sign-in provider '{issuer}' does not tell {', '.join(missing)}.")
    return document
