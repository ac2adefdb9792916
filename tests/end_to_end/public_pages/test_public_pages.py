"""The public pages in a real browser: conversations kept, shared and deleted, plain language, frames, accessibility."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from tests.end_to_end.city import QUESTION
from tests.end_to_end.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def ask(page: Page, question: str = QUESTION) -> Locator:
    page.goto("/")
    page.locator("#question").fill(question)
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    expect(turn.locator(".label")).to_be_visible()
    return turn


def item(page: Page, action: str) -> Locator:
    """An entry of the conversation's menu, opened by keyboard."""
    page.locator("#conversation-menu summary").focus()
    page.keyboard.press("Enter")
    return page.locator(f"#conversation-menu form[action$='{action}'] button").first


def session_of_somebody() -> str:
    try:
        client = Client()
        client.force_login(User.objects.create_user("person"))
        return client.cookies[settings.SESSION_COOKIE_NAME].value
    finally:
        connection.close()


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in {"serious", "critical"}]


# 320 pixels are also what is left of 1,280 at four times the size.
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark, phone": {"color_scheme": "dark", "viewport": {"width": 320, "height": 640}},
}
PAGES = ["/", "/embed/?language=de", "/system-card", "/conversations/", "/api/docs", "/nowhere", "/admin/login/"]


# Every page in every look is audited by benchmarks/walk.py; here the looks take turns.
@pytest.mark.parametrize(("path", "audited"), zip(PAGES, cycle(LOOKS)))
def test_axe_finds_nothing_serious_on_any_public_page(site: Site, browser: Browser, path: str, audited: str) -> None:
    for look, options in LOOKS.items():
        with browser.new_context(base_url=site.address, locale="de-DE", **options) as context:
            page = context.new_page()
            page.goto(path)
            assert look != audited or serious(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_conversation_is_found_again_and_goes_on_where_it_ended(page: Page) -> None:
    answer = ask(page).locator(".answer-text").inner_text()
    page.evaluate("sessionStorage.clear()")
    page.goto("/conversations/")
    expect(page.locator(".kept-title")).to_have_text(QUESTION)
    assert serious(page) == []
    page.locator(".kept-title").click()
    expect(page.locator(".turn .answer-text")).to_have_text(answer)
    expect(page.locator(".turn .source")).not_to_have_count(0)
    page.locator("#question").fill("Welche Frist gilt für die Anmeldung eines Hundes?")
    page.keyboard.press("Enter")
    expect(page.locator(".turn .label").nth(1)).to_be_visible()
    page.goto("/conversations/")
    expect(page.locator(".kept-one")).to_have_count(1)


def test_a_conversation_is_shared_by_keyboard_and_taken_back(page: Page, browser: Browser) -> None:
    answer = ask(page).locator(".answer-text").inner_text()
    item(page, "share").press("Enter")
    link = page.locator(".share-link input").input_value()
    assert serious(page) == []
    with browser.new_context() as other:
        reader = other.new_page()
        reader.goto(link)
        expect(reader.locator(".answer-text")).to_have_text(answer)
        expect(reader.locator("#question")).to_have_count(0)
        assert serious(reader) == []
        page.locator("button[name=withdraw]").click()
        page.wait_for_load_state()
        assert reader.goto(link).status == 404  # type: ignore[union-attr]


def test_a_conversation_is_saved_as_a_file(page: Page) -> None:
    ask(page)
    with page.expect_download() as download:
        item(page, "export").press("Enter")
    text = download.value.path().read_text(encoding="utf-8")
    assert "144 Euro" in text
    assert "KI" in text


def test_deleting_asks_once_and_forgets_it_here_and_there(page: Page) -> None:
    ask(page)
    page.once("dialog", lambda dialog: dialog.dismiss())
    item(page, "delete").press("Enter")
    expect(page.locator(".turn")).to_have_count(1)
    page.once("dialog", lambda dialog: dialog.accept())
    item(page, "delete").press("Enter")
    expect(page.locator("h1")).to_be_visible()
    page.goto("/conversations/")
    expect(page.locator(".kept-one")).to_have_count(0)
    page.goto("/")
    expect(page.locator(".turn")).to_have_count(0)


def test_after_signing_out_nothing_of_theirs_is_left_in_the_browser(page: Page, site: Site) -> None:
    with ThreadPoolExecutor(1) as another:
        # Another thread has a connection of its own, so the server sees the session; `site` removes it.
        session = another.submit(session_of_somebody).result()
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site.address}])
    ask(page)
    page.reload()
    expect(page.locator(".turn")).to_have_count(1)
    page.locator("#conversation-menu summary").click()
    page.locator("#sign-out button").click()
    expect(page.locator("#sign-out")).to_have_count(0)
    expect(page.locator(".turn")).to_have_count(0)
    page.goto("/conversations/")
    expect(page.locator(".kept-one")).to_have_count(0)


