"""What editors, evaluators and administrators do, by keyboard alone, each from the first page to its end."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from benchmarks.console_walk.installation import MODEL, Console
from benchmarks.console_walk.keyboard import READY_WITHIN, Keyboard

WIDTH_WITHOUT_MENU = 768
"""Pixels from which on all of the header is seen."""


def width(page: Page) -> int:
    """What is made in one size of the screen must not be in the way of the other."""
    return (page.viewport_size or {"width": 0})["width"]


def upload(keyboard: Keyboard, console: Console) -> None:
    """Into a new collection, until it can be searched. The browser's own dialog of files is not part of it."""
    page = keyboard.page
    page.goto("/admin/")
    keyboard.enter(page.locator("nav.tasks a[href*='document/upload']"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"laub-{width(page)}.txt"
        file.write_text("Laub holt die Stadt im November ab. Die Abholung kostet 12 Euro.", encoding="utf-8")
        page.once("filechooser", lambda chooser: chooser.set_files(file))
        keyboard.reach(page.locator("input[type=file]"))
        keyboard.press("Space")
        expect(page.locator(".chosen")).to_contain_text(file.name)
        keyboard.hears(page.locator(".chosen"), "which files were chosen")
        keyboard.enter(page.locator("form.upload summary"))
        keyboard.reach(page.get_by_label("Name der neuen Sammlung"))
        keyboard.type(f"Laub {width(page)}")
        keyboard.enter(page.locator("input[type=submit]"))
        # The browser reads the file after the key.
        expect(page.locator("#content")).to_contain_text("durchsuchbar", timeout=READY_WITHIN)
    keyboard.hears(page.locator("#ready-count"), "how many files are ready")


def withdraw(keyboard: Keyboard, console: Console) -> None:
    page = keyboard.page
    page.goto("/admin/documents/document/?q=Niederschrift")
    session = {1280: "14. Sitzung", 390: "11. Sitzung"}[width(page)]
    keyboard.enter(page.locator("#result_list a", has_text=session).first)
    keyboard.enter(page.get_by_role("link", name="Zurückziehen"))
    keyboard.enter(page.locator("input[type=submit]"))
    expect(page.locator(".receipt")).to_be_visible()


def prompt(keyboard: Keyboard, console: Console) -> None:
    """Edited, measured, published and taken back."""
    page = keyboard.page
    page.goto("/admin/llm/prompt/")
    keyboard.enter(page.get_by_role("link", name="answer", exact=True))
    keyboard.reach(page.get_by_label("Systemnachricht"))
    keyboard.press("Control+End")
    keyboard.type(f" Nennen Sie zuerst die Antwort, in höchstens {width(page)} Zeichen.")
    keyboard.enter(page.get_by_role("button", name="Sichern", exact=True))
    if "/draft/" not in page.url:
        keyboard.enter(page.locator(".messagelist a[href*='/draft/'], #result_list a[href*='/draft/']").first)
    keyboard.enter(page.get_by_role("button", name="Diesen Entwurf messen"))
    page.locator("progress").first.wait_for()
    keyboard.reach(page.locator(".gate .notice a").first)
    publish = page.get_by_role("button", name="Veröffentlichen", exact=True)
    expect(publish).to_be_visible(timeout=READY_WITHIN)
    keyboard.keeps_focus("the draft was measured")
    keyboard.enter(publish)
    keyboard.enter(page.get_by_role("button", name="Zurücknehmen"))
    expect(page.locator(".messagelist .success")).to_be_visible()


def person(keyboard: Keyboard, console: Console) -> None:
    """An editor who can sign in."""
    page = keyboard.page
    page.goto("/admin/")
    keyboard.enter(page.locator("nav.tasks a.add[href*='auth/user/add']"))
    typed = {"username": f"redaktion-{width(page)}", "first_name": "Egon", "email": "egon@stadt.example"}
    for name, text in typed.items():
        keyboard.fill(page.locator(f"[name={name}]"), text)
    for name in ("password1", "password2"):
        keyboard.fill(page.locator(f"[name={name}]"), "ein langes Kennwort")
    keyboard.reach(page.locator("[name=groups]").first)
    keyboard.press("Space")
    keyboard.enter(page.get_by_role("button", name="Sichern", exact=True))
    expect(page.locator(".messagelist .success")).to_be_visible()


def comparison(keyboard: Keyboard, console: Console) -> None:
    page = keyboard.page
    page.goto("/admin/")
    keyboard.enter(page.locator("nav.tasks a[href$='/evaluation/run/']"))
    keyboard.enter(page.locator(f"#result_list a[href*='/run/{console.rows['later_run']}/']").first)
    keyboard.enter(page.locator("nav.tabs a[href*='view=all']"))
    keyboard.enter(page.locator("details.case summary").first)
    cited = page.locator("details.case .cited a").first
    keyboard.enter(cited)
    expect(page.locator("#source-panel h2")).to_be_focused()
    keyboard.press("Escape")
    expect(cited).to_be_focused()
    keyboard.enter(page.get_by_role("link", name="Vergleich"), "Shift+Tab")
    keyboard.reach(page.locator("#against"))
    keyboard.press("ArrowDown")
    keyboard.enter(page.get_by_role("button", name="Vergleichen"))
    expect(page.locator("#content")).to_contain_text("unterscheid")


def review(keyboard: Keyboard, console: Console) -> None:
    """A mark for each criterion by the keys 1 to 5, then the next reply."""
    page = keyboard.page
    page.goto("/admin/evaluation/review/")
    keyboard.enter(page.locator(".object-tools a[href*='next']"))
    expect(page.locator("[data-review-keys]")).to_be_visible()
    first = page.url
    for position in range(page.locator("fieldset.marks").count()):
        keyboard.press(str(position % 5 + 1))
        keyboard.keeps_focus("a mark by a digit")
    expect(page.locator(".review input[type=submit]")).to_be_focused()
    keyboard.press("Enter")
    expect(page).not_to_have_url(first)


def search(keyboard: Keyboard, console: Console) -> None:
    page = keyboard.page
    page.goto("/admin/")
    if width(page) < WIDTH_WITHOUT_MENU:
        keyboard.enter(page.locator("[popovertarget=console-menu]"))
    keyboard.reach(page.locator("#console-search"))
    keyboard.type("Hund")
    keyboard.press("Enter")
    keyboard.hears(page.locator("#content [role=status]"), "what was found")
    keyboard.enter(page.locator(".hits a").first)
    expect(page.locator("#content h1")).to_be_visible()


def bell(keyboard: Keyboard, console: Console) -> None:
    """Read, marked as read, and another choice stored."""
    page = keyboard.page
    page.goto("/admin/")
    keyboard.enter(page.locator("a.bell"))
    if (read := page.get_by_role("button", name="Alle als gelesen markieren")).count():
        keyboard.enter(read)
    keyboard.reach(page.locator("[name^=mail-]").first)
    keyboard.press("Space")
    keyboard.enter(page.locator(".notifications form button.default"))
    expect(page.locator(".messagelist .success")).to_be_visible()


def topic(keyboard: Keyboard, console: Console) -> None:
    """From the board of topics to a case of a suite."""
    page = keyboard.page
    page.goto("/admin/")
    keyboard.enter(page.locator("nav.tasks a[href*='/topics/']"))
    keyboard.enter(page.get_by_role("link", name="Neuer Fall").first)
    keyboard.reach(page.locator("[name=suite]"))
    keyboard.press("ArrowDown")
    keyboard.enter(page.locator("input[name=_save]"))
    expect(page.locator(".messagelist .success")).to_be_visible()


def model(keyboard: Keyboard, console: Console) -> None:
    """Asked for its models, one of them chosen, refused once for want of a server, and connected."""
    page = keyboard.page
    page.goto("/admin/")
    keyboard.enter(page.locator("nav.tasks a[href*='/connect/']").first)
    address = page.get_by_label("Adresse des Servers")
    keyboard.fill(address, console.models)
    keyboard.enter(page.locator("button[value=list]"))
    choice = page.get_by_role("button", name=MODEL)
    expect(page.locator(".steps li:not(.waiting)").first).to_be_visible(timeout=READY_WITHIN)
    keyboard.keeps_focus("the server was asked")
    keyboard.hears(page.locator(".steps"), "what the server said")
    if choice.count():
        keyboard.enter(choice, "Shift+Tab")
        expect(page.get_by_label("Modell", exact=True)).to_be_focused()
    else:
        keyboard.fill(page.get_by_label("Modell", exact=True), MODEL)
    keyboard.enter(page.locator("button[value=connect]"))
    expect(page.locator(".messagelist")).to_be_visible(timeout=READY_WITHIN)


TASKS: dict[str, Callable[[Keyboard, Console], None]] = {
    "upload": upload,
    "person": person,
    "comparison": comparison,
    "review": review,
    "search": search,
    "bell": bell,
    "topic": topic,
    "prompt": prompt,
    "withdraw": withdraw,
    "model": model,
}
"""The one that puts a model that writes nonsense in front of all answers comes last."""
