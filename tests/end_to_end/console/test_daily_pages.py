"""Notifications, topics, a run and the marks of a review: with the keyboard alone, on 320 pixels, and read by axe."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connection
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from apps.chat.models import Conversation, Gap, Turn
from apps.documents.models import Source, SourceRun
from apps.evaluation.models import Review, Run
from config.notifications.models import NotificationChoice
from config.notifications.notify_people import watch
from tests import factories
from tests.end_to_end.conftest import Site
from tests.end_to_end.console.test_admin import sign_in
from tests.end_to_end.public_pages.test_keyboard import press, reach
from tests.evaluation.conftest import made_suite, measured_run

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

QUESTION = "Gilt die Bewohnerparkausweisgebührenordnung?"
"""With a word as long as a phone is wide."""
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def run(site: Site, django_db_blocker: DjangoDbBlocker) -> Run:
    """With a reply to mark, an alarm that somebody is told of, and what three people asked."""
    with django_db_blocker.unblock():
        run = measured_run(made_suite(), mean=0.5)
        source = Source.objects.create(name="Rat", kind="cms", collection=factories.collection("rat"), location="x")
        SourceRun.objects.create(source=source, state="failed", reason_code="listing_empty")
        for _ in range(3):
            talk = Conversation.objects.create()
            Turn.objects.create(conversation=talk, number=1, question=QUESTION, state="done")
        watch()
        connection.close()
    return run


def addresses(run: Run) -> list[str]:
    reply = run.dialogues.get(number=1).turns.get()
    base = f"/admin/evaluation/run/{run.pk}/change/"
    parts = [f"{base}?view={name}" for name in ("weak", "all", "figures")]
    return ["/admin/", "/admin/notifications/", "/admin/topics/", *parts, f"/admin/evaluation/review/turn/{reply.pk}/"]


# The audit itself sets inline styles, so the content policy is off here; the tests below keep to it.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.visitor(bypass_csp=True, reduced_motion="reduce", **options))
        for name, options in {
            "light": {"color_scheme": "light"},
            "dark, phone": {"color_scheme": "dark", "viewport": {"width": 320, "height": 640}},
        }.items()
    ],
)
def test_axe_finds_nothing_and_no_page_is_wider_than_its_window(page: Page, run: Run, name: str) -> None:
    sign_in(page, "redaktion")
    found: dict[str, list[str]] = {}
    for number, address in enumerate(addresses(run)):
        page.goto(address)
        found[address] = []
        # Every page in every look is audited by benchmarks/walk.py; here the looks take turns.
        if number % 2 == (name == "light"):
            violations = Axe().run(page).response["violations"]
            found[address] = [f"{one['id']}: {one['nodes'][0]['html']}" for one in violations]
        if (width := page.evaluate(WIDTH)) > page.evaluate("innerWidth"):
            found[address].append(f"{width} pixels wide")
    assert {address: faults for address, faults in found.items() if faults} == {}


def test_notifications_are_read_and_chosen_with_the_keyboard(page: Page, run: Run) -> None:
    sign_in(page, "redaktion")
    press(page, "a.bell")
    page.wait_for_url("**/admin/notifications/")
    reach(page, ".events a")
    reach(page, "[name=mail-source_alarm]")
    page.keyboard.press("Space")
    press(page, "form[action$='choices/'] button")
    expect(page.locator(".messagelist")).to_contain_text("Auswahl ist gespeichert")
    assert NotificationChoice.objects.get(kind="source_alarm").by_mail is False


def test_the_buttons_of_a_topic_stand_in_one_line(page: Page, run: Run) -> None:
    sign_in(page, "redaktion")
    page.goto("/admin/topics/")
    places = (
        page.locator(".topics .gate-buttons")
        .first.locator(".button")
        .evaluate_all("all => all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => [top, height])")
    )
    assert len(places) > 1
    assert all(place == places[0] for place in places), places


def test_a_gap_is_made_of_a_topic_with_the_keyboard(page: Page, run: Run) -> None:
    sign_in(page, "redaktion")
    page.goto("/admin/topics/")
    press(page, "form[action$='topics/gap/'] button")
    page.wait_for_url("**/admin/chat/gap/*/change/")
    assert Gap.objects.get().question == QUESTION


def test_parts_and_cases_of_a_run_open_with_the_keyboard(page: Page, run: Run) -> None:
    sign_in(page, "redaktion")
    page.goto(f"/admin/evaluation/run/{run.pk}/change/")
    press(page, ".tabs a[href='?view=all']")
    expect(page.locator(".tabs a[aria-current]")).to_contain_text("Alle")
    reach(page, ".case summary")
    page.keyboard.press("Enter")
    expect(page.locator(".case[open] .answer").first).to_be_visible()


def test_a_reply_is_marked_with_the_keys_1_to_5(page: Page, run: Run) -> None:
    sign_in(page, "redaktion")
    reply = run.dialogues.get(number=1).turns.get()
    page.goto(f"/admin/evaluation/review/turn/{reply.pk}/")
    expect(page.locator("[data-review-keys]")).to_be_visible()
    for mark in "543215":
        page.keyboard.press(mark)
    expect(page.locator("input[type=submit].default")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/evaluation/review/**")
    expect(page.locator(".errorlist")).to_have_count(0)
    assert Review.objects.get().turn_id == reply.pk


@pytest.mark.visitor(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
def test_on_a_phone_the_cited_page_fits_and_nothing_is_said_of_keys(page: Page, run: Run) -> None:
    sign_in(page, "redaktion")
    reply = run.dialogues.get(number=2).turns.get()
    page.goto(f"/admin/evaluation/review/turn/{reply.pk}/")
    expect(page.locator("[name=overall]").first).to_be_visible()
    expect(page.locator("[data-review-keys]")).to_be_hidden()
    # Fixed to the window, it is not in the width of the page: its button to close it was cut in half.
    edge = "(panel) => { panel.showModal(); return panel.getBoundingClientRect().right; }"
    assert page.locator("#source-panel").evaluate(edge) <= page.evaluate("innerWidth")


def test_what_was_said_of_one_address_goes_when_the_browser_refuses_the_next(page: Page, run: Run) -> None:
    sign_in(page, "redaktion")
    page.goto("/admin/llm/chatmodel/connect/")
    page.fill("[name=base_url]", "https://nowhere.example/v1")
    page.locator("button[value=list]").press("Enter")
    expect(page.locator("form.connect .steps li.problem")).to_have_count(1)
    # A button that is switched off meanwhile loses it.
    expect(page.locator("button[value=list]")).to_be_focused()
    page.fill("[name=base_url]", "no address")
    page.click("button[value=list]")
    expect(page.locator("form.connect .steps li")).to_have_count(0)