def test_the_menu_closes_by_escape_and_gives_the_focus_back(page: Page) -> None:
    ask(page)
    expect(item(page, "share")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("#conversation-menu")).not_to_have_attribute("open", "")
    expect(page.locator("#conversation-menu summary")).to_be_focused()


@pytest.mark.visitor(viewport={"width": 360, "height": 700})
def test_on_a_phone_every_entry_of_the_menu_can_be_seen(page: Page) -> None:
    ask(page)
    page.locator("#conversation-menu summary").click()
    entries = page.locator("#conversation-menu .menu-item").all()
    assert len(entries) == 6
    for entry in entries:
        box = entry.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_an_answer_is_said_simply_and_back_again_by_keyboard(page: Page) -> None:
    turn = ask(page)
    original = turn.locator(".answer-text").inner_text()
    button = turn.locator("[data-action=simple]")
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(turn.locator(".plain-label")).to_be_visible()
    expect(turn.locator(".answer-text")).to_contain_text("144 Euro")
    expect(turn.locator(".answer-text a.citation").first).to_have_attribute("href", re.compile(r"/pages/2/"))
    assert serious(page) == []
    button.press("Enter")
    expect(turn.locator(".plain-label")).to_be_hidden()
    expect(turn.locator(".answer-text")).to_have_text(original)


@pytest.mark.visitor(java_script_enabled=False)
def test_rights_and_plain_language_work_without_script(page: Page) -> None:
    page.goto("/")
    page.locator("#question").fill(QUESTION)
    page.locator("#send").click()
    expect(page.locator(".turn .answer-text")).to_contain_text("144 Euro")
    page.locator("form[action='/plain-language'] button").click()
    expect(page.locator(".answer-text")).to_contain_text("144 Euro")
    page.locator("main form button").last.click()
    expect(page.locator(".turn .answer-text")).to_contain_text("144 Euro")
    page.get_by_text("Nicht hilfreich").click()
    page.get_by_label("Nicht ausführlich genug").check()
    page.get_by_label("Anmerkung").fill("Die Fälligkeit fehlt.")
    page.get_by_role("button", name="Rückmeldung senden").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Vielen Dank für Ihre Rückmeldung.")
    page.get_by_role("button", name="Zurück zum Gespräch").click()
    page.locator("#conversation-menu summary").click()
    page.locator("#conversation-menu form[action$='delete'] button").click()
    expect(page.locator("h1")).to_be_visible()


@pytest.fixture
def other_site(site: Site) -> Iterator[int]:
    """The port of a site of somebody else, on whose page the chat's script stands."""
    script = f'<script src="{site.address}/static/js/embed.js" defer></script>'
    page = f'<!doctype html><html lang="de"><title>Stadt</title>{script}'.encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_a_site_that_is_not_named_shows_a_link_in_place_of_the_frame(
    other_site: int, browser: Browser, site: Site
) -> None:
    with browser.new_context(locale="de-DE") as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{other_site}/")
        page.get_by_role("button").click()
        link = page.get_by_role("link", name="In einem neuen Fenster öffnen")
        expect(link).to_be_visible(timeout=20_000)
        expect(link).to_have_attribute("href", f"{site.address}/")
        expect(page.locator("iframe")).to_have_count(0)


