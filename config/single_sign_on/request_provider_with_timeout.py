"""Asks the sign-in provider over HTTP, in place of the library underneath, which waits for an answer without end."""

import asyncio
from typing import Any

from django.conf import settings

from apps.outbound_network.read_bounded_response import BoundedAnswer, read_bounded_answer

PARTS = 3
"""Times OIDC_TIMEOUT, for one question."""


def ask_provider(method: str, url: str, **sent: Any) -> BoundedAnswer:
    """Blocks for at most OIDC_TIMEOUT times PARTS; `sent` are headers and form fields. Network.

    A form, which holds our secret, follows no redirect. Raises UnusableAnswer, also for a refusal.
    """
    return asyncio.run(
        read_bounded_answer(
            method,
            url,
            part_seconds=settings.OIDC_TIMEOUT,
            seconds=settings.OIDC_TIMEOUT * PARTS,
            follow_redirects=method == "GET",
            **sent,
        )
    )
