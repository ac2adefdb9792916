"""OpenID Connect discovery: the provider's endpoints, read when somebody signs in and kept for an hour.

OpenID Connect Discovery 1.0, section 4.
"""

import time
from threading import Lock
from typing import Any

from django.conf import settings

from config.single_sign_on.provider_deadline import within_deadline

KEPT_SECONDS = 3600
DOCUMENT = "/.well-known/openid-configuration"
NEEDED = ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")

_lock = Lock()
_kept: dict[str, tuple[float, dict[str, Any]]] = {}


class ProviderError(Exception):
    """The provider is away or says something that cannot be relied on. The message is for the log."""


def endpoint(name: str) -> str:
    """The address of one of NEEDED. Network on the first use in an hour. Raises ProviderError."""
    return str(configuration()[name])


def configuration() -> dict[str, object]:
    """The discovery document of OIDC_ISSUER. Raises ProviderError."""
    issuer = settings.OIDC_ISSUER
    with _lock:
        read_at, document = _kept.get(issuer, (0.0, {}))
        if not document or time.monotonic() - read_at > KEPT_SECONDS:
            document = checked(issuer, fetched_in_time(issuer))
            _kept[issuer] = (time.monotonic(), document)
        return document


def fetched_in_time(issuer: str) -> Any:
    """Raises ProviderError."""
    try:
        return within_deadline(fetched, issuer)
    except TimeoutError as error:
        raise ProviderError(f"The sign-in provider '{issuer}' does not come to an end.") from error


def fetched(issuer: str) -> Any:
    # Only who signs in needs it; the web process starts without it.
    import requests

    try:
        reply = requests.get(issuer.rstrip("/") + DOCUMENT, timeout=settings.OIDC_TIMEOUT)
        reply.raise_for_status()
        return reply.json()
    except (requests.RequestException, ValueError) as error:
        raise ProviderError(f"The sign-in provider '{issuer}' does not tell its endpoints: {error}") from error


def checked(issuer: str, document: Any) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise ProviderError(f"The sign-in provider '{issuer}' sent no JSON object.")
    if document.get("issuer") != issuer:
        raise ProviderError(f"OIDC_ISSUER is '{issuer}', but the provider calls itself '{document.get('issuer')}'.")
    missing = [name for name in NEEDED if not isinstance(document.get(name), str)]
    if missing:
        raise ProviderError(f"The sign-in provider '{issuer}' does not tell {', '.join(missing)}.")
    return document
