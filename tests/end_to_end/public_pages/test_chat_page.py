"""The chat in a real browser, answered by the offline models: asked, streamed, proved, followed to the page."""

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from tests.end_to_end.city import QUESTION, TAX_SENTENCE
from tests.waiting import until_page_says

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def ask(page: Page, question: str = QUESTION) -> Locator:
    """Asks by keyboard and waits for the end of the answer."""
    page.get_by_label("Ihre Frage").fill(question)
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    expect(turn.locator(".label")).to_be_visible()
    return turn


def test_the_visitor_knows_what_answers_before_asking(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Was möchten Sie wissen?")
    expect(page.get_by_text("2 Dokumente sind durchsuchbar.")).to_be_visible()
    expect(page.get_by_text("Die Antworten sind Sätze aus den Dokumenten")).to_be_visible()
    expect(page.locator(".examples button")).to_have_count(5)


# What a window of 1280 x 800 shows enlarged to 200 %.
@pytest.mark.visitor(viewport={"width": 640, "height": 400}, device_scale_factor=2)
def test_enlarged_the_page_begins_with_its_name_and_can_be_typed_in_at_once(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_label("Ihre Frage")).to_be_focused()
    assert page.evaluate("scrollY") == 0


def test_an_answer_is_proved_by_a_marked_sentence_on_its_page(page: Page) -> None:
    page.goto("/")
    turn = ask(page)
    expect(turn.locator(".answer-text")).to_contain_text("144 Euro")
    expect(turn.locator(".label")).to_contain_text("nicht von einer KI geschrieben")
    expect(turn.locator(".answer")).not_to_have_attribute("data-ai-generated", "true")
    turn.locator(".why > summary").click()
    expect(turn.locator(".why")).to_contain_text("Seiten, die die Suche ausgewählt hat")
    expect(turn.get_by_text("offline-extractive")).to_be_hidden()
    expect(turn.get_by_text("Millisekunden")).to_be_hidden()
    turn.locator(".technical summary").click()
    expect(turn.locator(".technical dl")).to_contain_text("Suchverfahren")
    expect(turn.locator(".technical dl")).to_contain_text("offline-extractive")
    source = turn.locator(".source").first
    expect(source).to_contain_text("Hundesteuersatzung, Seite 2")
    expect(source.locator("blockquote")).to_contain_text("144 Euro")
    source.get_by_role("link").click()
    panel = page.get_by_role("dialog")
    expect(panel.locator("h2")).to_contain_text("Hundesteuersatzung")
    expect(panel.locator("rect.quote-place").first).to_be_visible()
    panel.get_by_role("link", name="Seite mit ihrem Text öffnen").click()
    page.wait_for_url("**/documents/*/pages/2/**")
    expect(page.locator("mark")).to_have_count(1)
    expect(page.locator("mark")).to_contain_text(TAX_SENTENCE.rstrip("."))
    expect(page.locator("rect.quote-place").first).to_be_visible()


@pytest.mark.visitor(viewport={"width": 390, "height": 800})
def test_who_may_be_in_need_is_offered_help_above_the_answer(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Ihre Frage").fill("ich habe große angst allein in der wohnung")
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    expect(turn.get_by_role("link", name="112")).to_be_visible()
    expect(turn.locator(".after")).to_be_visible()
    help_card, answer = turn.locator(".fixed-answer").bounding_box(), turn.locator(".answer-text").bounding_box()
    assert help_card is not None
    assert answer is not None
    assert help_card["y"] + help_card["height"] <= answer["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []
    expect(ask(page).get_by_role("link", name="112")).to_have_count(0)


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param("beside", marks=pytest.mark.visitor(viewport={"width": 1280, "height": 800})),
        pytest.param("in front", marks=pytest.mark.visitor(viewport={"width": 390, "height": 800})),
    ],
)
def test_a_source_opens_beside_the_chat_or_in_front_of_it(page: Page, shape: str) -> None:
    page.goto("/")
    turn = ask(page)
    number = turn.locator(".answer-text .citation").first
    number.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog")
    expect(panel.locator("h2")).to_be_focused()
    expect(panel.locator(".panel-quotes button[aria-pressed=true]")).to_contain_text("144 Euro")
    frame, place = panel.locator(".panel-page").bounding_box(), panel.locator(".quote-place").first.bounding_box()
    assert frame is not None
    assert place is not None
    assert frame["x"] - 1 <= place["x"] < place["x"] + place["width"] <= frame["x"] + frame["width"] + 1
    assert frame["y"] <= place["y"] < place["y"] + place["height"] <= frame["y"] + frame["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []
    if shape == "beside":
        expect(page.get_by_label("Ihre Frage")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(number).to_be_focused()


@pytest.mark.visitor(viewport={"width": 1280, "height": 500})
def test_a_picture_that_comes_late_does_not_take_its_reader_back_to_the_mark(page: Page) -> None:
    pictures: list[Route] = []
    page.route("**/image.*", lambda route: pictures.append(route))
    page.goto("/")
    ask(page).locator(".answer-text .citation").first.click()
    # The first page that a server reads takes long where others use the processor, too.
    expect(page.locator(".panel-page .quote-place").first).to_be_visible(timeout=30_000)
    frame = page.locator(".panel-page")
    mark = frame.evaluate("frame => frame.scrollTop")
    elsewhere = frame.evaluate(
        "frame => (frame.scrollTo(0, frame.scrollTop ? 0 : frame.scrollHeight), frame.scrollTop)"
    )
    assert elsewhere != mark
    pictures[0].continue_()
    picture = frame.locator("img")
    picture.evaluate("picture => picture.decode().then(() => new Promise(requestAnimationFrame))")
    assert frame.evaluate("frame => frame.scrollTop") == elsewhere


def test_a_source_whose_page_cannot_be_shown_here_leads_there(page: Page) -> None:
    page.route("**/documents/999999/**", lambda route: route.fulfill(content_type="text/html", body="<h1>Weg</h1>"))
    page.goto("/")
    turn = ask(page)
    turn.locator(".source a").first.evaluate("link => link.href = '/documents/999999/pages/1/'")
    turn.locator(".source a").first.click()
    page.wait_for_url("**/documents/999999/pages/1/")


def test_the_conversation_is_still_there_after_looking_at_a_source(page: Page) -> None:
    page.goto("/")
    answer = ask(page).locator(".answer-text").inner_text()
    page.locator(".source a").first.click()
    page.get_by_role("link", name="Seite mit ihrem Text öffnen").click()
    page.get_by_role("link", name="Zurück zum Gespräch").click()
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator(".answer-text")).to_have_text(answer)
    page.get_by_role("link", name="Neues Gespräch").click()
    expect(page.locator(".turn")).to_have_count(0)


def test_a_second_question_goes_on_with_the_conversation(page: Page) -> None:
    page.goto("/")
    ask(page)
    token = remembered(page)["conversation"]
    ask(page, "Welche Frist gilt für die Anmeldung eines Hundes?")
    expect(page.locator(".turn")).to_have_count(2)
    assert token
    assert remembered(page)["conversation"] == token


def remembered(page: Page) -> dict[str, Any]:
    stored: dict[str, Any] = page.evaluate("JSON.parse(sessionStorage.getItem('auskunft-conversation'))")
    return stored


def test_an_example_is_asked_with_one_press(page: Page) -> None:
    page.goto("/")
    example = page.locator(".examples button").first
    question = example.inner_text()
    example.click()
    expect(page.locator(".turn .question p")).to_have_text(question)
    expect(page.locator(".turn .label")).to_be_visible()


def test_everything_works_by_keyboard(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_label("Ihre Frage")).to_be_focused()
    page.keyboard.type("Wer ist")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("von der Steuer befreit?")
    expect(page.get_by_label("Ihre Frage")).to_have_value("Wer ist\nvon der Steuer befreit?")
    page.keyboard.press("Enter")
    expect(page.locator(".turn .label")).to_be_visible()
    expect(page.get_by_label("Ihre Frage")).to_be_focused()
    for _ in range(30):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.closest('.source') !== null"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").locator("h2")).to_be_focused()


