"""The whole chat with Tab, Enter, Space and letters alone: every control is reached, seen and does its work."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.end_to_end.city import QUESTION

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

MOST_STOPS = 60
REACHED = "selector => document.activeElement.matches(selector)"
SEEN = """() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    const { width, height } = document.activeElement.getBoundingClientRect();
    const isOutlined = outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
    return width > 0 && height > 0 && (isOutlined || boxShadow !== "none");
}"""


def reach(page: Page, selector: str, key: str = "Tab") -> None:
    """Goes on from stop to stop until the element has the focus, and sees that the focus can be seen."""
    for _ in range(MOST_STOPS):
        if page.evaluate(REACHED, selector):
            break
        page.keyboard.press(key)
    assert page.evaluate(REACHED, selector), f"{selector} is not reached by {key}"
    assert page.evaluate(SEEN), f"nobody sees that {selector} has the focus"


def press(page: Page, selector: str, key: str = "Tab") -> None:
    reach(page, selector, key)
    page.keyboard.press("Enter")


def ask(page: Page) -> None:
    page.goto("/")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".turn .label")).to_be_visible()


@pytest.mark.visitor(permissions=["clipboard-read", "clipboard-write"])
def test_an_answer_is_copied_rated_said_simply_and_explained(page: Page) -> None:
    ask(page)
    press(page, "[data-action=copy]", "Shift+Tab")
    expect(page.locator("[data-action=copy][data-done]")).to_be_visible()
    press(page, "[data-action=down]")
    expect(page.locator(".feedback input").first).to_be_focused()
    page.keyboard.press("Space")
    reach(page, ".feedback textarea")
    page.keyboard.type("Die Frist fehlt.")
    press(page, ".feedback button")
    expect(page.locator(".thanks")).to_have_text("Vielen Dank für Ihre Rückmeldung.")
    expect(page.locator("[data-action=down]")).to_be_focused()
    press(page, "[data-action=simple]", "Shift+Tab")
    expect(page.locator(".plain-label")).to_be_visible()
    press(page, ".why summary")
    expect(page.locator(".why table, .why dl, .why p").first).to_be_visible()


SUGGESTED = {"questions": [{"text": f"Was kostet der Hund {number}?", "language": "de"} for number in range(9)]}
IS_IN_SIGHT = """() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.parametrize("is_clicked", [False, True])
@pytest.mark.visitor(viewport={"width": 390, "height": 400}, reduced_motion="reduce", permissions=["clipboard-write"])
def test_suggestions_keep_what_was_reached_by_key_in_sight_and_scroll_for_nobody_else(
    page: Page, is_clicked: bool
) -> None:
    held: list[Route] = []
    page.route("**/conversations/suggestions", lambda route: held.append(route))
    ask(page)
    if is_clicked:
        page.locator("[data-action=copy]").click()
        page.evaluate("() => scrollTo(0, 0)")
    else:
        reach(page, "[data-action=copy]", "Shift+Tab")
    held[0].fulfill(json=SUGGESTED)
    expect(page.locator(".suggestions button")).to_have_count(9)
    assert page.evaluate("() => scrollY === 0") if is_clicked else page.evaluate(IS_IN_SIGHT)


def test_a_source_is_read_and_the_way_back_is_found(page: Page) -> None:
    ask(page)
    press(page, ".source a", "Shift+Tab")
    expect(page.get_by_role("dialog").locator("h2")).to_be_focused()
    press(page, "[data-slot=panel-whole]")
    page.wait_for_url("**/documents/**")
    expect(page.locator("mark")).to_have_count(1)
    press(page, "header a[href='/'].button")
    expect(page.locator(".turn")).to_have_count(1)


def test_a_conversation_is_shared_found_again_saved_and_deleted(page: Page) -> None:
    ask(page)
    press(page, "#conversation-menu summary", "Shift+Tab")
    press(page, "form[action$='share'] button")
    expect(page.locator(".share-link input")).to_be_visible()
    press(page, "button[name=withdraw]")
    expect(page.locator("h1")).to_contain_text("nicht mehr freigegeben")
    press(page, "main a[href='/conversations/']")
    expect(page.locator(".kept-title")).to_have_text(QUESTION)
    press(page, ".kept-title")
    expect(page.locator(".turn .answer-text")).to_contain_text("144 Euro")
    press(page, "#conversation-menu summary", "Shift+Tab")
    with page.expect_download():
        press(page, "form[action$='export'] button")
    page.once("dialog", lambda dialog: dialog.accept())
    press(page, "#conversation-menu summary", "Shift+Tab")
    press(page, "form[action$='delete'] button")
    expect(page.locator("h1")).to_contain_text("gelöscht")


def test_the_language_is_switched_and_a_new_conversation_begun(page: Page) -> None:
    ask(page)
    press(page, "#language-menu summary", "Shift+Tab")
    press(page, ".languages button[value=en]")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    press(page, "#new-conversation", "Shift+Tab")
    expect(page.locator(".turn")).to_have_count(0)


@pytest.mark.parametrize("address", ["/", "/documents/", "/system-card", "/no-such-page"])
def test_escape_closes_the_menu_of_languages_on_every_page(page: Page, address: str) -> None:
    # The browser itself writes an error for a page that is not there.
    page.route("**/no-such-page", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(address)
    summary = page.locator("#language-menu summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("#language-menu")).not_to_have_attribute("open", "")
    expect(summary).to_be_focused()
