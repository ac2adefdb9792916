"""Reads a short answer of a server over HTTP: one deadline for the whole of it, and none that fills the memory.

For what servers publish of themselves, such as keys and addresses. Clients of HTTP limit the wait for each part of
an answer alone.
"""

import asyncio
import json
import os
import ssl
from dataclasses import dataclass
from typing import Any

LONGEST_ANSWER = 2 * 2**20
"""Bytes. The largest honest one names some thousand groups of a person."""
UNPACKED = {"Accept-Encoding": "identity"}
CERTIFICATES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"""Variables that name certificates of one's own; SSL_CERT_FILE counts as everywhere."""


class UnusableAnswer(Exception):  # noqa: N818 - what it is, not that it is wrong
    """The server is away or says something that cannot be relied on. The message is for the log."""


@dataclass(frozen=True, slots=True)
class BoundedAnswer:
    """`media_type` in small letters, without parameters."""

    url: str
    media_type: str
    body: bytes

    def json_object(self) -> dict[str, Any]:
        """Raises UnusableAnswer."""
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError):
            raise UnusableAnswer(f"{self.url} sent what is no JSON.") from None
        if not isinstance(value, dict):
            raise UnusableAnswer(f"{self.url} sent no JSON object.")
        return value


async def read_bounded_answer(
    method: str, url: str, *, part_seconds: float, seconds: float, follow_redirects: bool = False, **sent: Any
) -> BoundedAnswer:
    """What has not come after `seconds`, or pauses for `part_seconds`, is let go of with its connection. Network.

    `sent` are headers and form fields. Raises UnusableAnswer, also for a refusal.
    """
    # Few processes ever need it; they start without it.
    import httpx2

    try:
        async with (
            asyncio.timeout(seconds),
            httpx2.AsyncClient(timeout=part_seconds, verify=certificate_settings(), headers=UNPACKED) as client,
            client.stream(method, url, follow_redirects=follow_redirects, **sent) as response,
        ):
            if response.status_code != 200:
                raise UnusableAnswer(f"{url} answered with status {response.status_code}.")
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            return BoundedAnswer(url, kind, await read_bounded_body(response))
    except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, OSError, ValueError) as error:
        raise UnusableAnswer(f"{url} cannot be asked: {type(error).__name__}.") from error


async def read_bounded_body(response: Any) -> bytes:
    """Raises UnusableAnswer for one above LONGEST_ANSWER, and for one that is packed: unpacked it may be any size."""
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise UnusableAnswer(f"{response.url} packed its answer, which nobody had asked for.")
    body = bytearray()
    async for part in response.aiter_raw():
        body += part
        if len(body) > LONGEST_ANSWER:
            raise UnusableAnswer(f"The answer of {response.url} does not come to an end.")
    return bytes(body)


def certificate_settings() -> ssl.SSLContext | bool:
    """True: those that clients of the network use here anyway."""
    named = next((path for name in CERTIFICATES if (path := os.environ.get(name))), None)
    if named is None:
        return True
    is_folder = os.path.isdir(named)
    return ssl.create_default_context(cafile=None if is_folder else named, capath=named if is_folder else None)
