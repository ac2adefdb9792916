"""Why these sources: below an answer and, for two profiles side by side, in the console; in a real browser."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.end_to_end.city import QUESTION
from tests.end_to_end.console.test_admin import sign_in
from tests.end_to_end.public_pages.test_chat_page import ask, serious

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


def opened_panel(page: Page) -> Locator:
    page.goto("/")
    panel = ask(page).locator("details.why")
    expect(panel.get_by_role("table")).to_have_count(0)
    panel.get_by_text("Warum diese Quellen?").press("Enter")
    panel.get_by_text("Technische Einzelheiten").press("Enter")
    expect(panel.get_by_role("table", name="Schritte der Suche")).to_be_visible()
    return panel


def tried(page: Page, question: str, first: str, second: str) -> Locator:
    sign_in(page, "redaktion")
    page.goto("/admin/retrieval/profile/try/")
    page.get_by_label("Frage").fill(question)
    page.get_by_label("Profil", exact=False).first.select_option(label=first)
    page.get_by_label("Anderes Profil").select_option(label=second)
    page.locator("main, #content").get_by_role("button", name="Suche").first.click()
    sides = page.locator(".side-by-side section")
    expect(sides).to_have_count(2)
    return sides


def test_a_reader_opens_the_reasons_below_an_answer(page: Page) -> None:
    panel = opened_panel(page)
    steps = panel.get_by_role("table", name="Schritte der Suche")
    for label in ("Frage einbetten", "aussagekräftige Wörter auswählen", "Dokumente auswählen"):
        expect(steps.get_by_role("rowheader", name=label, exact=True)).to_be_visible()
    expect(panel).to_contain_text(QUESTION)
    expect(panel.get_by_role("table", name="Passagen, die das Modell erhielt")).to_contain_text("Hundesteuersatzung")


def test_two_profiles_are_tried_side_by_side(page: Page) -> None:
    names = ("Nur Auszüge", "Wörter und Vektoren")
    sides = tried(page, QUESTION, *names)
    for side, name in zip(sides.all(), names, strict=True):
        expect(side.get_by_role("heading", level=2)).to_have_text(name)
        expect(side.get_by_role("link").first).to_have_text("Hundesteuersatzung")
        expect(side.locator("li").first).to_contain_text("anderes Profil: Platz 1")
        expect(side.get_by_role("table", name="Schritte der Suche")).to_contain_text("Vektoren der Seiten vergleichen")


def test_a_question_without_result_says_why_on_both_sides(page: Page) -> None:
    sides = tried(page, "Xylophonquastenflosser", "Wörter", "Wörter")
    for side in sides.all():
        expect(side.locator(".notice")).to_have_text("Keines der Wörter der Frage steht in den Dokumenten.")


@pytest.mark.visitor(bypass_csp=True, reduced_motion="reduce")
def test_axe_finds_nothing_serious(page: Page) -> None:
    opened_panel(page)
    assert serious(page) == []
    tried(page, QUESTION, "Nur Auszüge", "Wörter und Vektoren")
    assert serious(page) == []
