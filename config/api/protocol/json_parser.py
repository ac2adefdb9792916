"""Parses request bodies strictly: UTF-8, one JSON object, limited depth, no characters the database cannot store."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

JsonObject = dict[str, Any]
"""What a checked body or an answer holds: its fields are known to the author of the check."""


class JSONValueParser(BaseParser):
    """Whatever charset the request names: JSON is UTF-8 (RFC 8259). Any value, for protocols with errors of their own
    for what is no object."""

    media_type = "application/json"
    renderer_class = JSONRenderer

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, object] | None = None
    ) -> object:
        """Raises ParseError for what is no JSON, RequestDataTooBig."""
        longest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        data = stream.read(longest + 1)
        if len(data) > longest:
            raise RequestDataTooBig
        return parse_json_value(data)


class StrictJSONParser(JSONValueParser):
    """An object, which every body of the interface is."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, object] | None = None
    ) -> dict[str, object]:
        """Raises ParseError for what is no such object, RequestDataTooBig."""
        return require_object(super().parse(stream, media_type, parser_context))


def parse_json_object(data: bytes) -> dict[str, object]:
    """Raises ParseError."""
    return require_object(parse_json_value(data))


def parse_json_value(data: bytes) -> object:
    """Raises ParseError."""
    try:
        value: object = json.loads(data.decode(), parse_constant=refuse_constant)
        # Lone surrogates and 1e400 pass the reader, but nothing that has to write them.
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise ParseError(_("The body is not valid JSON in UTF-8.")) from None
    return value


def require_object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ParseError(_("The body must be a JSON object."))
    return value


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON.")
