"""Settings as operators write them: addresses of databases and sites, numbers, secrets."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import env_address, env_int, env_secret, env_words, parse_database_url


@pytest.mark.parametrize(
    ("address", "hosts", "ports"),
    [
        ("postgres://a:b@one:5433/c", "one", 5433),
        ("postgres://a:b@one:5433,two:5434,three/c", "one,two,three", "5433,5434,5432"),
        ("postgres://a:b@[::1]:5433,[::2]/c", "::1,::2", "5433,5432"),
        ("postgres://a:b%2Cd@one/c", "one", ""),
    ],
)
def test_an_address_may_name_several_servers(address: str, hosts: str, ports: object) -> None:
    found = parse_database_url(address, "DATABASE_URL")
    assert (found["HOST"], found["PORT"], found["USER"], found["NAME"]) == (hosts, ports, "a", "c")


def test_what_follows_the_question_mark_holds_for_all_of_them() -> None:
    found = parse_database_url("postgres://a:b@one,two/c?connect_timeout=2&sslmode=require", "DATABASE_URL")
    assert found["OPTIONS"] == {"connect_timeout": 2, "sslmode": "require"}


@pytest.mark.parametrize("address", ["one,two", "mysql://a:b@one,two/c"])
def test_the_complaint_shows_nothing_of_the_address(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is no address of a PostgreSQL") as raised:
        parse_database_url(address, "DATABASE_URL")
    assert "two" not in str(raised.value)


@pytest.mark.parametrize(
    "typed",
    [
        *("auskunft.example.org", "https://", "https://[::1", "https://a:99999", "ftp://a", "https://exam ple.org"),
        *("https://a/b c", "https://a?x=1", "https://a?", "https://a#f", "https://.", "https://a..b", "https://a\\b"),
    ],
)
def test_an_address_that_no_browser_opens_is_refused(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setenv("SITE_URL", typed)
    with pytest.raises(ImproperlyConfigured, match=r"SITE_URL is '.*', use an address such as https://e.org.$"):
        env_address("SITE_URL", "http://localhost:8000", "https://e.org")


def test_the_complaint_names_an_address_of_its_own_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEAMS_LOGIN_URL", "login")
    with pytest.raises(ImproperlyConfigured, match=r"use an address such as https://login\.example/v1\.$"):
        env_address("TEAMS_LOGIN_URL", "https://login.example/v1")


def test_an_address_of_metadata_may_have_a_query(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://login.example/organizations/.well-known/openid-configuration?appid=1"
    monkeypatch.setenv("METADATA_URL", address)
    assert env_address("METADATA_URL", "https://login.example", may_query=True) == address
    monkeypatch.setenv("METADATA_URL", f"{address}#keys")
    with pytest.raises(ImproperlyConfigured):
        env_address("METADATA_URL", "https://login.example", may_query=True)


def test_an_address_loses_the_slash_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://[::1]:8443/wissen/")
    assert env_address("SITE_URL", "http://localhost:8000") == "https://[::1]:8443/wissen"


def test_a_secret_in_a_file_of_no_text_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_bytes(b"\xff\xfe\x00k")
    monkeypatch.delenv("SOME_KEY", raising=False)
    monkeypatch.setenv("SOME_KEY_FILE", str(tmp_path / "key"))
    with pytest.raises(ImproperlyConfigured, match=r"SOME_KEY_FILE names '.*key', which is no text in UTF-8"):
        env_secret("SOME_KEY")


@pytest.mark.parametrize(("value", "number"), [("1", 1), ("7", 7), (" 2 ", 2), ("", 5)])
def test_the_least_number_is_taken_like_larger_ones(value: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEUE_WORKERS", value)
    assert env_int("QUEUE_WORKERS", 5, least=1) == number


@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_less_than_the_least_number_and_what_is_none_is_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEUE_WORKERS", value)
    with pytest.raises(ImproperlyConfigured, match=f"QUEUE_WORKERS is '{value}'"):
        env_int("QUEUE_WORKERS", 5, least=1)


@pytest.mark.parametrize(("value", "words"), [("none", []), ("ask", ["ask"]), ("", ["ask", "search"])])
def test_some_of_the_known_words_all_or_none(value: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_PUBLIC_SCOPES", value)
    assert env_words("API_PUBLIC_SCOPES", ["ask", "search"]) == words
