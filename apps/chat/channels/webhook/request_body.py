"""Reads the request body of a platform's webhook: limited in size, parsed as JSON without null characters."""

import json

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.http.request import UnreadablePostError

from apps.chat.channels.webhook.plain_text_responses import BadRequestError

MOST_BYTES = 1024 * 1024
ZERO = "\\u0000"
"""As JSON spells it."""


def read_body(request: HttpRequest) -> bytes:
    """Raises BadRequestError when it is too big or breaks off."""
    length = request.headers.get("Content-Length", "0")
    if not length.isdecimal():
        raise BadRequestError(400, "The length is no number.")
    if int(length[:12]) > MOST_BYTES:
        raise BadRequestError(413, "The body is too big.")
    try:
        body: bytes = request.body
    except RequestDataTooBig:
        raise BadRequestError(413, "The body is too big.") from None
    except UnreadablePostError:
        raise BadRequestError(400, "The body broke off.") from None
    if len(body) > MOST_BYTES:
        raise BadRequestError(413, "The body is too big.")
    return body


def decode_utf8(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise BadRequestError(400, "The body is not UTF-8.") from None


def parse_json_object(text: str) -> dict[str, object]:
    """Parses the body and removes zero characters, which nothing can store. Raises BadRequestError."""
    try:
        value: object = strip_null_characters(json.loads(text)) if ZERO in text else json.loads(text)
        # Lone surrogates pass the parser, and nothing can store them.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadRequestError(400, "The body is not valid JSON.") from None
    if not isinstance(value, dict):
        raise BadRequestError(400, "The body must be a JSON object.")
    return value


def strip_null_characters(value: object) -> object:
    if isinstance(value, dict):
        return {strip_null_characters(name): strip_null_characters(one) for name, one in value.items()}
    if isinstance(value, list):
        return [strip_null_characters(one) for one in value]
    return value.replace("\0", "") if isinstance(value, str) else value
