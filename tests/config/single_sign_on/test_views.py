"""Signing in with the organisation's account, against a provider over real HTTP."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from django.test import Client, override_settings
from django.urls import include, path
from django.utils import timezone

from apps.chat.models.rate_allowances import Allowances
from apps.outbound_network.read_bounded_response import UnusableAnswer
from config import urls
from config.single_sign_on import oidc_discovery as provider_module
from config.single_sign_on import views
from config.single_sign_on.backend import SingleSignOnBackend
from config.user_directory.models import GroupAssignment, ProvisionedPerson
from tests.fakes import identity_provider
from tests.fakes.identity_provider import OTHER_KEY, IdentityProvider

pytestmark = pytest.mark.django_db

urlpatterns = [*urls.urlpatterns, path("sign-in/", include("config.single_sign_on.urls"))]


@pytest.fixture(scope="module", autouse=True)
def _addresses() -> Iterator[None]:
    """Of the module: reading all of them anew for each test takes as long as the test."""
    with override_settings(ROOT_URLCONF=__name__):
        yield


@pytest.fixture
def provider(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[IdentityProvider]:
    with identity_provider.running() as running:
        settings.OIDC_ISSUER = running.url
        settings.OIDC_CLIENT_ID = "auskunft"
        settings.OIDC_CLIENT_SECRET = "secret"
        settings.AUTHENTICATION_BACKENDS = [
            "django.contrib.auth.backends.ModelBackend",
            "config.single_sign_on.backend.SingleSignOnBackend",
        ]
        monkeypatch.setattr(provider_module, "_kept", {})
        monkeypatch.setattr(provider_module, "_failed", {})
        monkeypatch.setitem(views_settings(), "OIDC_RP_CLIENT_ID", "auskunft")
        yield running


def views_settings() -> dict[str, Any]:
    from config.single_sign_on import views

    return views.OURS


def sign_in(provider: IdentityProvider, client: Client, wanted: str = "/admin/") -> Any:
    """The whole way: our page, the provider's page, back to us. Gives our last response."""
    away = client.get("/sign-in/", {"next": wanted})
    assert away.status_code == 302, away.content
    return client.get(provider.authorize(away["Location"]))


def test_a_person_of_the_organisation_is_signed_in_with_name_and_groups(provider: IdentityProvider) -> None:
    provider.claims["groups"] = ["auskunft-editor", "kantine"]
    client = Client(headers={"accept-language": "en"})
    reply = sign_in(provider, client, "/admin/documents/")
    assert (reply.status_code, reply["Location"]) == (302, "/admin/documents/")
    user = User.objects.get(email="erika@amt.example")
    assert (user.first_name, user.is_staff, user.is_superuser) == ("Erika", True, False)
    assert [group.name for group in user.groups.all()] == ["editor"]
    assert client.get("/admin/").status_code == 200


def test_who_has_no_role_here_is_led_to_the_chat(provider: IdentityProvider) -> None:
    assert [sign_in(provider, Client(), wanted)["Location"] for wanted in ("/admin/", "/documents/")] == [
        "/",
        "/documents/",
    ]


def test_who_leaves_a_group_loses_its_rights_at_the_next_sign_in(provider: IdentityProvider) -> None:
    provider.claims["groups"] = ["auskunft-administrator"]
    sign_in(provider, Client())
    provider.claims["groups"] = []
    client = Client(headers={"accept-language": "en"})
    sign_in(provider, client)
    user = User.objects.get(email="erika@amt.example")
    assert (user.is_staff, user.groups.count()) == (False, 0)


def test_without_the_claim_groups_given_by_hand_stay(provider: IdentityProvider) -> None:
    sign_in(provider, Client())
    user = User.objects.get(email="erika@amt.example")
    user.groups.add(Group.objects.get(name="evaluator"))
    sign_in(provider, Client())
    user.refresh_from_db()
    assert user.is_staff
    assert user.groups.count() == 1


@pytest.mark.parametrize("said", [False, "false"])
def test_an_address_that_the_provider_calls_unverified_is_nobodys(provider: IdentityProvider, said: object) -> None:
    """Documents of sources name readers by it."""
    provider.claims["email_verified"] = said
    sign_in(provider, Client())
    assert [user.email for user in User.objects.filter(username__startswith="sso-")] == [""]


