"""The page for plain language in a real browser: sentences appear, people decide, what they decided is the text."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests.end_to_end.conftest import Site
from tests.end_to_end.console.test_admin import PASSWORD, sign_in
from tests.end_to_end.public_pages.test_chat_page import serious
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

TEXT = (
    "Die Gebühr ist unverzüglich zu entrichten. Die Gebühr beträgt 30,00 €. Das Halten von Hunden ist untersagt. "
    "Der Antrag ist bis zum 31. März 2026 zu stellen."
)
REPLY = (
    "Zahlen Sie die Gebühr sofort. Die Gebühr beträgt 300 Euro. Hunde zu halten ist verboten. "
    "Stellen Sie den Antrag bis zum 31. März 2026."
)
LABEL = "Einfache Sprache (Entwurf)"


@pytest.fixture(scope="module", autouse=True)
def _rows(site: Site, _openai_server: FakeOpenAIServer, django_db_blocker: DjangoDbBlocker) -> None:
    """Somebody who may open the page, and a model; committed for the other process, removed together with `site`."""
    with django_db_blocker.unblock():
        User.objects.create_user("schreiberin", password=PASSWORD, is_staff=True)
        endpoint = Endpoint.objects.create(name="fake", base_url=_openai_server.base_url, api_key_variable="")
        model = ChatModel.objects.create(endpoint=endpoint, name="fake")
        ModelOrder.objects.create(purpose="simplify", model=model, position=1)
        connection.close()


@pytest.fixture
def writer(openai_server: FakeOpenAIServer) -> Iterator[FakeOpenAIServer]:
    openai_server.default_reply = REPLY
    yield openai_server
    openai_server.pace = 0.0


def rewritten(page: Page) -> None:
    """The page with the suggestion for TEXT, complete."""
    sign_in(page, "schreiberin")
    page.goto("/simplify/")
    page.locator("#id_text").fill(TEXT)
    page.locator("button[value=first]").click()
    expect(page.locator("#summary table")).to_be_visible()


def downloaded(page: Page, kind: str) -> Path:
    with page.expect_download() as download:
        page.locator(f"button[name=format][value={kind}]").click()
    return Path(download.value.path())


def test_sentences_are_shown_while_the_model_still_writes(page: Page, writer: FakeOpenAIServer) -> None:
    writer.pace = 0.15
    sign_in(page, "schreiberin")
    page.goto("/simplify/")
    page.locator("#id_text").fill(TEXT)
    page.locator("button[value=first]").click()
    # The first text loads the tables of words, which takes a busy machine longer than a browser waits by itself.
    expect(page.locator("#sentence-1")).to_contain_text("sofort", timeout=30_000)
    expect(page.locator("button[value=first]")).to_be_disabled()
    expect(page.locator("#summary table")).to_have_count(0)
    writer.pace = 0.0
    expect(page.locator("#summary table")).to_be_visible()
    expect(page.locator("button[value=first]")).to_be_enabled()
    expect(page.locator("#progress")).to_be_hidden()


def test_what_changed_is_marked_and_what_would_have_been_lost_is_named(page: Page, writer: FakeOpenAIServer) -> None:
    rewritten(page)
    expect(page.locator("#sentence-1 del").first).to_be_visible()
    expect(page.locator("#sentence-1 ins").first).to_be_visible()
    expect(page.locator("#sentence-2.kept .findings")).to_contain_text("300")
    expect(page.locator("#sentence-2 input[type=radio]")).to_have_count(0)
    expect(page.locator(".draft-label")).to_have_text(LABEL)


@pytest.mark.visitor(permissions=["clipboard-read", "clipboard-write"], accept_downloads=True)
def test_what_people_accept_discard_and_edit_is_what_they_copy_and_download(
    page: Page, writer: FakeOpenAIServer
) -> None:
    rewritten(page)
    page.locator('#sentence-1 input[value="original"]').check()
    page.locator('#sentence-3 input[value="original"]').check()
    page.locator("#sentence-3 details.edit summary").click()
    page.locator("#sentence-3 textarea").fill("Sie dürfen keine Hunde halten.")
    # Who writes a sentence of their own wants it.
    expect(page.locator('#sentence-3 input[value="suggestion"]')).to_be_checked()
    expected = (
        "Die Gebühr ist unverzüglich zu entrichten. Die Gebühr beträgt 30,00 €. Sie dürfen keine Hunde halten. "
        "Stellen Sie den Antrag bis zum 31. März 2026."
    )
    page.locator("#copy").click()
    expect(page.locator("#status")).not_to_be_empty()
    assert page.evaluate("navigator.clipboard.readText()") == expected
    assert downloaded(page, "txt").read_text(encoding="utf-8") == f"{LABEL}\n\n{expected}\n"
    from docx import Document

    paragraphs = [paragraph.text for paragraph in Document(str(downloaded(page, "docx"))).paragraphs]
    assert paragraphs == [LABEL, expected]


def test_a_second_pass_sends_what_was_decided_and_the_wish(page: Page, writer: FakeOpenAIServer) -> None:
    rewritten(page)
    page.locator('#sentence-1 input[value="original"]').check()
    before = len(writer.requests)
    page.locator("#id_instruction").fill("kürzer")
    page.locator("button[value=again]").click()
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#sentence-4")).to_be_visible()
    prompt = writer.requests[before].prompt
    assert "kürzer" in prompt
    assert prompt.count("Die Gebühr ist unverzüglich zu entrichten.") == 2


def test_a_document_that_is_not_there_is_named_on_the_page(page: Page, writer: FakeOpenAIServer) -> None:
    sign_in(page, "schreiberin")
    page.goto("/simplify/?document=nothing.pdf")
    expect(page.locator("#failure")).to_contain_text("nothing.pdf")


@pytest.mark.visitor(bypass_csp=True, reduced_motion="reduce")
def test_axe_finds_nothing_serious(page: Page, writer: FakeOpenAIServer) -> None:
    rewritten(page)
    assert serious(page) == []


def test_whoever_was_signed_out_is_told_and_loses_nothing(page: Page, writer: FakeOpenAIServer) -> None:
    rewritten(page)
    session = next(cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid")
    page.context.clear_cookies(name="sessionid")
    page.locator("button[value=again]").click()
    expect(page.locator("#failure")).to_contain_text("Sie sind abgemeldet.")
    with page.context.expect_page() as opened:
        page.locator("button[name=format][value=txt]").click()
    opened.value.close()
    expect(page.locator("#id_text")).to_have_value(TEXT)
    # Signing in gives another token; the form still has the old one.
    page.context.add_cookies([session])
    page.context.clear_cookies(name="csrftoken")
    page.context.new_page().goto("/admin/password_change/")
    page.locator("button[value=again]").click()
    expect(page.locator("#summary table")).to_be_visible()
    expect(page.locator("#failure")).to_be_hidden()


def test_without_a_network_people_read_a_sentence_and_the_keyboard_stays_where_it_was(
    page: Page, writer: FakeOpenAIServer
) -> None:
    sign_in(page, "schreiberin")
    page.goto("/simplify/")
    page.locator("#id_text").fill(TEXT)
    page.evaluate("() => { window.online = fetch; window.fetch = async () => { throw new TypeError('offline'); }; }")
    page.locator("button[value=first]").press("Enter")
    expect(page.locator("#failure")).to_have_text("Die Einfache Sprache ist zurzeit nicht erreichbar.")
    expect(page.locator("button[value=first]")).to_be_focused()
    page.evaluate("() => { window.fetch = window.online; }")
    page.keyboard.press("Enter")
    expect(page.locator("#result-title")).to_be_focused()


@pytest.mark.visitor(viewport={"width": 320, "height": 640})
def test_the_suggestion_fits_the_narrowest_phone(page: Page, writer: FakeOpenAIServer) -> None:
    rewritten(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
