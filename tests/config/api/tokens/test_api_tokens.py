"""Tokens: made in the admin, shown once, checked with every call, ended in three ways."""

import re
from datetime import datetime, time, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import Scope
from tests.config.api.conftest import Api, MakeToken

pytestmark = pytest.mark.django_db


def test_the_database_holds_no_secret(make_token: MakeToken) -> None:
    secret = make_token("search")
    row = ApiToken.objects.get()
    assert secret.startswith("ausk_")
    assert len(secret) > 40
    assert secret not in {row.digest, row.beginning, row.name}
    assert ApiToken.objects.of_secret(secret) == row


def test_a_token_opens_what_its_scopes_name_and_nothing_else(make_token: MakeToken, fees: object) -> None:
    assert Api(make_token("search")).post("search", {"question": "Gebühr"}).status_code == 200
    refused = Api(make_token("conversations")).post("search", {"question": "Gebühr"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
    assert "search" in refused.json()["error"]["message"]


@pytest.mark.parametrize("end", ["expired", "revoked", "inactive", "unknown", "wrong kind"])
def test_a_token_that_has_ended_opens_nothing_not_even_what_is_public(make_token: MakeToken, end: str) -> None:
    secret = make_token(days=-1 if end == "expired" else 1)
    kind = "Basic" if end == "wrong kind" else "Bearer"
    if end == "revoked":
        ApiToken.objects.update(revoked_at=timezone.now())
    if end == "inactive":
        User.objects.update(is_active=False)
    if end == "unknown":
        secret = "ausk_unknown"
    answer = Api(authorization=f"{kind} {secret}").post("search", {"question": "Gebühr"})
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "unauthorized"
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_what_is_not_public_needs_a_token(settings: pytest.FixtureRequest, fees: object) -> None:
    settings.API_PUBLIC_SCOPES = ["ask"]  # type: ignore[attr-defined]
    assert Api().post("search", {"question": "Gebühr"}).status_code == 401


def test_writing_documents_is_never_public(settings: pytest.FixtureRequest) -> None:
    from config.api.tokens.scopes import is_public_scope

    settings.API_PUBLIC_SCOPES = list(Scope.values)  # type: ignore[attr-defined]
    assert not is_public_scope(Scope.DOCUMENTS_WRITE)
    assert not is_public_scope(Scope.DOCUMENTS_READ)


def test_the_last_use_is_noted_at_most_once_a_minute(make_token: MakeToken) -> None:
    api = Api(make_token("search"))
    api.post("search", {"question": "Gebühr"})
    first = ApiToken.objects.get().last_used_at
    api.post("search", {"question": "Gebühr"})
    assert first is not None
    assert ApiToken.objects.get().last_used_at == first


def test_the_admin_shows_a_new_token_once(client: Client) -> None:
    boss = User.objects.create_superuser("boss", password="ein langes Kennwort")
    client.force_login(boss)
    address = reverse("admin:config_apitoken_add")
    answer = client.post(address, {"name": "Intranet", "user": boss.pk, "scopes": ["ask"]}, follow=True)
    found = re.search(r"ausk_[\w-]{40,}", answer.content.decode())
    assert found is not None
    token = ApiToken.objects.of_secret(found[0])
    assert token is not None
    assert token.scopes == ["ask"]
    again = client.get(reverse("admin:config_apitoken_changelist"))
    assert found[0] not in again.content.decode()
    assert token.beginning in again.content.decode()


def test_an_administrator_revokes_a_token_in_the_admin(client: Client, make_token: MakeToken) -> None:
    secret = make_token("search")
    boss = User.objects.create_user("boss", is_staff=True)
    boss.groups.add(Group.objects.get(name="administrator"))
    client.force_login(boss)
    chosen = {"action": "revoke", "_selected_action": [ApiToken.objects.get().pk]}
    client.post(reverse("admin:config_apitoken_changelist"), chosen)
    assert Api(secret).post("search", {"question": "Gebühr"}).status_code == 401
    logged = LogEntry.objects.get(object_id=str(ApiToken.objects.get().pk))
    assert (logged.user, logged.change_message) == (boss, "revoked")


def test_a_token_works_to_the_end_of_the_day_that_was_chosen(admin_client: Client) -> None:
    today = timezone.localdate()
    user = User.objects.get(username="admin")
    for day in (today, today - timedelta(days=1)):
        fields = {"name": f"{day}", "user": user.pk, "scopes": ["ask"], "expires_at": f"{day}"}
        admin_client.post(reverse("admin:config_apitoken_add"), fields)
    token = ApiToken.objects.get()
    assert token.name == f"{today}", "one that has expired already is refused"
    assert timezone.localtime(token.expires_at) == datetime.combine(today, time.max, timezone.get_current_timezone())


def test_nobody_changes_a_token_that_was_handed_out(admin_client: Client, make_token: MakeToken) -> None:
    make_token("search")
    token = ApiToken.objects.get()
    admin_client.post(
        reverse("admin:config_apitoken_change", args=[token.pk]),
        {"name": "x", "user": token.user_id, "scopes": ["ask", "documents:write"]},
    )
    token.refresh_from_db()
    assert token.scopes == ["search"]


def test_the_command_prints_the_token_alone(capsys: pytest.CaptureFixture[str]) -> None:
    User.objects.create_superuser("boss")
    call_command("api_token", "checks", "--scopes", "ask, search", "--days", "2")
    secret = capsys.readouterr().out.strip()
    token = ApiToken.objects.of_secret(secret)
    assert token is not None
    assert (token.user.username, token.scopes) == ("boss", ["ask", "search"])
    assert token.expires_at is not None


@pytest.mark.parametrize(
    "arguments",
    [
        ["--scopes", "fly"],
        ["--user", "nobody"],
        ["--scopes", ""],
        ["--scopes", " , "],
        ["--days", "-5"],
        ["--days", "0"],
        ["--days", "99999999999"],
    ],
)
def test_the_command_names_what_is_wrong(arguments: list[str]) -> None:
    User.objects.create_superuser("boss")
    with pytest.raises(CommandError, match=f"'?{arguments[1]}'?") as wrong:
        call_command("api_token", "checks", *arguments)
    assert wrong.value.returncode == 2
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("name", ["", " "])
def test_a_token_needs_the_name_of_its_program(name: str) -> None:
    User.objects.create_superuser("boss")
    with pytest.raises(CommandError, match=f"The name is '{name}'") as wrong:
        call_command("api_token", name)
    assert wrong.value.returncode == 2
