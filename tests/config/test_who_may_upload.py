"""Whose large bodies are read: strangers filled the disk with what a view refused afterwards."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import Scope
from config.asgi import application
from config.who_may_upload import may_upload

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESSES = ["/api/v1/documents", "/admin/documents/document/upload/", "/simplify/"]


def allowed(path: str, **headers: str) -> bool:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": sent}
    return async_to_sync(may_upload)(scope)


def signed_in(person: User) -> str:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


@pytest.mark.parametrize("path", [*ADDRESSES, "/", "/conversations/feedback"])
def test_a_stranger_uploads_nowhere(path: str) -> None:
    assert not allowed(path)
    assert not allowed(path, authorization="Bearer ausk_nobody", cookie=f"{settings.SESSION_COOKIE_NAME}=nobody")


def test_a_session_counts_in_the_console_and_a_token_at_the_interface() -> None:
    person = User.objects.create_user("person", is_staff=True)
    cookie = signed_in(person)
    token = f"Bearer {ApiToken(name='t', user=person, scopes=[Scope.DOCUMENTS_WRITE]).issue()}"
    other = f"Bearer {ApiToken(name='o', user=person, scopes=[Scope.ASK]).issue()}"
    assert [allowed(path, cookie=cookie) for path in ADDRESSES] == [False, True, True]
    assert [allowed(path, authorization=token) for path in ADDRESSES] == [True, False, False]
    assert not allowed(ADDRESSES[0], authorization=other)
    assert not allowed("/", cookie=cookie, authorization=token)


@pytest.mark.parametrize("path", ADDRESSES)
async def test_the_web_process_reads_no_large_body_of_a_stranger(path: str) -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        raise AssertionError("nothing is read")

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", b"200000000")]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers, "client": None}
    await application(scope, receive, send)
    assert sent[0]["status"] == 413
