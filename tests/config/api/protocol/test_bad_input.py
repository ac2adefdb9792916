"""Whatever is sent: a code, a sentence, and never a 500."""

from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from tests.config.api.conftest import Api, MakeToken

pytestmark = pytest.mark.django_db

DEEP = b'{"question": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
BODIES = {
    "no JSON": b"question=Hund",
    "half of it": b'{"question": "Hund"',
    "deep": DEEP,
    "a list": b'["Hund"]',
    "a number of 5,000 digits": b'{"question": ' + b"9" * 5000 + b"}",
    "no number": b'{"question": NaN}',
    "not UTF-8": b'{"question": "\xff\xfe"}',
    "UTF-16": '{"question": "Hund"}'.encode("utf-16"),
    "lone surrogate": b'{"question": "\\ud800"}',
    "surrogate in a name": b'{"\\udfff": 1}',
    "nul": b'{"question": "Hu\\u0000nd"}',
    "number for text": b'{"question": 5}',
    "truth for text": b'{"question": true}',
    "object for text": b'{"question": {"a": 1}}',
    "null": b'{"question": null}',
    "empty": b"{}",
    "nothing": b"",
    "blank": b'{"question": "  "}',
    "too long": b'{"question": "' + b"a" * 2001 + b'"}',
    "unknown field": b'{"question": "Hund", "model": "gpt"}',
    "collections as text": b'{"question": "Hund", "collections": "amt"}',
    "collections of numbers": b'{"question": "Hund", "collections": [1]}',
    "unknown collection": b'{"question": "Hund", "collections": ["nowhere"]}',
    "collection with NUL": b'{"question": "Hund", "collection": "a\\u0000b"}',
}


@pytest.mark.parametrize("path", ["ask", "search"])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_makes_no_sense_is_answered_with_400(path: str, body: bytes, fees: object) -> None:
    answer = Api().post(path, body)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"]
    assert error["message"].strip()


@pytest.mark.parametrize("field", ["filters", "collections", "collection", "limit", "algorithm"])
def test_null_is_what_was_not_sent(field: str, fees: object) -> None:
    question = {"question": "Was kostet ein Personalausweis?"}
    without, with_null = (Api().post("search", body) for body in (question, question | {field: None}))
    assert with_null.status_code == 200, with_null.json()
    assert with_null.json()["documents"] == without.json()["documents"]


@pytest.mark.parametrize("field", ["limit"])
@pytest.mark.parametrize("value", ["3", 0, 41, 1e9, True, [], 10**30, -1])
def test_a_limit_is_a_whole_number_within_bounds(field: str, value: Any, fees: object) -> None:
    assert Api().post("search", {"question": "Hund", field: value}).status_code == 400


@pytest.mark.parametrize(
    "body", [{"question": "a" * 2001}, {"question": "a", "limit": 0}, {"question": "a", "limit": 99}]
)
def test_complaints_of_the_framework_say_sie_as_all_others(body: dict[str, object]) -> None:
    message = Api(accept_language="de").post("search", body).json()["error"]["message"]
    assert "Dieses Feld darf höchstens 2000 Zeichen" in message or "Dieser Wert" in message


def test_a_body_over_the_limit_is_too_large(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = Api().post("search", {"question": "a" * 2000})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "content_type", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "", "ü/ö"]
)
def test_other_content_types_are_refused(content_type: str) -> None:
    answer = Api().post("search", b"question=Hund", content_type=content_type)
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")


def test_json_is_utf_8_whatever_charset_is_named(fees: object) -> None:
    body = '{"question": "Gebühr"}'.encode()
    answer = Client().generic("POST", "/api/v1/search", body, content_type="application/json; charset=foo")
    assert answer.status_code == 200


@pytest.mark.parametrize("accept", ["*/*", "text/html", "application/xml", "application/json;q=0.1", "nonsense", ""])
def test_whatever_is_accepted_the_answer_is_json(accept: str, fees: object) -> None:
    answer = Api(accept=accept).post("search", {"question": "Gebühr"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    "path", ["ask/", "nowhere", "v1/conversations/a%00b", "v1/conversations/ä", "v1/conversations/"]
)
def test_an_unknown_address_is_answered_in_json(client: Client, path: str) -> None:
    answer = client.get(f"/api/{path}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


WRITES = ["post", "put", "patch", "delete"]


@pytest.mark.parametrize("method", WRITES)
@pytest.mark.parametrize("path", ["v1/ask/", "v1/nope", "v1/documents/abc", "v1/conversations/" + 300 * "a", ""])
def test_a_misspelt_address_is_no_form_that_has_expired(method: str, path: str, make_token: MakeToken) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = getattr(browser, method)(f"/api/{path}", headers={"authorization": f"Bearer {make_token()}"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("method", WRITES)
@pytest.mark.parametrize("path", ["api/openapi.json", "api/docs", "healthz", "readyz", "metrics", "system-card.json"])
def test_what_is_only_read_says_so_to_programs_that_write(method: str, path: str) -> None:
    answer = getattr(Client(enforce_csrf_checks=True), method)(f"/{path}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_allowed")
    assert answer["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options", "trace"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    answer = getattr(client, method)("/api/v1/ask")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_allowed")


def test_a_database_that_is_away_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*arguments: object, **values: object) -> None:
        raise DatabaseError("secret detail")

    monkeypatch.setattr("config.api.resources.question_body.readable_collection_ids", away)
    answer = Api().post("search", {"question": "Gebühr"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "database_unavailable")
    assert "secret" not in answer.content.decode()
    assert answer["Retry-After"] == "5"


def test_what_nobody_has_foreseen_is_json_without_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **values: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("config.api.resources.question_body.readable_collection_ids", broken)
    client = Client(raise_request_exception=False)
    answer = client.post("/api/v1/search", {"question": "Gebühr"}, content_type="application/json")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal"
    assert "secret" not in answer.content.decode()


def test_messages_speak_the_language_of_the_caller() -> None:
    english = Api(**{"accept-language": "en"}).post("search", {})
    german = Api(**{"accept-language": "de"}).post("search", {})
    assert english.json()["error"]["message"] == "question: This field is required."
    assert german.json() != english.json()
