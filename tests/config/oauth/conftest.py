"""A person, a program that an administrator has entered, and the way both go."""

import base64
import hashlib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.oauth.user_pages.client_programs import Program

BACK = "http://127.0.0.1:7777/callback"
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
HERE = "http://testserver"


@dataclass
class Flow:
    """What a program and a person's browser send, step by step; anything can be sent otherwise."""

    program: Program
    person: User
    browser: Client = field(default_factory=Client)
    server: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def __post_init__(self) -> None:
        self.browser.force_login(self.person)

    def asked(self, **other: Any) -> dict[str, Any]:
        usual = {
            "response_type": "code",
            "client_id": self.program.client_id,
            "redirect_uri": BACK,
            "state": "s-1",
            "scope": "ask search",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            "resource": f"{HERE}/mcp",
        }
        return {name: value for name, value in (usual | other).items() if value is not None}

    def page(self, **other: Any) -> Any:
        return self.browser.get("/oauth/authorize", self.asked(**other))

    def answer(self, allow: bool = True, **other: Any) -> Any:
        """What the form sends."""
        return self.browser.post("/oauth/authorize", self.asked(**other) | ({"allow": "true"} if allow else {}))

    def code(self, **other: Any) -> str:
        answer = self.answer(**other)
        assert answer.status_code == 302, answer.content
        return parse_qs(urlsplit(answer["Location"]).query)["code"][0]

    def exchange(self, code: str, **other: Any) -> Any:
        usual = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": BACK,
            "client_id": self.program.client_id,
            "code_verifier": VERIFIER,
        }
        return self.server.post("/oauth/token", {k: v for k, v in (usual | other).items() if v is not None})

    def tokens(self, **other: Any) -> dict[str, Any]:
        answer = self.exchange(self.code(**other))
        assert answer.status_code == 200, answer.content
        granted: dict[str, Any] = answer.json()
        return granted

    def refresh(self, token: str, **other: Any) -> Any:
        body = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.program.client_id}
        return self.server.post("/oauth/token", body | other)

    def call(self, path: str, token: str, body: Any = None) -> Any:
        body = body or {"question": "Hundesteuer"}
        headers = {"authorization": f"Bearer {token}"}
        return self.server.post(path, body, content_type="application/json", headers=headers)

    def tool(self, token: str, name: str, **arguments: Any) -> Any:
        params = {"name": name, "arguments": arguments}
        return self.call("/mcp", token, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})


def make_program(**values: Any) -> Program:
    usual = {
        "name": "Assistent",
        "redirect_uris": BACK,
        "client_type": Program.CLIENT_PUBLIC,
        "authorization_grant_type": Program.GRANT_AUTHORIZATION_CODE,
    }
    return Program.objects.create(**usual | values)


@pytest.fixture
def flow(db: None) -> Flow:
    return Flow(make_program(), User.objects.create_user("ida", "ida@example.org", "geheim-und-lang"))
