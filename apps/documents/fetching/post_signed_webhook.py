"""Posts a small JSON object, signed as Standard Webhooks describes, to a host on the allowlist.

    webhook-signature: v1,BASE64(HMAC-SHA256(secret, "ID.TIMESTAMP.BODY"))

Source of the form: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md. The
receiver holds the signature against the body and refuses what is older than some minutes.
"""

import base64
import hashlib
import hmac
import http.client
import json
import re
import secrets
import time
from collections.abc import Mapping

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from apps.documents.fetching.checked_connection import (
    ConnectionRules,
    DeadlineTimer,
    Resolver,
    open_connection,
    resolve_host,
)
from apps.documents.fetching.errors import FetchError
from apps.documents.fetching.fetch import USER_AGENT, error_from_network, error_from_status
from apps.documents.fetching.fetch_limits import FetchLimits
from apps.documents.fetching.parse_url import parse_address
from apps.outbound_network.host_allowlist import AllowedHost, parse_hosts

LIMITS = FetchLimits(connect=5.0, read=10.0, total=15.0, size=0, redirects=0)
KEY_PREFIX = "whsec_"

SENTENCES = {
    "address_refused": _(
        "Nothing is sent to %(address)s (%(problem)s). Check its spelling, or list it in WEBHOOK_HOSTS."
    ),
    "download_timeout": _("The receiver did not answer within %(seconds)s seconds."),
    "download_failed": _("The receiver did not take the message (%(error)s)."),
}
ANSWERED = _("The receiver answered with HTTP %(status)s.")


class NotTakenError(FetchError):
    """No receiver acknowledged the message. The sentences of FetchError speak of files that are fetched."""

    def __str__(self) -> str:
        facts = {name: gettext(fact) if isinstance(fact, str) and fact else fact for name, fact in self.facts.items()}
        return gettext(SENTENCES.get(self.reason_code, ANSWERED)) % facts


def webhook_hosts() -> list[AllowedHost]:
    """What the operator has listed in WEBHOOK_HOSTS. Raises ValueError for an entry that cannot be read."""
    return parse_hosts(settings.WEBHOOK_HOSTS)


def may_be_posted_to(url: str) -> bool:
    """Whether the operator has listed host and port. Without encryption the entry has to name the port. No network."""
    try:
        address = parse_address(url)
    except FetchError:
        return False
    entries = [entry for entry in webhook_hosts() if entry.admits(address)]
    return any(address.scheme == "https" or entry.port is not None for entry in entries)


def post_signed_webhook(
    url: str, payload: Mapping[str, object], *, secret: str, message_id: str, resolve: Resolver = resolve_host
) -> None:
    """Uses the network, blocks for at most 15 seconds; any status of 200 to 299 is an acknowledgement.

    Follows no redirect. The same `message_id` may be sent again. Raises NotTakenError: address_refused, download_4xx,
    download_busy, download_5xx, source_gone, download_timeout, download_failed.
    """
    try:
        post_payload(url, payload, secret, message_id, resolve)
    except FetchError as error:
        # Of the address its host alone: at many services what follows is the key.
        told = {"address": url_origin(url)} if "address" in error.facts else {}
        raise NotTakenError(error.reason_code, **error.facts | told) from None


def url_origin(url: str) -> str:
    scheme, _colon, rest = url.partition("://")
    return f"{scheme}://{re.split(r'[/?#]', rest, maxsplit=1)[0]}/"[:200]


def post_payload(url: str, payload: Mapping[str, object], secret: str, message_id: str, resolve: Resolver) -> None:
    """Uses the network. Raises FetchError."""
    address = parse_address(url)
    if not may_be_posted_to(url):
        raise FetchError("address_refused", address=url[:200], problem="its host and port are not listed")
    body = json.dumps(payload, ensure_ascii=False).encode()
    headers = {
        "Host": address.netloc,
        "User-Agent": USER_AGENT,
        "Content-Type": "application/json",
        "Connection": "close",
        **signature_headers(body, secret, message_id, int(time.time())),
    }
    with DeadlineTimer(LIMITS.total) as clock:
        try:
            connection = open_connection(address, ConnectionRules(webhook_hosts(), LIMITS, clock, resolve))
            try:
                connection.request("POST", address.target, body, headers)
                status = connection.getresponse().status
            finally:
                connection.close()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise error_from_network(error, url, LIMITS, clock) from None
    if not 200 <= status < 300:
        answered = error_from_status(status)
        answered.facts.setdefault("address", url[:200])
        raise answered


def new_signing_secret() -> str:
    """32 random bytes in the form of Standard Webhooks."""
    return KEY_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature_headers(body: bytes, secret: str, message_id: str, timestamp: int) -> dict[str, str]:
    """The three headers of Standard Webhooks; `timestamp` in seconds since 1970."""
    key = base64.b64decode(secret.removeprefix(KEY_PREFIX))
    signed = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
