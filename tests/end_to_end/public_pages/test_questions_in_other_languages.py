"""A Turkish, a Ukrainian and an Arabic question about German documents, in a real browser: answered with proof."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import Locator, Page, expect
from pytest_django import DjangoDbBlocker

from apps.documents.vectors.fill_missing import fill_missing_vectors
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests.end_to_end.city import QUESTION, TAX_SENTENCE
from tests.end_to_end.conftest import Site, running_server
from tests.end_to_end.public_pages.test_interface_languages import choose
from tests.fakes.openai_server import FakeOpenAIServer, Request

pytestmark = [pytest.mark.browser, pytest.mark.meaning, pytest.mark.django_db]

ASKED = {
    "ar": "كم تبلغ الضريبة على الكلب الثاني؟",
    "tr": "İkinci köpek için vergi ne kadar?",
    "uk": "Який податок на другу собаку?",
}
SAID = {
    "ar": "تبلغ الضريبة على الكلب الثاني 144 يورو في السنة",
    "tr": "İkinci köpek için vergi yılda 144 avrodur",
    "uk": "Податок на другу собаку становить 144 євро на рік",
}
SOURCE_SAYS = {"ar": "يقول المصدر", "tr": "kaynak şöyle diyor", "uk": "джерело каже"}


@pytest.fixture(scope="module", autouse=True)
def _meaning() -> Iterator[None]:
    """For the server's process and for this one, which makes the vectors."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEANING", "True")
        patch.setattr(settings, "MEANING", True)
        yield


@pytest.fixture(scope="module")
def server(
    _meaning: None,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """Its address; it compares by meaning, which the one of the package does not."""
    with django_db_blocker.unblock(), running_server(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="module", autouse=True)
def _rows(_meaning: None, site: Site, _openai_server: FakeOpenAIServer, django_db_blocker: DjangoDbBlocker) -> None:
    """Vectors of meaning and a language model; committed for the other process, removed together with `site`."""
    with django_db_blocker.unblock():
        create_first_rows()
        fill_missing_vectors()
        endpoint = Endpoint.objects.create(name="fake", base_url=_openai_server.base_url, api_key_variable="")
        model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=16_000)
        for purpose in ("answer", "rephrase"):
            ModelOrder.objects.update_or_create(purpose=purpose, position=1, defaults={"model": model})
        connection.close()


def speaking(request: Request) -> str:
    if "Sprache der Dokumente" in request.prompt:
        return QUESTION
    language = next(code for code, question in ASKED.items() if question in request.prompt)
    return f'{SAID[language]} [1].\n\nBELEGE\n[1] "{TAX_SENTENCE}"'


def ask(page: Page, language: str) -> Locator:
    page.goto("/")
    choose(page, language)
    page.locator("#question").fill(ASKED[language])
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    expect(turn.locator(".label")).to_be_visible(timeout=60_000)
    return turn


def asked_of_a_warm_process(page: Page, server: FakeOpenAIServer, language: str) -> Locator:
    """The first question starts the process that recognises languages; no question waits for that."""
    for _ in range(20):
        turn = ask(page, language)
        if any("Sprache der Dokumente" in request.prompt for request in server.requests):
            break
        page.wait_for_timeout(1_000)
        # In the same tab the question would follow the one before, and be put into other words first.
        page = page.context.new_page()
    return turn


@pytest.mark.parametrize("language", ASKED)
def test_it_is_answered_in_the_askers_language_with_the_german_sentence_that_proves_it(
    page: Page, openai_server: FakeOpenAIServer, language: str
) -> None:
    openai_server.default_reply = speaking
    turn = asked_of_a_warm_process(page, openai_server, language)
    page = turn.page
    expect(turn.locator(".answer-text")).to_contain_text(SAID[language])
    expect(turn.locator(".answer-text")).to_contain_text(SOURCE_SAYS[language])
    expect(turn.locator(".source blockquote").first).to_contain_text(TAX_SENTENCE.rstrip("."))
    turn.locator(".why > summary").click()
    expect(turn.locator(".why dl").first).to_contain_text(ASKED[language])
    expect(turn.locator(".why dl").first).to_contain_text(QUESTION)
    turn.locator(".source a").first.click()
    page.locator("[data-slot=panel-whole]").click()
    expect(page.locator("mark")).to_have_text(TAX_SENTENCE.rstrip("."))
