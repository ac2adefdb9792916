"""Asks the sign-in provider over HTTP: one deadline for the whole of an answer, and none that fills the memory.

`requests`, which the library underneath takes, limits the wait for each part of an answer alone.
"""

import asyncio
import json
import os
import ssl
from dataclasses import dataclass
from typing import Any

from django.conf import settings

PARTS = 3
"""Times OIDC_TIMEOUT, for one question."""
LONGEST_ANSWER = 2 * 2**20
"""Bytes. The largest honest one names some thousand groups."""
UNPACKED = {"Accept-Encoding": "identity"}
CERTIFICATES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"""Variables that name certificates of one's own; SSL_CERT_FILE counts as everywhere."""


class ProviderError(Exception):
    """The provider is away or says something that cannot be relied on. The message is for the log."""


@dataclass(frozen=True, slots=True)
class ProviderAnswer:
    """`media_type` in small letters, without parameters."""

    media_type: str
    body: bytes

    def json_object(self) -> dict[str, Any]:
        """Raises ProviderError."""
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError):
            raise ProviderError("The sign-in provider sent what is no JSON.") from None
        if not isinstance(value, dict):
            raise ProviderError("The sign-in provider sent no JSON object.")
        return value


def ask_provider(method: str, url: str, **sent: Any) -> ProviderAnswer:
    """Blocks for at most OIDC_TIMEOUT times PARTS; `sent` are headers and form fields. Network.

    A form, which holds our secret, follows no redirect. Raises ProviderError, also for a refusal.
    """
    return asyncio.run(answer_in_time(method, url, sent))


async def answer_in_time(method: str, url: str, sent: dict[str, Any]) -> ProviderAnswer:
    """What has not come by the deadline is let go of with its connection. Raises ProviderError."""
    # Only who signs in needs it; the web process starts without it.
    import httpx2

    try:
        async with (
            asyncio.timeout(settings.OIDC_TIMEOUT * PARTS),
            httpx2.AsyncClient(timeout=settings.OIDC_TIMEOUT, verify=certificates(), headers=UNPACKED) as client,
            client.stream(method, url, follow_redirects=method == "GET", **sent) as response,
        ):
            if response.status_code != 200:
                raise ProviderError(f"The sign-in provider answered with status {response.status_code} at {url}.")
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            return ProviderAnswer(kind, await bounded_body(response))
    except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, OSError, ValueError) as error:
        raise ProviderError(f"The sign-in provider cannot be asked at {url}: {type(error).__name__}.") from error


async def bounded_body(response: Any) -> bytes:
    """Raises ProviderError for one above LONGEST_ANSWER, and for one that is packed: unpacked it may be any size."""
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise ProviderError("The sign-in provider packed its answer, which nobody had asked for.")
    body = bytearray()
    async for part in response.aiter_raw():
        body += part
        if len(body) > LONGEST_ANSWER:
            raise ProviderError("The sign-in provider's answer does not come to an end.")
    return bytes(body)


def certificates() -> ssl.SSLContext | bool:
    """True: those that clients of the network use here anyway."""
    named = next((path for name in CERTIFICATES if (path := os.environ.get(name))), None)
    if named is None:
        return True
    is_folder = os.path.isdir(named)
    return ssl.create_default_context(cafile=None if is_folder else named, capath=named if is_folder else None)
