"""Error pages look like the site, say what to do, and work where nothing else does."""

import errno
import json

import pytest
from django.core.exceptions import TooManyFilesSent
from django.db import OperationalError
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.utils.translation import override

from config import error_responses

PAGES = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html", "refused.html"]


@pytest.mark.parametrize("name", PAGES)
def test_an_error_page_needs_no_context(name: str) -> None:
    html = get_template(name).render()
    assert 'href="/"' in html
    assert "<h1>" in html


@pytest.mark.django_db
def test_an_unknown_address_is_answered_in_the_look_of_the_site(client: Client) -> None:
    response = client.get("/gibt-es-nicht")
    assert response.status_code == 404
    assert "css/site.css" in response.content.decode()
    assert "default-src 'none'" in response["Content-Security-Policy"]


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_an_explanation() -> None:
    response = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "en"})
    assert response.status_code == 403
    assert "css/site.css" in response.content.decode()


UNREADABLE = "The request could not be understood."
SECURITY_HEADERS = (
    "Content-Security-Policy",
    "Permissions-Policy",
    "X-Content-Type-Options",
    "X-Frame-Options",
    "Referrer-Policy",
    "Cross-Origin-Opener-Policy",
)
PROGRAMS: dict[str, tuple[str, dict[str, object]]] = {
    "/mcp": ("application/json", {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": UNREADABLE}}),
    "/v1/models/a": (
        "application/json",
        {
            "error": {
                "message": UNREADABLE,
                "type": "invalid_request_error",
                "param": None,
                "code": "bad_request",
            }
        },
    ),
    "/scim/v2/Users": (
        "application/scim+json",
        {"schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"], "status": "400", "detail": UNREADABLE},
    ),
    "/oauth/token": ("application/json", {"error": "invalid_request", "error_description": UNREADABLE}),
}


@pytest.mark.parametrize("path", PROGRAMS)
@pytest.mark.parametrize("unreadable", [{"QUERY_STRING": "x=%00"}, {"HTTP_HOST": "evil.example"}])
def test_programs_are_refused_in_the_form_of_their_protocol(
    client: Client, path: str, unreadable: dict[str, str]
) -> None:
    response = client.get(path, **unreadable, HTTP_ACCEPT_LANGUAGE="de")  # type: ignore[arg-type]  # a WSGI variable
    assert response.status_code == 400
    assert (response["Content-Type"], response.json()) == PROGRAMS[path]


def test_the_interface_says_it_in_the_language_of_who_asks(client: Client) -> None:
    response = client.get("/api/v1/search", HTTP_HOST="evil.example", HTTP_ACCEPT_LANGUAGE="de")
    assert response.json() == {"error": {"code": "bad_request", "message": "Die Anfrage war nicht zu verstehen."}}


@pytest.mark.django_db
def test_people_are_told_on_a_page(client: Client) -> None:
    assert "css/site.css" in client.get("/", HTTP_HOST="evil.example").content.decode()


def test_more_files_than_django_counts_are_told_as_such() -> None:
    request = RequestFactory().post("/admin/documents/document/upload/")
    with override("de"):
        response = error_responses.bad_request(request, TooManyFilesSent())
    assert response.status_code == 400
    assert "zu viele Dateien. Bitte senden Sie höchstens 50 auf einmal" in response.content.decode()


@pytest.mark.parametrize("path", [*PROGRAMS, "/api/v1/ask", "/"])
def test_what_nobody_has_foreseen_and_what_is_too_large_has_that_form_too(path: str) -> None:
    answer = error_responses.server_error(RequestFactory().get(path))
    assert answer.status_code == 500
    for status in (413, 429, 507):
        headers, body = error_responses.refusal_response(path, status)
        media_type = dict(headers)[b"content-type"].decode()
        assert dict(headers).get(b"retry-after") == (b"60" if status == 507 else None)
        if path == "/":
            assert (media_type, b"css/site.css" in body) == ("text/html; charset=utf-8", True)
        else:
            assert answer["Content-Type"] == media_type
            assert json.loads(answer.content).keys() == json.loads(body).keys()


def test_what_django_never_sees_is_answered_with_the_headers_of_all_other_pages() -> None:
    answered = Client().get("/healthz").headers
    headers = {name.decode(): value.decode() for name, value in error_responses.refusal_response("/", 413)[0]}
    for name in SECURITY_HEADERS:
        assert headers[name.lower()] == answered[name], name


@pytest.mark.parametrize(("status", "code"), [(413, -32600), (429, -32004), (507, -32005)])
def test_a_full_disk_is_no_invalid_request_to_tools(status: int, code: int) -> None:
    assert json.loads(error_responses.refusal_response("/mcp", status)[1])["error"]["code"] == code


def test_addresses_of_programs_with_nothing_behind_them(client: Client) -> None:
    response = client.get("/mcp/x")
    assert response.json()["error"]["message"] == "There is nothing at this address."


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 507, "Bei uns ist kein Platz mehr"),
        (OperationalError("connection refused"), 503, "Datenbank ist zurzeit nicht erreichbar"),
        (OSError(errno.EIO, "Input/output error"), 500, "Auf unserer Seite"),
    ],
)
def test_what_passes_by_itself_is_told_as_such(error: Exception, status: int, sentence: str) -> None:
    with override("de"):
        for path in ("/admin/documents/document/upload/", "/api/v1/documents"):
            try:
                raise error
            except (OSError, OperationalError):
                answer = error_responses.server_error(RequestFactory().get(path))
            assert answer.status_code == status
            assert answer.get("Retry-After") == ("60" if status != 500 else None)
            assert status == 500 or sentence in answer.content.decode()


@pytest.mark.django_db
def test_who_opens_an_address_that_takes_forms_alone_reads_a_page(client: Client) -> None:
    response = client.get("/conversations/delete")
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    assert 'href="/"' in response.content.decode()
    assert client.delete("/api/v1/ask").headers["Content-Type"] == "application/json"
