"""Takes docs/images/chat.png from the running product: an answer of the demo collection beside the page that proves it.

.venv/bin/python docs/chat_picture.py
"""

import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from docs.handbook.demo_installation import installation  # noqa: E402 - importable once the project is on the path
from tests.chromium import find_chromium  # noqa: E402

QUESTION = "Wie hoch ist die Hundesteuer für den zweiten Hund?"
FILE = ROOT / "docs" / "images" / "chat.png"
LONGEST_WAIT = 120_000
"""Milliseconds."""


def main() -> None:
    with installation() as (address, _rows, _cookie), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--headless", "--no-sandbox"])
        with browser.new_context(locale="de-DE", viewport={"width": 1360, "height": 800}) as context:
            context.set_default_timeout(LONGEST_WAIT)
            page = context.new_page()
            page.goto(address)
            show_proof(page)
            page.screenshot(path=FILE)
        browser.close()


def show_proof(page: Page) -> None:
    """Asks, and opens the page behind the first source."""
    page.get_by_label("Ihre Frage").fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".turn .label")).to_be_visible(timeout=LONGEST_WAIT)
    page.locator(".source a").first.click()
    expect(page.locator("rect.quote-place").first).to_be_visible(timeout=LONGEST_WAIT)
    page.locator(".panel-page img").evaluate("picture => picture.decode()")
    page.locator("body").click(position={"x": 5, "y": 5})


if __name__ == "__main__":
    main()
