"""The handbook's pages: who may read them, in which language, and what a search shows."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.handbook.chapters import CHAPTERS, LANGUAGES, handbook_chapter

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    """Somebody of the staff without any right."""
    client = Client()
    client.force_login(User.objects.create_user("erika", is_staff=True))
    return client


@pytest.mark.parametrize("address", ["/help/", "/help/upload/", "/help/?q=backup"])
def test_only_people_with_access_to_the_console_read_it(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/admin/login/")
    client.force_login(User.objects.create_user("reader"))
    assert client.get(address).status_code == 302


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_opens_in_the_language_of_the_reader(staff: Client, language: str) -> None:
    for name in CHAPTERS:
        page = staff.get(f"/help/{name}/", headers={"accept-language": language}).content.decode()
        assert f"<h1>{handbook_chapter(name, language).title}</h1>" in page
        assert f'<html lang="{language}"' in page


def test_the_contents_list_all_chapters_by_whom_they_are_for(staff: Client) -> None:
    page = staff.get("/help/", headers={"accept-language": "de"}).content.decode()
    assert page.index("Für die Redaktion") < page.index("/help/prompts/") < page.index("Für die Auswertung")
    assert all(f"/help/{name}/" in page for name in CHAPTERS)


def test_a_search_shows_places_with_their_chapter(staff: Client) -> None:
    page = staff.get("/help/", {"q": "pg_restore"}, headers={"accept-language": "en"}).content.decode()
    assert "1 place found" in page
    assert "Operation, backup, tokens for programs</a> › Backup" in page
    assert "run pg_restore into an empty database" in page


def test_a_search_in_vain_says_so_and_shows_what_was_typed_as_text(staff: Client) -> None:
    page = staff.get("/help/", {"q": "<script>elefant"}, headers={"accept-language": "de"}).content.decode()
    assert "Kein Absatz enthält alle diese Wörter" in page
    assert "<script>elefant" not in page


def test_an_unknown_chapter_is_not_found(staff: Client) -> None:
    assert staff.get("/help/elephants/").status_code == 404
    assert staff.get("/help/../settings/").status_code == 404


def test_a_chapter_is_read_only(staff: Client) -> None:
    assert staff.post("/help/upload/").status_code == 405


def test_it_offers_the_two_languages_that_it_is_written_in(staff: Client) -> None:
    page = staff.get("/help/", headers={"accept-language": "de"}).content.decode()
    assert re.findall(r'name="language" value="(\w+)"', page) == list(LANGUAGES)
    assert re.findall(r'value="(\w+)" lang="\w+" aria-current="true"', page) == ["de"]


def test_signs_of_triggers_are_read_as_signs(staff: Client) -> None:
    for language in LANGUAGES:
        page = staff.get("/help/gaps/", headers={"accept-language": language}).content.decode()
        assert re.search(r"<code>\w[\w ]*\*? ?\w+\*\|\w+\*</code>", page)