def test_a_named_site_shows_the_chat_in_a_frame_and_it_answers_there(other_site: int, browser: Browser) -> None:
    with browser.new_context(locale="de-DE") as context:
        page = context.new_page()
        page.goto(f"http://localhost:{other_site}/")
        # As somebody does who reads first: an empty frame waits behind the button.
        page.wait_for_timeout(4_500)
        page.get_by_role("button").click()
        frame = page.frame_locator("iframe")
        expect(frame.locator("#chat[data-ready]")).to_be_attached()
        frame.locator("#question").fill(QUESTION)
        frame.locator("#send").click()
        expect(frame.locator(".turn .answer-text")).to_contain_text("144 Euro")
        frame.locator("[data-action=simple]").click()
        expect(frame.locator(".plain-label")).to_be_visible()
        frame.locator(".why summary").first.click()
        expect(frame.locator(".why table").first).to_be_visible()


def test_on_paper_there_is_the_answer_with_its_marked_quote_and_no_box_to_type_in(page: Page) -> None:
    ask(page)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".source")).to_be_visible()
    for hidden in (".composer", ".actions", ".suggestions", ".site-footer"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert (
        page.locator(".passage blockquote").first.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"
    )
    # Light on a dark screen, ink on paper all the same.
    muted = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--muted')")
    assert muted.strip() == "#566164"


def test_any_other_site_shows_nothing(other_site: int, browser: Browser) -> None:
    with browser.new_context(locale="de-DE") as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{other_site}/")
        with page.expect_event("console", lambda message: "frame-ancestors" in message.text):
            page.get_by_role("button").click()
        expect(page.frame_locator("iframe").locator("#question")).to_have_count(0)


@pytest.mark.visitor(reduced_motion="reduce")
def test_nothing_moves_for_those_who_do_not_want_it(page: Page) -> None:
    ask(page)
    moving = """[...document.querySelectorAll("*")].filter((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
        const animated = animationName !== "none" && parseFloat(animationDuration) > 0.01;
        return parseFloat(transitionDuration) > 0.01 || animated;
    }).map((element) => element.outerHTML.slice(0, 80))"""
    assert page.evaluate(moving) == []


ADMIN_PAGES = [
    "/admin/chat/servicerules/",
    "/admin/config/apitoken/",
    "/admin/config/apitoken/add/",
    "/admin/chat/gap/",
    "/admin/chat/platformuser/add/",
    "/admin/chat/room/add/",
    "/admin/documents/source/add/",
    "/admin/evaluation/case/add/",
    "/admin/evaluation/suite/add/",
    "/admin/graph/graphindex/",
    "/admin/auth/group/add/",
    "/admin/llm/chatmodel/add/",
    "/admin/django_q/schedule/add/",
]


@pytest.mark.parametrize(("locale", "pages"), [("de-DE", ADMIN_PAGES[::2]), ("en-GB", ADMIN_PAGES[1::2])])
def test_axe_finds_nothing_serious_on_the_consoles_pages(
    site: Site, browser: Browser, locale: str, pages: list[str]
) -> None:
    # Without the page's own fixture: axe itself tries inline styles on these pages, which the policy refuses.
    with browser.new_context(base_url=site.address, locale=locale) as context:
        page = context.new_page()
        page.goto("/admin/login/?next=/admin/")
        page.locator("#id_username").fill("redaktion")
        page.locator("#id_password").fill("ein langes Kennwort")
        page.locator("#login-form [type=submit]").click()
        expect(page.locator("#user-tools")).to_be_visible()
        for path in pages:
            page.goto(path)
            # The names of what scripts make are given a moment after the page is there.
            expect(page.locator(".select2-selection:not([aria-labelledby*=label])")).to_have_count(0)
            assert serious(page) == [], path