def test_the_same_person_with_a_new_address_stays_one_user(provider: IdentityProvider) -> None:
    sign_in(provider, Client())
    provider.claims["email"] = "erika.muster@amt.example"
    sign_in(provider, Client())
    assert [user.email for user in User.objects.filter(username__startswith="sso-")] == ["erika.muster@amt.example"]


def test_an_address_that_somebody_else_has_here_opens_nothing(provider: IdentityProvider) -> None:
    User.objects.create_superuser("admin", "erika@amt.example", "a-long-password-1")
    client = Client(headers={"accept-language": "en"})
    sign_in(provider, client)
    assert client.get("/admin/").status_code == 302
    assert User.objects.filter(email="erika@amt.example").count() == 2


def test_an_account_that_was_switched_off_stays_out(provider: IdentityProvider) -> None:
    sign_in(provider, Client())
    User.objects.update(is_active=False)
    client = Client(headers={"accept-language": "en"})
    assert sign_in(provider, client)["Location"].startswith("/admin/login/")
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://elsewhere.example"},
        {"aud": "another-service"},
        {"aud": ["auskunft", "other"], "azp": "other"},
        {"nonce": "another"},
        {"exp": 1_700_000_000},
        {"exp": None},
        {"sub": "somebody-else"},
        {"sub": None},
    ],
    ids=str,
)
def test_a_token_that_is_not_meant_for_us_opens_nothing(provider: IdentityProvider, changes: dict[str, Any]) -> None:
    provider.token = changes
    refused(provider)


def test_a_token_signed_by_somebody_else_opens_nothing(provider: IdentityProvider) -> None:
    provider.key = OTHER_KEY
    refused(provider)


def refused(provider: IdentityProvider) -> None:
    client = Client(headers={"accept-language": "en"})
    reply = sign_in(provider, client)
    assert reply["Location"].startswith("/admin/login/")
    assert "_auth_user_id" not in client.session
    assert not User.objects.exists()
    page = client.get(reply["Location"], headers={"accept-language": "en"}).content.decode()
    assert "could not be signed in" in page


@pytest.mark.parametrize("part", ["/token", "/userinfo", "/keys"])
def test_a_provider_that_fails_half_way_is_one_sentence(provider: IdentityProvider, part: str) -> None:
    provider.broken = {part}
    client = Client(headers={"accept-language": "en"})
    reply = sign_in(provider, client)
    page = client.get(reply["Location"], headers={"accept-language": "en"}).content.decode()
    assert "does not answer" in page


def test_a_provider_that_is_away_is_one_sentence(provider: IdentityProvider) -> None:
    provider.broken = {"/.well-known/openid-configuration"}
    client = Client(headers={"accept-language": "en"})
    reply = client.get("/sign-in/")
    page = client.get(reply["Location"], headers={"accept-language": "en"}).content.decode()
    assert "does not answer" in page


def test_a_provider_under_another_name_is_not_believed(provider: IdentityProvider) -> None:
    provider.issuer = "https://elsewhere.example"
    with pytest.raises(UnusableAnswer, match=r"calls itself 'https://elsewhere.example'"):
        provider_module.discovery_document()


@pytest.mark.parametrize("query", ["", "?code=x&state=y", "?error=access_denied&state=y", "?code=x"])
def test_a_callback_nobody_asked_for_opens_nothing(provider: IdentityProvider, query: str) -> None:
    client = Client(headers={"accept-language": "en"})
    assert client.get("/sign-in/callback/" + query)["Location"].startswith("/admin/login/")
    assert "_auth_user_id" not in client.session


def test_who_is_signed_in_stays_so_while_the_provider_is_away(provider: IdentityProvider) -> None:
    provider.claims["groups"] = ["auskunft-editor"]
    client = Client(headers={"accept-language": "en"})
    sign_in(provider, client)
    provider.broken = {"/.well-known/openid-configuration", "/token", "/userinfo", "/keys"}
    provider_module._kept.clear()
    assert client.get("/admin/").status_code == 200


def test_the_login_page_offers_it(provider: IdentityProvider) -> None:
    page = Client().get("/admin/login/?next=/admin/documents/", headers={"accept-language": "en"}).content.decode()
    assert 'href="/sign-in/?next=/admin/documents/"' in page


@override_settings(ROOT_URLCONF=urls.__name__)
def test_without_a_provider_there_is_no_such_page() -> None:
    assert Client().get("/sign-in/").status_code == 404
    assert "organisation" not in Client().get("/admin/login/", headers={"accept-language": "en"}).content.decode()


