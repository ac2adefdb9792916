"""A directory's view of the service: a token with its scope, and JSON in and out."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.api.tokens.api_tokens import ApiToken

Call = Callable[..., Any]


@pytest.fixture
def secret(db: None) -> str:
    owner = User.objects.create(username="leitung", is_superuser=True, is_staff=True)
    return ApiToken(name="directory", user=owner, scopes=["scim"]).issue()


@pytest.fixture
def call(secret: str) -> Call:
    """`call("POST", "Users", {...})` gives the response, whose `body` is the JSON of it."""

    def send(method: str, path: str, body: object = None, **headers: str) -> Any:
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        reply = Client().generic(
            method,
            f"/scim/v2/{path}",
            data,
            content_type="application/scim+json",
            headers={"authorization": f"Bearer {secret}", **headers},
        )
        reply.body = json.loads(reply.content) if reply.content else None  # type: ignore[attr-defined]
        return reply

    return send
