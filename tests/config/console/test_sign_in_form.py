"""Passwords that are guessed: an account and a network have so many tries, and then have to wait."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.chat.models import Allowance
from apps.chat.models.rate_allowances import Allowances

pytestmark = pytest.mark.django_db

PASSWORD = "ein langes Kennwort"


def tried(client: Client, name: str, password: str, address: str = "127.0.0.1", wanted: str = "/") -> Any:
    form = {"username": name, "password": password, "next": wanted}
    return client.post("/admin/login/", form, REMOTE_ADDR=address)


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", password=PASSWORD)


@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.7"])
def test_who_guesses_waits_even_with_the_right_password(client: Client, anna: User, address: str) -> None:
    wrong = [tried(client, "anna", f"falsch {number}", address).status_code for number in range(10)]
    assert wrong == [200] * 10
    refused = tried(client, "Anna", PASSWORD, address)
    assert refused.status_code == 429
    assert "Zu viele Versuche, sich anzumelden. Bitte warten Sie" in refused.content.decode()
    assert "_auth_user_id" not in client.session
    # From elsewhere she signs in: who guesses shuts nobody out but their own network.
    assert tried(client, "anna", PASSWORD, "198.51.100.9").status_code == 302


def test_no_password_is_compared_for_who_has_to_wait(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(10):
        tried(client, "anna", f"falsch {number}")
    monkeypatch.setattr("django.contrib.auth.forms.authenticate", lambda *_args, **_named: pytest.fail("compared"))
    assert tried(client, "anna", PASSWORD).status_code == 429


def test_an_account_that_is_none_is_limited_alike(client: Client) -> None:
    assert [tried(client, "niemand", "falsch").status_code for _ in range(11)] == [200] * 10 + [429]


def test_a_network_that_tries_many_accounts_waits(client: Client, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rate stands still: on a busy machine 61 tries take long enough to be allowed one more."""
    monkeypatch.setattr(Allowances, "take", without_time(Allowances.take))
    tries = [tried(client, f"konto{number}", "falsch", "192.0.2.7").status_code for number in range(61)]
    assert tries == [200] * 60 + [429]
    assert tried(client, "anna", PASSWORD, "192.0.2.7").status_code == 429
    assert tried(client, "anna", PASSWORD, "192.0.2.8").status_code == 302


def test_many_networks_guess_no_faster_than_a_few_and_the_owner_signs_in_all_the_same(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rate stands still, as if all of it happened at once."""
    monkeypatch.setattr(Allowances, "take", without_time(Allowances.take))
    networks = [f"203.0.{number}.7" for number in range(12)]
    tries = [tried(client, "anna", "falsch", address).status_code for address in networks for _ in range(8)]
    assert tries.count(200) == 12 * 3 + 30
    assert tries[-5:] == [429] * 5
    # Nobody elsewhere can use up what a network has for itself, and one wrong letter shuts nobody out.
    assert tried(client, "anna", "ein langes Kennwrot", "198.51.100.9").status_code == 200
    assert tried(client, "anna", PASSWORD, "198.51.100.9").status_code == 302


def without_time(take: Callable[[Allowances, str], float]) -> Callable[[Allowances, str], float]:
    return lambda allowances, name: take(replace(allowances, per_second=1e-9), name)


def test_the_right_password_makes_the_allowance_full_again(client: Client, anna: User) -> None:
    for _round in range(2):
        for number in range(9):
            tried(client, "anna", f"falsch {number}")
        assert tried(client, "anna", PASSWORD).status_code == 302


def test_neither_names_nor_addresses_are_kept(client: Client) -> None:
    tried(client, "anna.schmidt", "falsch", "192.0.2.7")
    kept = " ".join(Allowance.objects.values_list("name", flat=True))
    assert "anna" not in kept
    assert "192.0.2" not in kept
    assert hashlib.sha256(b"192.0.2.7").hexdigest() not in kept


@pytest.mark.parametrize(
    "wanted", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_another_site_is_no_place_to_be_led_to(client: Client, anna: User, wanted: str) -> None:
    assert tried(client, "anna", PASSWORD, wanted=wanted)["Location"] == "/"
