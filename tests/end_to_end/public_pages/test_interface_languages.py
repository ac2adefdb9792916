"""The public pages in every language of the interface, in a real browser: direction, width, accessibility."""

from itertools import cycle
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.city import QUESTION, TAX_SENTENCE
from tests.end_to_end.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}


def choose(page: Page, language: str) -> None:
    page.locator("#language-menu summary").click()
    page.locator(f"#language-menu button[value='{language}']").click()
    expect(page.locator("html")).to_have_attribute("lang", language)


# The templates are the same in all of them: what axe is shown of each takes turns.
@pytest.mark.parametrize(("language", "audited"), zip(LANGUAGES, cycle(["chat", "page"])))
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    site: Site, browser: Browser, language: str, audited: str
) -> None:
    with browser.new_context(base_url=site.address, locale="de-DE", **PHONE) as context:
        page = context.new_page()
        page.goto("/")
        choose(page, language)
        page.locator("#language-menu summary").click()
        for shown in ("chat", "page"):
            if shown == "page":
                page.goto(f"/documents/{site.city.statute}/pages/2/")
            if shown == audited:
                assert [one["id"] for one in Axe().run(page).response["violations"]] == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), shown


def test_an_arabic_page_runs_from_right_to_left_and_its_german_quote_from_left_to_right(page: Page) -> None:
    page.goto("/")
    choose(page, "ar")
    page.locator("#question").fill(QUESTION)
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    expect(turn.locator(".label")).to_have_text(
        "مقتطفات من الوثائق اختيرت وفق قواعد ولم يكتبها ذكاء اصطناعي. يُرجى قراءتها في موضعها."
    )
    expect(turn.locator(".source blockquote").first).to_contain_text(TAX_SENTENCE.rstrip("."))
    # With what stands around it on its page it is one text.
    expect(turn.locator(".passage").first).to_have_css("direction", "ltr")
    brand, menu = page.locator(".brand").bounding_box(), page.locator("#language-menu").bounding_box()
    assert brand is not None
    assert menu is not None
    assert brand["x"] > menu["x"]
    number, title = turn.locator(".source .number").first, turn.locator(".source blockquote").first
    beside, quoted = number.bounding_box(), title.bounding_box()
    assert beside is not None
    assert quoted is not None
    assert beside["x"] > quoted["x"]
    assert title.evaluate("one => getComputedStyle(one).unicodeBidi") == "plaintext"


@pytest.mark.visitor(viewport={"width": 320, "height": 640})
def test_thanks_for_a_rating_make_no_page_wider_than_a_phone(page: Page) -> None:
    page.goto("/")
    choose(page, "ar")
    page.locator("#question").fill(QUESTION)
    page.keyboard.press("Enter")
    page.locator(".turn [data-action='down']").click()
    expect(page.locator(".turn [data-slot='thanks']")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.visitor(java_script_enabled=False)
def test_the_language_is_chosen_and_a_question_answered_without_script(page: Page) -> None:
    page.goto("/")
    choose(page, "tr")
    page.get_by_label("Sorunuz").fill(QUESTION)
    page.get_by_role("button", name="Gönder").click()
    expect(page.locator(".turn .answer-text")).to_contain_text("144 Euro")
    expect(page.locator(".turn .label")).to_have_text(
        "Belgelerden kurallara göre seçilmiş alıntılar; bir yapay zekâ yazmadı. Lütfen belgedeki yerinde okuyun."
    )


def test_errors_over_the_websocket_are_in_the_language_of_the_page(page: Page) -> None:
    page.goto("/")
    choose(page, "uk")
    reply = page.evaluate(
        """() => new Promise((resolve) => {
            const socket = new WebSocket(`ws://${location.host}/ws/chat/`);
            socket.onmessage = ({ data }) => {
                const frame = JSON.parse(data);
                if (frame.type === "hello") socket.send("[]");
                else resolve(frame);
            };
        })"""
    )
    assert reply["type"] == "error"
    assert reply["message"] == "Повідомлення має бути об’єктом JSON."
