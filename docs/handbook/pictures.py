"""Takes the pictures of the handbook from the running product, in both languages.

    .venv/bin/python docs/handbook/pictures.py [NAME…]

It makes an installation of its own in a temporary folder, fills it with the demo collection and opens its console in
Chromium. Beside the pictures it writes down which buttons, fields and columns they show (pictures/seen.json); a test
compares these with the pages of today and says when the pictures have to be taken anew.
"""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parents[1]))

from docs.handbook.demo_installation import installation  # noqa: E402 - importable once the project is on the path
from tests.chromium import find_chromium  # noqa: E402

LANGUAGES = {"de": "de-DE", "en": "en-GB"}
PICTURES_FOLDER = FOLDER / "pictures"
WIDTH, TALLEST = 1200, 760
QUALITY = 72
SLOWEST_PAGE = 120_000
"""Milliseconds."""
NAMED = "button, label:not(:has(select)), legend, th[scope=col], .object-tools a, input[type=submit]"
"""What is found again on the page of another day: names, not contents."""
TEXTS_ABOVE = """(all, height) => all
    .filter(one => one.getBoundingClientRect().height && one.getBoundingClientRect().top < height)
    .map(one => (one.value || one.textContent).replace(/\\s+/g, " ").trim())"""


class Picture(NamedTuple):
    """What is photographed: a part of a page of the console, after `act` has done something there."""

    address: str
    part: str = "#content"
    act: Callable[[Page], None] | None = None


def try_a_question(page: Page) -> None:
    page.locator("[name=question]").fill("Wie hoch ist die Hundesteuer für den zweiten Hund?")
    page.locator("[name=first]").select_option(label="Nur Auszüge")
    page.locator("[name=second]").select_option(label="Wörter und Vektoren")
    page.locator("form.try-out [type=submit]").click()


PICTURES = {
    "start": Picture("", "#content .overview"),
    "document-failed": Picture("documents/document/{document}/change/"),
    "prompt-version": Picture("llm/prompt/{prompt}/versions/2/"),
    "draft": Picture("evaluation/draft/{draft}/change/"),
    "try-out": Picture("retrieval/profile/try/", ".side-by-side", try_a_question),
    "gaps": Picture("chat/gap/"),
    "run": Picture("evaluation/run/{run}/change/"),
    "review": Picture("evaluation/review/turn/{reply}/"),
    "check-up": Picture("chat/room/doctor/"),
}


def main(names: list[str]) -> None:
    with installation() as (address, rows, cookie), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--headless", "--no-sandbox"])
        seen = json.loads((PICTURES_FOLDER / "seen.json").read_text()) if names else {}
        for language, locale in LANGUAGES.items():
            with browser.new_context(locale=locale, viewport={"width": WIDTH, "height": 900}) as context:
                context.set_default_timeout(SLOWEST_PAGE)
                context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])
                for name in names or PICTURES:
                    picture = PICTURES[name]
                    page = context.new_page()
                    page.goto(f"{address}/admin/{picture.address.format(**rows)}")
                    seen[f"{language}/{name}"] = {"address": picture.address, "names": names_in(page, picture)}
                    (PICTURES_FOLDER / language / f"{name}.webp").write_bytes(taken(page, picture))
                    page.close()
        browser.close()
    text = json.dumps(dict(sorted(seen.items())), ensure_ascii=False, indent=1)
    (PICTURES_FOLDER / "seen.json").write_text(f"{text}\n", encoding="utf-8")


def taken(page: Page, picture: Picture) -> bytes:
    if picture.act:
        picture.act(page)
    return small(page.locator(picture.part).first.screenshot())


def small(png: bytes) -> bytes:
    """The upper part as WebP."""
    with Image.open(io.BytesIO(png)) as picture:
        written = io.BytesIO()
        picture.crop((0, 0, picture.width, min(picture.height, TALLEST))).save(written, "WEBP", quality=QUALITY)
    return written.getvalue()


def names_in(page: Page, picture: Picture) -> list[str]:
    """Before anything is done: what appears afterwards is no part of the page that a test can open."""
    found = (
        page.locator("#content" if picture.act else picture.part)
        .first.locator(NAMED)
        .evaluate_all(TEXTS_ABOVE, TALLEST)
    )
    return sorted({name for name in found if name and not any(sign.isdigit() for sign in name)})


if __name__ == "__main__":
    main(sys.argv[1:])