def test_finished_sentences_are_announced_once(page: Page) -> None:
    page.goto("/")
    ask(page)
    announced = page.locator("#announcer p").all_inner_texts()
    assert sum("144 Euro" in sentence for sentence in announced) == 1
    assert announced[-1].startswith("Die Antwort ist vollständig.")


@pytest.mark.visitor(permissions=["clipboard-read", "clipboard-write"])
def test_the_label_survives_copying(page: Page) -> None:
    page.goto("/")
    ask(page).get_by_role("button", name="Antwort mit Quellen kopieren").click()
    expect(page.locator("[data-action=copy][data-done]")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "144 Euro" in copied
    assert "[1] Hundesteuersatzung, Seite 2" in copied
    assert "/pages/2/" in copied
    assert "nicht von einer KI geschrieben" in copied


def test_a_thumb_down_asks_why_and_says_thanks(page: Page) -> None:
    page.goto("/")
    turn = ask(page)
    turn.get_by_role("button", name="Nicht hilfreich").click()
    turn.get_by_label("Nicht ausführlich genug").check()
    turn.get_by_label("Anmerkung").fill("Die Fälligkeit fehlt.")
    turn.get_by_role("button", name="Rückmeldung senden").click()
    expect(turn.locator(".thanks")).to_have_text("Vielen Dank für Ihre Rückmeldung.")
    expect(turn.locator(".failure")).to_be_hidden()


def test_a_thumb_down_counts_at_once_and_is_shown_again_behind_a_reload(page: Page) -> None:
    page.goto("/")
    turn = ask(page)
    turn.get_by_role("button", name="Nicht hilfreich").click()
    expect(turn.locator(".thanks")).to_have_text("Vielen Dank für Ihre Rückmeldung.")
    turn.get_by_label("Anmerkung").fill("Die Fälligkeit fehlt.")
    turn.get_by_role("button", name="Rückmeldung senden").click()
    page.reload()
    thumb = page.get_by_role("button", name="Nicht hilfreich")
    expect(thumb).to_have_attribute("aria-pressed", "true")
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.reload()
    thumb.click()
    page.get_by_role("button", name="Hilfreich", exact=True).click()
    expect(page.locator(".thanks")).to_have_text("Vielen Dank für Ihre Rückmeldung.")
    ratings = [json.loads(frame)["rating"] for frame in sent if '"feedback"' in frame]
    assert ratings == ["up"], "a second click on the thumb would have taken the remark away"


@pytest.mark.parametrize("width", [1280, 390])
def test_back_closes_the_source_and_leads_out_of_the_chat_only_then(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/documents/")
    page.goto("/")
    turn = ask(page)
    turn.locator("a[href*='/pages/']").first.click()
    expect(page.locator("#source-panel")).to_be_visible()
    page.go_back()
    expect(page.locator("#source-panel")).to_be_hidden()
    expect(turn).to_be_visible()
    turn.locator("a[href*='/pages/']").first.click()
    page.locator("#source-panel [data-panel='close']").click()
    expect(page.locator("#source-panel")).to_be_hidden()
    until_page_says(page, "history.state === null")
    page.go_back()
    page.wait_for_url("**/documents/")


def test_back_leads_out_of_the_chat_after_a_reload_with_an_open_source(page: Page) -> None:
    page.goto("/documents/")
    page.goto("/")
    ask(page).locator("a[href*='/pages/']").first.click()
    expect(page.locator("#source-panel")).to_be_visible()
    page.reload()
    expect(page.locator(".turn")).to_have_count(1)
    until_page_says(page, "history.state === null")
    page.go_back()
    page.wait_for_url("**/documents/")


def test_an_answer_stopped_before_its_first_word_is_called_nobodys_text(page: Page) -> None:
    page.goto("/")
    turn = ask(page)
    label = turn.evaluate(
        """async () => {
            const chat = document.querySelector("script[src*='chat']").src;
            const { TurnView } = await import(chat.replace(/chat[^/]*$/, "turn.js"));
            const view = new TurnView("?", JSON.parse(document.getElementById("messages").textContent));
            view.finish({ state: "stopped", answer_html: "", ai_generated: false });
            return view.element.querySelector("[data-slot='label']").textContent;
        }"""
    )
    assert label == ""


def test_what_is_typed_survives_a_reload_and_what_is_too_long_is_not_sent(page: Page) -> None:
    page.goto("/")
    box = page.get_by_label("Ihre Frage")
    box.fill("Wie hoch ist die Hundesteuer für")
    page.reload()
    expect(box).to_have_value("Wie hoch ist die Hundesteuer für")
    box.fill("Warum? " * 300)
    page.keyboard.press("Enter")
    assert "höchstens 2000 Zeichen" in box.evaluate("box => box.validationMessage")
    expect(page.locator(".turn")).to_have_count(0)
    box.fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(1)
    page.reload()
    expect(box).to_have_value("")


def test_near_its_limit_the_characters_of_a_question_are_counted(page: Page) -> None:
    page.goto("/")
    box, room = page.get_by_label("Ihre Frage"), page.locator("#room")
    box.fill("a" * 1799)
    expect(room).to_be_hidden()
    box.fill("a" * 1990)
    expect(room).to_have_text("Noch 10 Zeichen")
    box.fill("a" * 2003)
    expect(room).to_contain_text("höchstens 2000 Zeichen")
    box.fill("kurz")
    expect(room).to_be_hidden()


def test_plain_language_that_changes_nothing_says_so(page: Page) -> None:
    page.goto("/")
    turn = ask(page)
    unchanged = {
        "html": turn.locator("[data-slot='text']").inner_html(),
        "label": "Einfache Sprache (Entwurf)",
        "ai_generated": False,
    }
    page.route("**/plain-language", lambda route: route.fulfill(json=unchanged))
    turn.locator("[data-action='simple']").click()
    expect(turn.locator(".thanks")).to_have_text("An dieser Antwort ändert die Einfache Sprache nichts.")


def test_an_answer_seen_again_can_still_be_rated(page: Page) -> None:
    page.goto("/")
    ask(page)
    page.reload()
    page.get_by_role("button", name="Hilfreich", exact=True).click()
    expect(page.locator(".thanks")).to_have_text("Vielen Dank für Ihre Rückmeldung.")


def test_the_language_can_be_switched(page: Page) -> None:
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "de"
    page.locator("#language-menu summary").click()
    page.locator("#language-menu button[value='en']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What would you like to know?")
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.visitor(java_script_enabled=False)
def test_it_answers_as_a_plain_form_without_script(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Ihre Frage").fill(QUESTION)
    page.get_by_role("button", name="Senden").click()
    expect(page.locator(".turn .answer-text")).to_contain_text("144 Euro")
    expect(page.locator(".turn .label")).to_be_visible()
    page.locator(".source a").first.click()
    expect(page.locator("mark")).to_have_count(1)
    page.go_back()
    expect(page.locator(".turn .answer-text")).to_contain_text("144 Euro")


@pytest.mark.visitor(viewport={"width": 320, "height": 256}, device_scale_factor=4)
def test_it_fits_a_screen_at_four_times_the_size(page: Page) -> None:
    page.goto("/")
    ask(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.locator(".composer").evaluate("element => getComputedStyle(element).position") == "static"


@pytest.mark.parametrize(
    "colours",
    [pytest.param(name, marks=pytest.mark.visitor(color_scheme=name)) for name in ("light", "dark")],
)
def test_axe_finds_nothing_serious(page: Page, colours: str) -> None:
    page.goto("/")
    assert serious(page) == []
    ask(page).get_by_role("button", name="Nicht hilfreich").click()
    assert serious(page) == []


def test_the_login_of_the_console_loads(page: Page) -> None:
    page.goto("/admin/")
    page.locator("#id_username").fill("redaktion")
    page.locator("#id_password").fill("ein langes Kennwort")
    page.keyboard.press("Enter")
    expect(page.locator("#user-tools, #site-name").first).to_be_visible()
    page.wait_for_url("**/admin/")


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in {"serious", "critical"}]
