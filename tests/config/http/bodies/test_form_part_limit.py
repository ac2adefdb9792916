"""A stranger's form of thousands of parts is refused before it is taken apart."""

from io import BytesIO

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import TooManyFieldsSent
from django.core.handlers.asgi import ASGIRequest

from config.http.bodies.form_part_limit import MOST_PARTS

STRANGER = "203.0.113.7"
Visitor = AnonymousUser | User


def form(parts: int) -> bytes:
    fields = (f'--x\r\nContent-Disposition: form-data; name="a{number}"\r\n\r\nb\r\n' for number in range(parts))
    return "".join(fields).encode() + b"--x--\r\n"


def fields_read(path: str, body: bytes, user: Visitor | None = None, *, read_before: bool = False) -> int:
    headers = [(b"content-type", b"multipart/form-data; boundary=x"), (b"content-length", b"%d" % len(body))]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "client": (STRANGER, 1)}
    request = ASGIRequest(scope, BytesIO(body))
    request.user = user or AnonymousUser()
    if read_before:
        assert request.body == body
    return len(request.POST)


@pytest.mark.parametrize("path", ["/", "/i18n/setlang/", "/admin/login/", "/simplify/"])
@pytest.mark.parametrize("read_before", [False, True])
def test_strangers_send_some_fields_and_not_thousands(path: str, read_before: bool) -> None:
    assert fields_read(path, form(MOST_PARTS - 1), read_before=read_before) == MOST_PARTS - 1
    with pytest.raises(TooManyFieldsSent):
        fields_read(path, form(MOST_PARTS + 1), read_before=read_before)


def test_whoever_is_signed_in_sends_them() -> None:
    assert fields_read("/admin/", form(MOST_PARTS + 1), User()) == MOST_PARTS + 1
