"""What citizens do, by keyboard alone, each from the first page to its end."""

import re

from playwright.sync_api import expect

from benchmarks.console_walk.installation import NAME, PASSWORD
from benchmarks.console_walk.keyboard import Keyboard

QUESTION = "Wie hoch ist die Hundesteuer für den ersten Hund?"


def ask(keyboard: Keyboard) -> None:
    page = keyboard.page
    page.goto("/")
    keyboard.reach(page.locator("#question"))
    keyboard.type(QUESTION)
    keyboard.press("Enter")
    expect(page.locator(".turn .label")).to_be_visible()
    keyboard.keeps_focus("the answer")
    keyboard.hears(page.locator("#announcer"), "the answer")


def source(keyboard: Keyboard) -> None:
    """Asked, a source opened beside the chat and closed, opened as a page of its own, and back."""
    page = keyboard.page
    ask(keyboard)
    link = page.locator(".source a").first
    for way in ("the button", "Escape"):
        keyboard.enter(link, "Shift+Tab" if way == "the button" else "Tab")
        expect(page.locator("#source-panel h2")).to_be_focused()
        if way == "Escape":
            keyboard.press("Escape")
        else:
            keyboard.enter(page.locator("[data-panel=close]"))
        expect(page.locator("#source-panel")).to_be_hidden()
        keyboard.keeps_focus(f"the page was closed by {way}")
    keyboard.enter(link)
    keyboard.enter(page.locator("[data-slot=panel-whole]"))
    expect(page.locator("mark")).to_have_count(1)
    keyboard.enter(page.locator("header a[href='/'].button"))
    expect(page.locator(".turn .label")).to_be_visible()


def mark_in_the_answer(keyboard: Keyboard) -> None:
    """The number behind a sentence leads to its page as well."""
    page = keyboard.page
    ask(keyboard)
    mark = page.locator(".answer-text a").first
    keyboard.enter(mark, "Shift+Tab")
    expect(page.locator("#source-panel h2")).to_be_focused()
    keyboard.press("Escape")
    expect(mark).to_be_focused()


def feedback(keyboard: Keyboard) -> None:
    page = keyboard.page
    ask(keyboard)
    keyboard.enter(page.locator("[data-action=down]"), "Shift+Tab")
    keyboard.keeps_focus("a thumb down")
    keyboard.reach(page.locator(".feedback input").first)
    keyboard.press("Space")
    keyboard.reach(page.locator(".feedback textarea"))
    keyboard.type("Die Frist fehlt.")
    keyboard.enter(page.locator(".feedback button"))
    expect(page.locator(".thanks")).not_to_be_empty()
    keyboard.keeps_focus("the feedback was sent")
    keyboard.hears(page.locator(".thanks"), "that the feedback was kept")
    keyboard.enter(page.locator("[data-action=up]"), "Shift+Tab")
    expect(page.locator("[data-action=up]")).to_have_attribute("aria-pressed", "true")


def plain_language(keyboard: Keyboard) -> None:
    """An answer in plain language, and back."""
    page = keyboard.page
    ask(keyboard)
    button = page.locator("[data-action=simple]")
    keyboard.enter(button, "Shift+Tab")
    expect(page.locator(".plain-label")).to_be_visible()
    keyboard.keeps_focus("the answer was said simply")
    keyboard.hears(page.locator(".thanks"), "that the answer is in plain language")
    keyboard.press("Enter")
    expect(page.locator(".plain-label")).to_be_hidden()


def copy(keyboard: Keyboard) -> None:
    page = keyboard.page
    ask(keyboard)
    keyboard.enter(page.locator("[data-action=copy]"), "Shift+Tab")
    expect(page.locator("[data-action=copy][data-done]")).to_be_visible()
    keyboard.keeps_focus("the answer was copied")
    keyboard.hears(page.locator(".thanks"), "that the answer is copied")


def delete_conversation(keyboard: Keyboard) -> None:
    """From the menu of the chat, and a second one from the list."""
    page = keyboard.page
    ask(keyboard)
    keyboard.enter(page.locator("#conversation-menu summary"), "Shift+Tab")
    keyboard.agree()
    keyboard.enter(page.locator("form[action$='delete'] button"))
    expect(page.locator("h1")).to_contain_text("gelöscht")
    ask(keyboard)
    page.goto("/conversations/")
    keyboard.agree()
    keyboard.enter(page.locator("#kept-list form[data-asks] button").first)
    expect(page.locator("h1")).to_contain_text("gelöscht")


def sign_in(keyboard: Keyboard) -> None:
    """From the chat's menu, and out again."""
    page = keyboard.page
    page.goto("/")
    keyboard.enter(page.locator("#conversation-menu summary"))
    keyboard.enter(page.locator("#conversation-menu a[href*='next=']"))
    keyboard.fill(page.locator("[name=username]"), NAME)
    keyboard.fill(page.locator("[name=password]"), "falsch")
    keyboard.press("Enter")
    expect(page.locator(".errornote")).to_be_visible()
    expect(page).to_have_title(re.compile("^Fehler"))
    keyboard.fill(page.locator("[name=username]"), NAME)
    keyboard.fill(page.locator("[name=password]"), PASSWORD)
    keyboard.press("Enter")
    keyboard.enter(page.locator("#conversation-menu summary"))
    keyboard.enter(page.locator("#sign-out button"))
    expect(page.locator("#question")).to_be_visible()


TASKS = {
    "source": source,
    "mark": mark_in_the_answer,
    "feedback": feedback,
    "plain language": plain_language,
    "copy": copy,
    "delete conversation": delete_conversation,
    "sign in": sign_in,
}
