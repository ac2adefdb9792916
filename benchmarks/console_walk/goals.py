"""Six things that people come to the console for, each done as they do it, with clicks and pages counted."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Frame, Locator, Page, ViewportSize, expect

from benchmarks.console_walk.installation import MODEL, Console
from benchmarks.console_walk.page_faults import errors_of, faults_here, texts_in_rows, words_of_the_other

WIDE: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 390, "height": 800}
READY_WITHIN = 120_000
"""Milliseconds for what the worker does: reading a document, running a suite."""


@dataclass
class Walk:
    """A person on the way to a goal. `begin` opens the page from which everything is counted."""

    page: Page
    name: str
    pictures: Path | None
    clicks: int = 0
    is_done: bool = False
    opened: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.messages = errors_of(self.page)

    def begin(self, address: str) -> None:
        self.page.goto(f"/admin/{address}")
        self.page.on("framenavigated", self.note)
        self.opened, self.start = [], path_of(self.page.url)

    def note(self, frame: Frame) -> None:
        path = path_of(frame.url)
        if not self.is_done and frame == self.page.main_frame and path != self.start and path not in self.opened:
            self.opened.append(path)

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def finish(self, target: Locator) -> None:
        """The click that reaches the goal: nobody has to read the page that opens then."""
        self.is_done = True
        self.click(target)

    def look(self) -> None:
        """What is wrong with the page as it is now, and with pictures how it looks, on a desk and on a phone."""
        if self.pictures is not None:
            self.take_pictures(self.pictures)
        # Half of a page has no main part yet.
        self.page.wait_for_load_state()
        here = path_of(self.page.url)
        self.faults += [f"{here}: {kind} {said}" for kind, said in faults_here(self.page, self.messages)]
        self.faults += words_of_the_other(self.page, "de", texts_in_rows(), here)
        self.page.set_viewport_size(WIDE)
        # What axe sets itself is no message of the next page.
        self.messages.clear()

    def take_pictures(self, folder: Path) -> None:
        for size in (NARROW, WIDE):
            self.page.set_viewport_size(size)
            name = f"{self.name}-{len(self.opened)}-{self.clicks}-{size['width']}.png"
            self.page.screenshot(path=folder / name, full_page=True)


def path_of(url: str) -> str:
    return urlsplit(url).path


def upload(walk: Walk, console: Console) -> None:
    """Until the first file is ready."""
    page = walk.page
    walk.begin("")
    walk.look()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sperrmuell.txt"
        file.write_text("Sperrmüll holt die Stadt viermal im Jahr ab. Die Abholung kostet 25 Euro.", encoding="utf-8")
        walk.click(page.locator("nav.tasks a[href*='document/upload']"))
        walk.look()
        page.locator("input[type=file]").set_input_files(file)
        walk.click(page.locator("form.upload summary"))
        page.get_by_label("Name der neuen Sammlung").fill("Abfall")
        walk.click(page.locator("input[type=submit]"))
    expect(page.locator("#content")).to_contain_text("durchsuchbar", timeout=READY_WITHIN)
    walk.look()


def withdraw(walk: Walk, console: Console) -> None:
    """From the document to the receipt in words."""
    page = walk.page
    walk.begin(f"documents/document/{console.rows['document']}/change/")
    walk.look()
    walk.click(page.get_by_role("link", name="Zurückziehen"))
    walk.look()
    walk.click(page.locator("input[type=submit]"))
    expect(page.locator(".receipt")).to_be_visible()
    walk.look()


def prompt(walk: Walk, console: Console) -> None:
    """Edited, measured, published and taken back, from the list of prompts."""
    page = walk.page
    walk.begin("llm/prompt/")
    walk.click(page.get_by_role("link", name="answer", exact=True))
    text = page.get_by_label("Systemnachricht")
    text.fill(f"{text.input_value()}\nNennen Sie zuerst die Antwort.")
    walk.look()
    walk.click(page.get_by_role("button", name="Sichern", exact=True))
    walk.look()
    if "/draft/" not in page.url:
        walk.click(page.locator(".messagelist a[href*='/draft/'], #result_list a[href*='/draft/']").first)
    walk.click(page.get_by_role("button", name="Diesen Entwurf messen"))
    publish = page.get_by_role("button", name="Veröffentlichen", exact=True)
    walk.look()
    expect(publish).to_be_visible(timeout=READY_WITHIN)
    walk.look()
    walk.click(publish)
    back = page.get_by_role("button", name="Zurücknehmen")
    expect(back).to_be_visible()
    walk.look()
    walk.click(back)
    expect(page.locator(".messagelist .success")).to_be_visible()
    walk.look()


def model(walk: Walk, console: Console) -> None:
    page = walk.page
    walk.begin("")
    link = page.locator("nav.tasks a[href*='/connect/']").first
    walk.click(link)
    page.get_by_label("Adresse des Servers").fill(console.models)
    page.get_by_label("Modell", exact=True).fill(MODEL)
    walk.look()
    walk.finish(page.locator("button[value=connect]"))
    expect(page.locator(".messagelist")).to_be_visible(timeout=READY_WITHIN)
    walk.look()


def person(walk: Walk, console: Console) -> None:
    """An editor who can sign in."""
    page = walk.page
    walk.begin("")
    walk.click(page.locator("nav.tasks a.add[href*='auth/user/add']"))
    page.locator("[name=username]").fill("redaktion")
    page.locator("[name=first_name]").fill("Edda")
    page.locator("[name=email]").fill("edda@stadt.example")
    page.locator("[name=password1]").fill("ein langes Kennwort")
    page.locator("[name=password2]").fill("ein langes Kennwort")
    walk.click(page.locator("[name=groups]").first)
    walk.look()
    walk.finish(page.get_by_role("button", name="Sichern", exact=True))
    expect(page.locator(".messagelist .success")).to_be_visible()
    walk.look()


def comparison(walk: Walk, console: Console) -> None:
    """Two runs beside each other, from the first page."""
    page = walk.page
    walk.begin("")
    walk.click(page.locator("nav.tasks a[href$='/evaluation/run/']"))
    walk.look()
    walk.click(page.locator(f"#result_list a[href*='/run/{console.rows['later_run']}/']").first)
    walk.look()
    walk.click(page.get_by_role("link", name="Vergleich"))
    if page.locator("#against").count() and "unterscheid" not in page.locator("#content").inner_text():
        walk.click(page.get_by_role("button", name="Vergleichen"))
    expect(page.locator("#content")).to_contain_text("unterscheid")
    walk.look()


GOALS: dict[str, Callable[[Walk, Console], None]] = {
    "upload": upload,
    "withdraw": withdraw,
    "prompt": prompt,
    "person": person,
    "comparison": comparison,
    "model": model,
}
"""The one that puts a model that writes nonsense in front of all answers comes last."""


def walk_to_goals(console: Console, names: list[str], pictures: Path | None) -> dict[str, dict[str, Any]]:
    """Clicks, pages and what is wrong with these by goal, in German at a desk.

    Raises AssertionError or a timeout where a goal is not reached."""
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    found = {}
    for name in names:
        with console.visitor("de", viewport=WIDE, bypass_csp=True, reduced_motion="reduce") as context:
            walk = Walk(context.new_page(), name, pictures)
            GOALS[name](walk, console)
            found[name] = {
                "pages": len(walk.opened), "clicks": walk.clicks, "found": len(walk.faults), "faults": walk.faults,
            }  # fmt: skip
    return found
