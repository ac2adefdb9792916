"""Limits the parts of a stranger's form: each costs many times what a field of a plain form costs, before a view sees
it."""

from typing import Any

from django.core.exceptions import TooManyFieldsSent
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest

MOST_PARTS = 1_000
LOOKED_AT = 2 * 2**20
"""Bytes. More is sent by people with an account alone (config/asgi.py)."""


class FormPartLimit(FileUploadHandler):
    """The first of the upload handlers. It takes no file; it looks at the body before it is taken apart.

    `boundary` comes as bytes.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803 - Django names it
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> None:
        """Raises TooManyFieldsSent."""
        body = input_data if is_seekable(input_data) else getattr(self.request, "_stream", None)
        if self.request is None or not is_seekable(body) or content_length < MOST_PARTS:
            return
        if count_form_parts(body, boundary) > MOST_PARTS and not may_send_many_parts(self.request):
            raise TooManyFieldsSent(f"The form has more than {MOST_PARTS} parts.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None


def is_seekable(body: Any) -> bool:
    """A stream of WSGI has `seek` and raises there."""
    return hasattr(body, "seekable") and bool(body.seekable())


def count_form_parts(body: Any, boundary: bytes) -> int:
    """How many begin in what is looked at. The body is where it was afterwards."""
    begin = body.tell()
    found: int = body.read(LOOKED_AT).count(b"--" + boundary)
    body.seek(begin)
    return found


def may_send_many_parts(request: HttpRequest) -> bool:
    """Whoever is signed in: without script the page for plain language, which is for staff, sends three fields for
    each sentence of a long text."""
    user = getattr(request, "user", None)
    return user is not None and user.is_authenticated
