"""People of every role, tokens of theirs, and a small collection to ask about."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from apps.documents.models import Document
from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import Scope
from tests import factories

FEES = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr. Sie ist bar zu zahlen."

MakeToken = Callable[..., str]


@pytest.fixture
def fees(db: None) -> Document:
    return factories.document([FEES], title="Gebühren", external_id="gebuehren.pdf")


@pytest.fixture
def make_token(db: None) -> MakeToken:
    """`make_token("ask", group="editor")`: the secret of a token; `days` below 0 makes an expired one."""

    def make(*scopes: str, group: str = "", days: int | None = None, **values: Any) -> str:
        user = User.objects.get_or_create(username=group or "person")[0]
        if group:
            user.groups.add(Group.objects.get(name=group))
        expires = None if days is None else timezone.now() + timedelta(days=days)
        values = {"name": "test", "user": user} | values
        token = ApiToken(scopes=list(scopes or Scope.values), expires_at=expires, **values)
        return token.issue()

    return make


class Api:
    """Calls of the interface as a program makes them."""

    def __init__(self, secret: str = "", **headers: str) -> None:
        self.headers = ({"authorization": f"Bearer {secret}"} if secret else {}) | headers
        self.client = Client()

    def post(self, path: str, body: Any = None, content_type: str = "application/json", **extra: Any) -> Any:
        return self.client.post(f"/api/v1/{path}", body, content_type=content_type, headers=self.headers, **extra)

    def patch(self, path: str, body: Any = None) -> Any:
        return self.client.patch(f"/api/v1/{path}", body, content_type="application/json", headers=self.headers)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers=self.headers)

    def delete(self, path: str) -> Any:
        return self.client.delete(f"/api/v1/{path}", headers=self.headers)
