"""Programs that register themselves: off, and with the switch on never for more than codes."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as project
from django.test import Client, override_settings
from django.utils import timezone

from config.oauth.delete_expired_tokens import forget_expired
from config.oauth.user_pages.client_programs import Program
from tests.config.oauth.conftest import Flow

pytestmark = pytest.mark.django_db

METADATA = {
    "client_name": "Assistent",
    "redirect_uris": ["http://localhost:3000/callback"],
    "grant_types": ["authorization_code", "refresh_token"],
    "token_endpoint_auth_method": "none",
}


@pytest.fixture
def opened() -> Iterator[None]:
    with override_settings(OAUTH2_PROVIDER=project.OAUTH2_PROVIDER | {"DCR_ENABLED": True}):
        yield


def register(**other: Any) -> Any:
    body = other.pop("body", json.dumps(METADATA | other))
    return Client(enforce_csrf_checks=True).post("/oauth/register", body, content_type="application/json")


def test_by_default_nobody_registers() -> None:
    assert register().status_code == 404
    assert Program.objects.count() == 0


def test_with_the_switch_a_program_registers_and_is_announced(opened: None) -> None:
    made = register()
    assert made.status_code == 201
    assert "client_secret" not in made.json()
    assert (
        Client()
        .get("/.well-known/oauth-authorization-server")
        .json()["registration_endpoint"]
        .endswith("/oauth/register")
    )
    assert Program.objects.get().registration_source == "dcr"


def test_people_read_that_nobody_checked_it(opened: None, flow: Flow) -> None:
    made = register().json()
    page = flow.page(client_id=made["client_id"], redirect_uri="http://localhost:50000/callback")
    assert page.status_code == 200
    assert 'role="note"' in page.content.decode()
    assert 'role="note"' not in flow.page().content.decode()


@pytest.mark.parametrize(
    "other",
    [
        {"redirect_uris": ["http://evil.example/callback"]},
        {"redirect_uris": ["javascript:alert(1)"]},
        {"redirect_uris": ["https://ok.example/callback#x"]},
        {"redirect_uris": [f"https://ok.example/{number}" for number in range(11)]},
        {"redirect_uris": ["https://evil.example\\@localhost/"]},
        {"redirect_uris": ["https://ok.example;sandbox/"]},
        {"redirect_uris": ["https://ok.example:99999/"]},
        {"client_name": "\u202erotartsinimdA"},
        {"client_name": "Auskunft\n\n(geprüft)"},
        {"client_name": "A\u200bB"},
        {"redirect_uris": []},
        {"redirect_uris": "https://ok.example/callback"},
        {"redirect_uris": [7]},
        {"grant_types": ["password"]},
        {"grant_types": ["client_credentials"]},
        {"grant_types": ["implicit"]},
        {"client_name": "x" * 300},
        {"client_name": {"a": 1}},
        {"client_name": "x\0"},
        {"token_endpoint_auth_method": "private_key_jwt"},
        {"body": "[" * 100_000},
        {"body": "[]"},
        {"body": "\xff"},
    ],
)
def test_what_is_not_offered_registers_nothing(opened: None, other: dict[str, Any]) -> None:
    refused = register(**other)
    assert refused.status_code == 400, refused.content
    assert Program.objects.count() == 0


def test_a_flood_is_slowed_down(opened: None) -> None:
    stranger = Client(REMOTE_ADDR="203.0.113.9")
    body = json.dumps(METADATA)
    sent = [stranger.post("/oauth/register", body, content_type="application/json") for _ in range(70)]
    assert {answer.status_code for answer in sent} == {201, 429}


def test_who_registered_for_nothing_is_forgotten_after_a_day(opened: None, flow: Flow) -> None:
    register()
    flow.tokens()
    Program.objects.update(created=timezone.now() - timedelta(days=2))
    forget_expired()
    assert list(Program.objects.all()) == [flow.program]


def test_only_the_holder_of_the_registration_changes_it(opened: None, flow: Flow) -> None:
    made = register().json()
    path = f"/oauth/register/{made['client_id']}"
    assert Client().get(path).status_code == 401
    own = {"authorization": f"Bearer {made['registration_access_token']}"}
    assert Client().get(path, headers=own).status_code == 200
    assert Client().get(f"/oauth/register/{flow.program.client_id}", headers=own).status_code == 401
    assert flow.tool(made["registration_access_token"], "list_collections").status_code == 401
    assert Client().delete(path, headers=own).status_code == 204
