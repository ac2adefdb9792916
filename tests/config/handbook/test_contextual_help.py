"""Every page of the console has a link to the chapter that explains it."""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve

from config.handbook.chapters import CHAPTERS, START
from config.handbook.contextual_help import CHAPTER_OF, help_chapter_for_page

HELP = re.compile(r'<a href="/help/([a-z-]+)/">(?:Hilfe|Help)</a>')


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/admin/", "start"),
        ("/admin/password_change/", "start"),
        ("/admin/documents/", "upload"),
        ("/admin/documents/document/", "upload"),
        ("/admin/documents/document/upload/", "upload"),
        ("/admin/documents/source/3/run/", "sources"),
        ("/admin/documents/sourcerun/", "sources"),
        ("/admin/llm/prompt/1/versions/2/", "prompts"),
        ("/admin/llm/endpoint/add/", "models"),
        ("/admin/chat/room/doctor/", "channels"),
        ("/admin/chat/gap/", "gaps"),
        ("/admin/retrieval/profile/try/", "profiles"),
        ("/admin/evaluation/run/start/", "suites"),
        ("/admin/evaluation/draft/4/change/", "prompts"),
        ("/admin/simplify/protectedword/import/", "protected-words"),
        ("/admin/auth/user/", "people"),
    ],
)
def test_a_page_leads_to_its_chapter(address: str, name: str) -> None:
    assert help_chapter_for_page(resolve(address)) == name


def test_an_address_that_led_nowhere_gets_the_first_chapter() -> None:
    assert help_chapter_for_page(None) == START


def test_every_app_of_the_console_has_a_chapter_and_every_chapter_exists() -> None:
    assert {model._meta.app_label for model in admin.site._registry} <= set(CHAPTER_OF)
    assert set(CHAPTER_OF.values()) <= set(CHAPTERS)
    assert set(CHAPTER_OF.values()) | {START} == set(CHAPTERS)


def test_every_name_in_the_table_begins_the_name_of_an_address() -> None:
    """A model that is renamed must not fall back to its app's chapter in silence."""
    console = next(found for found in get_resolver().url_patterns if getattr(found, "app_name", None) == "admin")
    names = {
        pattern.name
        for found in [console, *console.url_patterns]
        for pattern in getattr(found, "url_patterns", [found])
        if isinstance(pattern, URLPattern) and pattern.name
    }
    assert [key for key in CHAPTER_OF if not any(f"{name}_".startswith(f"{key}_") for name in names)] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/admin/",
        "/admin/llm/prompt/",
        "/admin/documents/document/upload/",
        "/admin/password_change/",
        "/admin/password_change/done/",
    ],
)
def test_the_link_stands_on_the_page(admin_client: Client, address: str) -> None:
    page = admin_client.get(address).content.decode()
    assert HELP.findall(page) == [help_chapter_for_page(resolve(address))]


def test_who_has_not_signed_in_sees_no_link(client: Client, db: None) -> None:
    assert HELP.findall(client.get("/admin/login/").content.decode()) == []
