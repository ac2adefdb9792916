"""Sets the Content-Length of a body that came in chunks without one: Django would take it for empty.

By then all of it has been read, within the limit of config/http/bodies/body_limit.py.
"""

import os
from collections.abc import Mapping
from typing import IO, Any

from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpResponse


class LengthAwareHandler(ASGIHandler):
    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponse]:
        request, refusal = super().create_request(scope, body_file)
        if request is not None and "CONTENT_LENGTH" not in request.META and (length := file_length(body_file)):
            request.META["CONTENT_LENGTH"] = str(length)
        return request, refusal  # type: ignore[return-value]  # one of the two, as it came


def file_length(file: IO[bytes]) -> int:
    """Bytes of a file that is at its beginning."""
    length = file.seek(0, os.SEEK_END)
    file.seek(0)
    return length