def test_a_group_of_the_provider_is_the_one_assigned_to_it_here(provider: IdentityProvider) -> None:
    GroupAssignment.objects.create(foreign_name="8aa1a0c0", group=Group.objects.create(name="Bauakten"))
    provider.claims["groups"] = ["8aa1a0c0", "auskunft-editor", "other"]
    sign_in(provider, Client())
    user = User.objects.get(email="erika@amt.example")
    assert sorted(group.name for group in user.groups.all()) == ["Bauakten", "editor"]


def announced(**values: Any) -> ProvisionedPerson:
    account = User.objects.create(username="scim-1", is_active=values.pop("active", True))
    row = ProvisionedPerson(account=account, user_name="erika", external_id="person-1", **values)
    row.save()
    return row


def test_whom_the_directory_has_announced_gets_that_account_with_its_groups(provider: IdentityProvider) -> None:
    account = announced().account
    account.groups.add(Group.objects.create(name="Bauakten"))
    provider.claims["groups"] = ["auskunft-administrator"]
    client = Client()
    sign_in(provider, client)
    assert client.session["_auth_user_id"] == str(account.pk)
    assert [group.name for group in account.groups.all()] == ["Bauakten"]
    assert User.objects.count() == 1


def test_who_was_here_before_the_directory_keeps_the_older_account(provider: IdentityProvider) -> None:
    sign_in(provider, Client())
    known = User.objects.get()
    row = announced()
    sign_in(provider, Client())
    row.refresh_from_db()
    assert (row.account, User.objects.count()) == (known, 1)


@pytest.mark.parametrize("deleted", [False, True])
def test_whom_the_directory_has_closed_or_deleted_does_not_come_in(provider: IdentityProvider, deleted: bool) -> None:
    announced(active=False, deleted_at=timezone.now() if deleted else None)
    client = Client()
    assert sign_in(provider, client)["Location"] == "/admin/login/"
    assert "_auth_user_id" not in client.session
    assert not User.objects.filter(is_active=True).exists()


def test_a_superuser_is_not_taken_for_somebody_of_the_directory(provider: IdentityProvider) -> None:
    sign_in(provider, Client())
    User.objects.update(is_superuser=True)
    announced(active=False)
    client = Client()
    sign_in(provider, client)
    assert client.session["_auth_user_id"] == str(User.objects.get(is_superuser=True).pk)


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/token", "/keys", "/userinfo"])
def test_a_provider_that_sends_a_byte_now_and_then_holds_nobody(
    provider: IdentityProvider, settings: Any, path: str
) -> None:
    settings.OIDC_TIMEOUT = 1
    client = Client(headers={"accept-language": "en"})
    away = None if "well-known" in path else client.get("/sign-in/")
    provider.drips.add(path)
    started = time.monotonic()
    reply = client.get("/sign-in/") if away is None else client.get(provider.authorize(away["Location"]))
    provider.drips.clear()
    assert time.monotonic() - started < 10
    assert reply["Location"] == "/admin/login/"
    assert "does not answer" in str(client.get("/admin/login/").content)


def test_an_account_that_somebody_closes_while_its_owner_signs_in_stays_closed(provider: IdentityProvider) -> None:
    sign_in(provider, Client())
    account = User.objects.get(email="erika@amt.example")
    User.objects.update(is_active=False, is_superuser=False, password="!")
    account.is_superuser = True
    SingleSignOnBackend().update_user(account, {"sub": "1", "email": "neu@amt.example"})
    stored = User.objects.get(pk=account.pk)
    assert (stored.email, stored.is_active, stored.is_superuser) == ("neu@amt.example", False, False)


@pytest.mark.usefixtures("provider")
def test_one_address_is_sent_to_the_provider_so_often_and_stores_no_further_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(views, "SIGN_INS_AT_PROVIDER", Allowances("few", capacity=2, per_second=0.001))
    visits = [Client().get("/sign-in/", REMOTE_ADDR="203.0.113.9") for _visit in range(3)]
    assert [visit.status_code for visit in visits] == [302, 302, 429]
    assert "<h1>Zu viele Anmeldungen." in visits[-1].content.decode(), "a page with a way on, no bare line of text"
    assert Session.objects.count() == 2
