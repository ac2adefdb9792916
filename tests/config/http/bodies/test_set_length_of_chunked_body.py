"""A form that comes in chunks, whose length nobody has announced, is read like any other."""

from io import BytesIO

import pytest

from config.http.bodies.set_length_of_chunked_body import LengthAwareHandler

FORM = (
    b'--x\r\nContent-Disposition: form-data; name="collection"\r\n\r\nstadt\r\n'
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHallo\r\n--x--\r\n'
)


@pytest.mark.parametrize("headers", [[(b"transfer-encoding", b"chunked")], [(b"content-length", b"%d" % len(FORM))]])
def test_fields_and_files_are_found(headers: list[tuple[bytes, bytes]]) -> None:
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "headers": [(b"content-type", b"multipart/form-data; boundary=x"), *headers],
    }
    request, refusal = LengthAwareHandler().create_request(scope, BytesIO(FORM))
    assert refusal is None
    assert request is not None
    assert request.POST["collection"] == "stadt"
    assert request.FILES["file"].read() == b"Hallo"


def test_a_request_without_a_body_has_none() -> None:
    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    request, _refusal = LengthAwareHandler().create_request(scope, BytesIO())
    assert request is not None
    assert ("CONTENT_LENGTH" in request.META, request.body) == (False, b"")
