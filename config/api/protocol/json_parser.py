"""JSON as it is agreed: UTF-8, one object, no depths and no signs that the database or a model would stumble over."""

import json
from collections.abc import Mapping
from typing import IO, NoReturn

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer


class StrictJSONParser(BaseParser):
    """Whatever charset the request names: JSON is UTF-8 (RFC 8259)."""

    media_type = "application/json"
    renderer_class = JSONRenderer

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, object] | None = None
    ) -> dict[str, object]:
        """Raises ParseError for what is no such object, RequestDataTooBig."""
        longest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        data = stream.read(longest + 1)
        if len(data) > longest:
            raise RequestDataTooBig
        return json_object(data)


def json_object(data: bytes) -> dict[str, object]:
    try:
        value = json.loads(data.decode(), parse_constant=refuse_constant)
        # Lone surrogates pass the reader, but nothing that has to write them.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise ParseError(_("The body is not valid JSON in UTF-8.")) from None
    if not isinstance(value, dict):
        raise ParseError(_("The body must be a JSON object."))
    return value


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON.")
