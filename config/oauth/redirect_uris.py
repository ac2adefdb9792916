"""Checks redirect URIs: where a browser may be sent back to, and what the consent page's form policy allows for it."""

import re
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")


HOST_AND_PORT = re.compile(r"(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?", re.IGNORECASE)
"""Nothing that browsers read otherwise than we do (a backslash, somebody before an @), and nothing that would end the
source in a policy."""


def is_safe_redirect_uri(address: str) -> bool:
    """RFC 8252: without encryption only to a program on the person's own machine. Raises nothing."""
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https"):
            return True
        is_plain = HOST_AND_PORT.fullmatch(parts.netloc) is not None and parts.port != 0
        return is_plain and (parts.scheme == "https" or parts.hostname in LOOPBACK)
    except ValueError:
        return False


def is_loopback_uri(address: str) -> bool:
    return urlsplit(address).hostname in LOOPBACK


def form_action_source(address: str) -> str:
    """The source of `form-action` (CSP) for the redirect behind the form; browsers hold a redirect to it as well.

    A private scheme is its own source; an IPv6 address cannot be written in a policy.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or ":" in (parts.hostname or ""):
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{parts.netloc}"
