"""Verifies that a request comes from Slack: its timestamp, and the signature over the raw bytes."""

import hashlib
import hmac
import logging
import re
import time
from collections.abc import Mapping

from apps.chat.channels.webhook.plain_text_responses import BadRequestError

logger = logging.getLogger(__name__)

MOST_SECONDS_OFF = 300
TIMESTAMP = re.compile(r"[0-9]{1,12}")


def check_signature(headers: Mapping[str, str], body: bytes, secret: str) -> None:
    """Raises BadRequestError. Takes the same time whatever of the signature is wrong."""
    timestamp = headers.get("X-Slack-Request-Timestamp", "")
    if not TIMESTAMP.fullmatch(timestamp):
        raise BadRequestError(401, "The timestamp is missing.")
    off = time.time() - int(timestamp)
    if abs(off) > MOST_SECONDS_OFF:
        logger.warning("A request to /slack/events is %.0f s off; is this machine's clock right?", off)
        raise BadRequestError(401, "The timestamp is too old or too new.")
    expected = compute_signature(secret, timestamp, body)
    given = headers.get("X-Slack-Signature", "").encode("utf-8", "replace")
    if not hmac.compare_digest(expected.encode(), given):
        raise BadRequestError(401, "The signature is wrong.")


def compute_signature(secret: str, timestamp: str, body: bytes) -> str:
    """https://docs.slack.dev/authentication/verifying-requests-from-slack"""
    digest = hmac.new(secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256)
    return f"v0={digest.hexdigest()}"
