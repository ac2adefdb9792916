"""The chat in a frame: on the sites that the rules name, and nowhere else; no key, no cookie."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from apps.chat.models.service_settings import ServiceRules

pytestmark = pytest.mark.django_db

SITE = "https://www.stadt.example"


def ancestors(answer: object) -> str:
    found = re.search(r"frame-ancestors ([^;]+)", answer["Content-Security-Policy"])  # type: ignore[index]
    assert found
    return found[1]


def test_only_sites_in_the_rules_may_frame_it(client: Client) -> None:
    assert ancestors(client.get("/embed/")) == "'self'"
    ServiceRules.objects.create(pk=1, embedding_sites=[SITE])
    answer = client.get("/embed/")
    assert ancestors(answer) == f"'self' {SITE}"
    assert "X-Frame-Options" not in answer
    assert "script-src 'self'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/", "/system-card", "/conversations/", "/api/docs", "/admin/login/"])
def test_every_other_page_stays_out_of_frames(client: Client, path: str) -> None:
    ServiceRules.objects.create(pk=1, embedding_sites=[SITE])
    answer = client.get(path)
    assert ancestors(answer) == "'none'"
    assert answer["X-Frame-Options"] == "DENY"


def test_it_speaks_the_language_of_the_site_around_it(client: Client) -> None:
    assert '<html lang="en" dir="ltr">' in client.get("/embed/?language=en").content.decode()
    assert '<html lang="de" dir="ltr">' in client.get("/embed/?language=nonsense").content.decode()


def test_the_script_for_other_sites_holds_no_secret(client: Client) -> None:
    script = b"".join(client.get("/static/js/embed.js").streaming_content).decode()  # type: ignore[attr-defined]
    assert "/embed/" in script
    assert not re.search(r"key|token|secret", re.sub(r"/\*.*?\*/", "", script, flags=re.DOTALL), re.IGNORECASE)


@pytest.mark.parametrize("site", ["*", "https://a.example/path", "https://a.example; script-src *", "javascript:x", ""])
def test_the_rules_take_only_origins(site: str) -> None:
    with pytest.raises(ValidationError):
        ServiceRules(pk=1, embedding_sites=[site]).full_clean()


def test_it_has_the_colour_and_the_greeting_of_the_rules_and_other_pages_have_not(client: Client) -> None:
    assert client.get("/embed/colours.css").content == b""
    ServiceRules.objects.create(pk=1, embedding_colour="#003366", embedding_greeting="Moin! Was möchten Sie <wissen>?")
    page = client.get("/embed/").content.decode()
    assert "Moin! Was möchten Sie &lt;wissen&gt;?" in page
    assert '<link rel="stylesheet" href="/embed/colours.css">' in page
    css = client.get("/embed/colours.css")
    assert css["Content-Type"] == "text/css; charset=utf-8"
    assert "--accent: #003366;" in css.content.decode()
    other = client.get("/").content.decode()
    assert "Moin" not in other
    assert "colours.css" not in other


@pytest.mark.parametrize("colour", ["red", "#123", "#14524f; }", "#14524g", "#14524f\n"])
def test_the_rules_take_only_a_colour(colour: str) -> None:
    with pytest.raises(ValidationError):
        ServiceRules(pk=1, embedding_colour=colour).full_clean()


def test_the_line_for_other_sites_has_the_colour(admin_client: Client) -> None:
    ServiceRules.objects.create(pk=1, embedding_colour="#003366")
    page = admin_client.get("/admin/chat/servicerules/1/change/").content.decode()
    assert "data-colour=&quot;#003366&quot;" in page
