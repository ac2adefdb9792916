"""Rendered answers in a real browser, without the policy that would save them: nothing runs, nothing is loaded."""

import pytest
from playwright.sync_api import Browser, Route

from apps.chat.rendering.answer_html import render_answer_html
from tests.chat.hostile_markup import PAYLOADS, in_all_shapes

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

SHOW = "html => { const box = document.createElement('div'); box.innerHTML = html; document.body.append(box); }"


def test_nothing_runs_and_nothing_is_loaded(browser: Browser) -> None:
    loaded, shown = show(
        [render_answer_html(shape, {}) for payload in PAYLOADS for shape in in_all_shapes(payload)], browser
    )
    assert shown >= 300
    assert loaded == []


def test_the_browser_would_have_seen_it(browser: Browser) -> None:
    loaded, _shown = show(["<img src=https://evil.example/x onerror=hit()>"], browser)
    assert "https://evil.example/x" in loaded
    assert "hit" in loaded


def show(pages: list[str], browser: Browser) -> tuple[list[str], int]:
    """Requests and calls of `hit()` while the answers are put on a page as the chat does it."""
    seen: list[str] = []

    def refuse(route: Route) -> None:
        seen.append(route.request.url)
        route.abort()

    with browser.new_context() as context:
        page = context.new_page()
        page.expose_function("hit", lambda *values: seen.append("hit"))
        page.on("dialog", lambda dialog: seen.append("dialog"))
        page.route("**/*", refuse)
        for html in pages:
            page.evaluate(SHOW, html)
        page.wait_for_timeout(500)
        return seen, page.locator("body > div").count()
