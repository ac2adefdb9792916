"""From the question to the person to a token, and what the token opens."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from apps.documents.models import Document, Readers
from tests.config.api.conftest import fees as fees
from tests.config.oauth.conftest import BACK, HERE, Flow

pytestmark = pytest.mark.django_db


def test_a_person_grants_and_the_program_calls_in_their_name(flow: Flow, fees: Document) -> None:
    granted = flow.tokens()
    assert (granted["token_type"], granted["expires_in"], granted["scope"]) == ("Bearer", 900, "ask search")
    found = flow.tool(granted["access_token"], "list_collections").json()["result"]["structuredContent"]
    assert [one["slug"] for one in found["collections"]] == [fees.collection.slug]


def test_rights_are_those_of_the_person_at_the_moment(flow: Flow, fees: Document) -> None:
    token = flow.tokens()["access_token"]
    group = Group.objects.create(name="Amt")
    fees.collection.readers = Readers.GROUPS
    fees.collection.save()
    fees.collection.reader_groups.add(group)
    seen = lambda: flow.tool(token, "list_collections").json()["result"]["structuredContent"]["collections"]  # noqa: E731
    assert seen() == []
    flow.person.groups.add(group)
    assert len(seen()) == 1
    flow.person.is_active = False
    flow.person.save()
    assert flow.tool(token, "list_collections").status_code == 401


def test_a_scope_that_was_not_granted_is_refused_and_named(flow: Flow) -> None:
    refused = flow.tool(flow.tokens(scope="search")["access_token"], "ask", question="Hundesteuer")
    assert refused.status_code == 403
    assert 'error="insufficient_scope", scope="ask"' in refused["WWW-Authenticate"]


def test_a_scope_that_nobody_knows_is_refused_before_the_person_is_asked(flow: Flow) -> None:
    assert parse_qs(urlsplit(flow.page(scope="everything")["Location"]).query)["error"] == ["invalid_scope"]
    assert parse_qs(urlsplit(flow.answer(scope="everything")["Location"]).query)["error"] == ["invalid_scope"]


@pytest.mark.parametrize(
    "asked", [{"scope": "everything"}, {"code_challenge": None}, {"resource": "https://x.example"}]
)
def test_a_refusal_names_who_answers_as_a_code_does(flow: Flow, asked: dict[str, Any]) -> None:
    """RFC 9207, as the metadata announce: a program that knows several services drops answers without it."""
    refused = parse_qs(urlsplit(flow.page(**asked)["Location"]).query)
    denied = parse_qs(urlsplit(flow.answer(allow=False)["Location"]).query)
    granted = parse_qs(urlsplit(flow.answer()["Location"]).query)
    assert refused["iss"] == denied["iss"] == granted["iss"] == [HERE]
    assert refused["state"] == denied["state"] == granted["state"]


def test_writing_needs_the_persons_right_beside_the_scope(flow: Flow) -> None:
    token = flow.tokens(scope="documents:write", resource=f"{HERE}/api/v1")["access_token"]
    assert flow.server.delete("/api/v1/documents/1", headers={"authorization": f"Bearer {token}"}).status_code == 403


def test_a_person_who_says_no_grants_nothing(flow: Flow) -> None:
    back = flow.answer(allow=False)["Location"]
    assert back.startswith(BACK)
    assert parse_qs(urlsplit(back).query)["error"] == ["access_denied"]
    assert Grant.objects.count() == 0


def test_the_database_holds_no_token(flow: Flow) -> None:
    granted = flow.tokens()
    held = [*AccessToken.objects.values_list("token", flat=True), *RefreshToken.objects.values_list("token", flat=True)]
    assert held == ["", ""]
    assert granted["access_token"].startswith("auska_")
    assert granted["refresh_token"].startswith("auskr_")


def test_an_expired_token_is_refused_and_refreshed_once(flow: Flow, fees: Document) -> None:
    first = flow.tokens()
    AccessToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    refused = flow.tool(first["access_token"], "list_collections")
    assert (refused.status_code, 'error="invalid_token"' in refused["WWW-Authenticate"]) == (401, True)
    second = flow.refresh(first["refresh_token"]).json()
    assert flow.tool(second["access_token"], "list_collections").status_code == 200
    assert second["refresh_token"] != first["refresh_token"]


def test_a_refreshed_token_takes_from_the_same_allowance(flow: Flow) -> None:
    from config.api.tokens.oauth_granted_tokens import find_granted_token

    first = flow.tokens()
    request = type("R", (), {"path": "/mcp", "build_absolute_uri": lambda self, path: HERE + path})()
    one = find_granted_token(first["access_token"], request)
    other = find_granted_token(flow.refresh(first["refresh_token"]).json()["access_token"], request)
    assert one is not None
    assert other is not None
    assert one.pk == other.pk


def test_a_person_sees_and_ends_what_is_connected(flow: Flow) -> None:
    granted = flow.tokens()
    assert "Assistent" in flow.browser.get("/oauth/programs/").content.decode()
    flow.browser.post(f"/oauth/programs/{flow.program.pk}/disconnect")
    assert "Assistent" not in flow.browser.get("/oauth/programs/").content.decode()
    assert flow.tool(granted["access_token"], "list_collections").status_code == 401
    assert flow.refresh(granted["refresh_token"]).status_code == 400


def test_revoking_ends_the_pair(flow: Flow) -> None:
    granted = flow.tokens()
    body = {"token": granted["refresh_token"], "client_id": flow.program.client_id}
    assert flow.server.post("/oauth/revoke", body).status_code == 200
    assert flow.tool(granted["access_token"], "list_collections").status_code == 401
    assert flow.refresh(granted["refresh_token"]).status_code == 400


def test_a_closed_account_gets_no_new_token(flow: Flow) -> None:
    code, granted = flow.code(), flow.tokens()
    flow.person.is_active = False
    flow.person.save()
    assert flow.exchange(code).json()["error"] == "invalid_grant"
    assert flow.refresh(granted["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_deleted_person_leaves_no_token(flow: Flow) -> None:
    flow.tokens()
    flow.person.delete()
    assert AccessToken.objects.count() == RefreshToken.objects.count() == 0
