"""A sign-in provider that lies, floods, hangs or says odd things, and accounts whose rights have ended."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from django.db import connections
from django.test import Client, override_settings
from django.utils import timezone

from apps.outbound_network.read_bounded_response import LONGEST_ANSWER, UnusableAnswer
from config.single_sign_on import oidc_discovery
from config.single_sign_on.backend import SingleSignOnBackend, find_signing_key
from config.single_sign_on.delete_expired_sessions import forget_sessions
from tests.config.single_sign_on import test_views
from tests.config.single_sign_on.test_views import sign_in
from tests.fakes.identity_provider import KEY, IdentityProvider

pytestmark = pytest.mark.django_db

provider = test_views.provider
CLAIMS: dict[str, object] = {"sub": "4711", "given_name": "Eva"}
PATHS = ["/.well-known/openid-configuration", "/token", "/keys", "/userinfo"]
ODD: list[Any] = [
    None, [], "x", 5, True, {}, {"keys": None}, {"keys": ["a"]}, {"keys": [{}]}, {"keys": {"a": 1}},
    {"keys": [{"kid": "1"}]}, {"keys": [{"kid": "1", "kty": "oct", "k": "AAAA"}]},
    {"id_token": None, "access_token": "a"}, {"id_token": "a.b", "access_token": "a"},
    {"id_token": 5, "access_token": []}, {"id_token": "é.é.é", "access_token": "\r\nX: 1"},
]  # fmt: skip


@pytest.fixture(autouse=True)
def _addresses() -> Iterator[None]:
    with override_settings(ROOT_URLCONF=test_views.__name__):
        yield


def came_in(provider: IdentityProvider, client: Client | None = None) -> bool:
    """Whether the whole way leads in; whatever the provider says, it ends with a page and not with an error."""
    browser = client or Client()
    away = browser.get("/sign-in/", headers={"accept-language": "en"})
    if away["Location"].startswith("/admin/login"):
        return False
    reply = browser.get(provider.authorize(away["Location"]))
    assert reply.status_code == 302
    return "_auth_user_id" in browser.session


def person() -> User:
    return User.objects.get(username__startswith="sso-")


@pytest.mark.parametrize("path", PATHS)
def test_answers_of_another_shape_are_one_sentence(provider: IdentityProvider, path: str) -> None:
    for value in ODD:
        oidc_discovery._kept.clear()
        oidc_discovery._failed.clear()
        provider.said = {path: value}
        assert not came_in(provider), value
    assert not User.objects.exists()


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_without_an_end_is_not_kept_in_memory(provider: IdentityProvider, path: str) -> None:
    provider.endless = {path}
    assert not came_in(provider)
    provider.endless = set()
    assert LONGEST_ANSWER < provider.sent < 10 * LONGEST_ANSWER


@pytest.mark.parametrize("path", PATHS)
def test_a_provider_that_hung_for_many_lets_the_next_one_in(
    provider: IdentityProvider, settings: Any, path: str
) -> None:
    """Each of them once held a thread of four for as long as the provider wrote."""
    settings.OIDC_TIMEOUT = 0.3
    provider.drips = {path}
    assert not any(came_in(provider) for _ in range(5))
    settings.OIDC_TIMEOUT, oidc_discovery._failed = 5, {}
    # The provider still writes to those who have left.
    provider.drips = {f"{path} "}
    provider.drips.discard(path)
    assert came_in(provider)


@pytest.mark.django_db(transaction=True)
def test_those_who_wait_together_for_a_provider_that_hangs_wait_once(provider: IdentityProvider, settings: Any) -> None:
    settings.OIDC_TIMEOUT = 0.5
    provider.drips = {PATHS[0]}

    def begin(_number: int) -> str:
        try:
            return str(Client().get("/sign-in/")["Location"])
        finally:
            connections.close_all()

    started = time.monotonic()
    with ThreadPoolExecutor(8) as people:
        assert set(people.map(begin, range(8))) == {"/admin/login/"}
    provider.drips = set()
    assert time.monotonic() - started < 8


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_sign_in_at_a_provider_that_signs_what_it_says_of_people(
    provider: IdentityProvider, settings: Any
) -> None:
    """Reading the key while the description was read took a second thread of the same four."""
    settings.OIDC_TIMEOUT = 5
    provider.signs_userinfo = True
    came_in(provider)

    def enter(_number: int) -> bool:
        try:
            return came_in(provider)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as people:
        assert all(people.map(enter, range(8)))


@pytest.mark.parametrize("changed", [{"iss": "https://evil.example"}, {"aud": "another"}, {"sub": "another"}])
def test_a_signed_description_of_somebody_else_opens_nothing(
    provider: IdentityProvider, changed: dict[str, str]
) -> None:
    provider.signs_userinfo = True
    original = provider.exchange
    claims = dict(provider.claims)

    def exchange(form: dict[str, str]) -> dict[str, Any]:
        provider.claims = claims
        tokens = original(form)
        provider.claims = claims | changed
        return tokens

    provider.exchange = exchange  # type: ignore[method-assign]
    assert not came_in(provider)


@pytest.mark.parametrize("algorithm", ["none", "HS256"])
def test_a_token_without_signature_or_signed_with_the_public_key_opens_nothing(
    provider: IdentityProvider, algorithm: str
) -> None:
    public = KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def part(value: object) -> bytes:
        raw = value if isinstance(value, bytes) else json.dumps(value).encode()
        return base64.urlsafe_b64encode(raw).rstrip(b"=")

    def exchange(form: dict[str, str]) -> dict[str, Any]:
        asked = provider._codes.pop(form["code"])
        claims = {"iss": provider.url, "aud": "auskunft", "sub": "person-1", "exp": int(time.time()) + 60}
        signed = part({"alg": algorithm, "kid": "1"}) + b"." + part(claims | {"nonce": asked["nonce"]})
        sign = hmac.digest(public, signed, hashlib.sha256) if algorithm == "HS256" else b""
        return {"access_token": "a", "id_token": (signed + b"." + part(sign)).decode()}

    provider.exchange = exchange  # type: ignore[method-assign]
    assert not came_in(provider)


def test_other_keys_beside_the_right_one_lock_nobody_out(provider: IdentityProvider) -> None:
    [right] = provider.keys()["keys"]
    without_id = {name: value for name, value in right.items() if name != "kid"}
    for others in (
        [without_id],
        [right | {"use": "enc"}],
        [right | {"alg": "ES256"}],
        ["x", None, {"kid": "1", "use": 5}],
    ):
        provider.said = {"/keys": {"keys": [*others, right]}}
        assert came_in(provider), others


@pytest.mark.parametrize(("seconds", "is_let_in"), [(20, True), (600, False)])
def test_the_providers_clock_may_be_a_little_ahead(provider: IdentityProvider, seconds: int, is_let_in: bool) -> None:
    provider.token = {"iat": int(time.time()) + seconds, "nbf": int(time.time()) + seconds}
    assert came_in(provider) == is_let_in


def test_who_is_in_one_group_alone_and_gets_it_as_a_text_loses_the_others(provider: IdentityProvider) -> None:
    provider.claims["groups"] = ["auskunft-administrator", "auskunft-editor"]
    assert came_in(provider)
    provider.claims["groups"] = "auskunft-editor"
    assert came_in(provider)
    assert [group.name for group in person().groups.all()] == ["editor"]


@pytest.mark.parametrize(
    "said", [..., None, {}, 5, [None, 5, {"auskunft-administrator": 1}, ["auskunft-administrator"]]]
)
def test_who_is_in_no_group_any_more_keeps_no_right_where_the_provider_says_so_by_silence(
    provider: IdentityProvider, said: Any
) -> None:
    provider.claims["groups"] = ["auskunft-administrator"]
    assert came_in(provider)
    assert person().is_staff
    del provider.claims["groups"]
    if said is not ...:
        provider.claims["groups"] = said
    assert came_in(provider)
    assert (person().groups.count(), person().is_staff) == (0, False)


def test_a_provider_that_only_refers_to_groups_elsewhere_takes_nothing_away(provider: IdentityProvider) -> None:
    provider.claims["groups"] = ["auskunft-editor"]
    assert came_in(provider)
    del provider.claims["groups"]
    provider.claims |= {
        "_claim_names": {"groups": "src1"},
        "_claim_sources": {"src1": {"endpoint": "http://127.0.0.1:1/"}},
    }
    assert came_in(provider)
    assert [group.name for group in person().groups.all()] == ["editor"]


@pytest.mark.parametrize("number", [9_000, 70_000])
def test_thousands_of_groups_are_compared_or_refused(provider: IdentityProvider, number: int) -> None:
    provider.claims["groups"] = ["auskunft-editor", *(f"g{place}" for place in range(number))]
    assert came_in(provider) == (number < 10_000)


def test_whose_account_is_closed_here_is_signed_out_everywhere_at_once(provider: IdentityProvider) -> None:
    client = Client()
    assert came_in(provider, client)
    Group.objects.get(name="administrator").user_set.add(person())
    assert client.get("/oauth/programs/").status_code == 200
    User.objects.update(is_active=False)
    assert client.get("/oauth/programs/").status_code == 302
    assert client.get("/admin/").status_code == 302


def test_a_link_of_a_stranger_signs_nobody_out(provider: IdentityProvider) -> None:
    client = Client()
    assert came_in(provider, client)
    for query in ("error=x", "error=access_denied&state=foreign", "error=x&code=y&state=z"):
        assert client.get(f"/sign-in/callback/?{query}").status_code == 302
    assert "_auth_user_id" in client.session


def test_a_refusal_ends_what_was_begun(provider: IdentityProvider) -> None:
    client = Client()
    address = provider.authorize(client.get("/sign-in/")["Location"])
    state = next(iter(client.session["oidc_states"]))
    client.get(f"/sign-in/callback/?error=access_denied&state={state}")
    client.get(address)
    assert "_auth_user_id" not in client.session


def test_a_failure_is_asked_anew_after_some_seconds(provider: IdentityProvider) -> None:
    provider.broken = {PATHS[0]}
    with pytest.raises(UnusableAnswer):
        oidc_discovery.discovery_document()
    provider.broken = set()
    with pytest.raises(UnusableAnswer):
        oidc_discovery.discovery_document()
    oidc_discovery._failed = {
        issuer: (at - oidc_discovery.FAILURE_KEPT_SECONDS, reason)
        for issuer, (at, reason) in oidc_discovery._failed.items()
    }
    assert oidc_discovery.discovery_document()["issuer"] == provider.url


def test_sessions_of_those_who_never_came_back_are_deleted(provider: IdentityProvider) -> None:
    for _ in range(3):
        Client().get("/sign-in/")
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    sign_in(provider, Client())
    forget_sessions()
    assert Session.objects.count() == 1


def test_two_first_sign_ins_of_one_person_at_once_make_one_account(provider: IdentityProvider) -> None:
    backend = SingleSignOnBackend()
    # Both have looked for an account, and found none, before one of them makes it.
    first, second = backend.create_user(dict(CLAIMS)), backend.create_user(dict(CLAIMS))
    assert (first.pk, first.first_name, first.has_usable_password()) == (second.pk, "Eva", False)


def test_of_two_keys_of_one_name_the_one_for_the_algorithm_is_taken() -> None:
    published = [{"kid": "1", "alg": "ES256"}, {"kid": "1", "alg": "RS256", "use": "enc"}, {"kid": "1", "alg": "RS256"}]
    assert find_signing_key(published, "1", "RS256") == {"kid": "1", "alg": "RS256"}
    assert find_signing_key(published[:2], "1", "RS256") is None
