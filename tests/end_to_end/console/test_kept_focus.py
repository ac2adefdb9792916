"""What the console shows anew takes the focus from nobody: without a mouse one would begin again at the top."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from apps.evaluation.models import Dialogue, DialogueTurn, Run, RunKind, RunState
from tests.end_to_end.conftest import Site
from tests.end_to_end.console.test_admin import PASSWORD, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
T = TypeVar("T")
RENEWED_WITHIN, LONGER_THAN_A_PERIOD = 30_000, 6_000
"""Milliseconds."""


@pytest.fixture(scope="module", autouse=True)
def _staff(site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    """Committed; removed together with `site`."""
    with django_db_blocker.unblock():
        person = User.objects.create_user("administrator-person", password=PASSWORD, is_staff=True)
        person.groups.add(Group.objects.get(name="administrator"))
        connection.close()


def committed(work: Callable[[], T]) -> T:
    """By another thread, which has a connection of its own: the server is another process."""

    def done() -> T:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as another:
        return another.submit(done).result()


def run_under_way(replies: int = 0) -> Run:
    return committed(lambda: run_with(replies))


def run_with(replies: int) -> Run:
    """Each case has an inner part of the same name."""
    run = Run.objects.create(kind=RunKind.DIALOGUES, state=RunState.RUNNING)
    for number in range(1, replies + 1):
        dialogue = Dialogue.objects.create(run=run, number=number, question=f"Frage {number}")
        passages = [{"document": number, "title": "Satzung"}]
        DialogueTurn.objects.create(dialogue=dialogue, number=1, reply="Antwort", score=0.1, passages=passages)
    return run


def finish(run: Run) -> None:
    ended = {"state": RunState.FINISHED, "finished_at": timezone.now()}
    committed(lambda: Run.objects.filter(pk=run.pk).update(**ended))


TYPED = """() => {
    const field = Object.assign(document.createElement("input"), { id: "typed" });
    document.getElementById("content-main").append(field);
    field.value = "nicht fertig";
}"""


def test_a_run_that_ends_leaves_the_focus_where_it_is_and_is_said(page: Page) -> None:
    sign_in(page, "administrator-person")
    run = run_under_way()
    page.goto(f"/admin/evaluation/run/{run.pk}/change/")
    page.evaluate(TYPED)
    finish(run)
    page.wait_for_timeout(LONGER_THAN_A_PERIOD)
    # What somebody types is not renewed away.
    expect(page.locator("#typed")).to_have_value("nicht fertig")
    page.locator("#typed").fill("")
    tab = page.locator("nav.tabs a").nth(2)
    tab.focus()
    expect(page.locator(".run-state")).to_contain_text("beendet", timeout=RENEWED_WITHIN)
    expect(tab).to_be_focused()
    expect(page.locator("body > [role=status]")).to_contain_text("beendet")


MARKED = """() => document.getElementById("content-main").insertAdjacentHTML("beforeend", `
    <input type="checkbox" value="1" id="ticked"><select id="chosen"><option>eins<option>zwei</select>`)"""


@pytest.mark.parametrize("control", ["#ticked", "#chosen"])
def test_what_is_ticked_or_chosen_is_not_renewed_away(page: Page, control: str) -> None:
    sign_in(page, "administrator-person")
    run = run_under_way()
    page.goto(f"/admin/evaluation/run/{run.pk}/change/")
    page.evaluate(MARKED)
    marked = page.locator(control)
    marked.check() if control == "#ticked" else marked.select_option("zwei")
    page.locator("nav.tabs a").nth(2).focus()
    finish(run)
    page.wait_for_timeout(LONGER_THAN_A_PERIOD)
    if control == "#ticked":
        expect(marked).to_be_checked()
        marked.uncheck()
    else:
        expect(marked).to_have_value("zwei")
        marked.select_option("eins")
    page.locator("nav.tabs a").nth(2).focus()
    expect(page.locator(".run-state")).to_contain_text("beendet", timeout=RENEWED_WITHIN)


def test_what_is_unfolded_and_has_the_focus_stays_among_equal_ones(page: Page) -> None:
    sign_in(page, "administrator-person")
    run = run_under_way(replies=2)
    page.goto(f"/admin/evaluation/run/{run.pk}/change/?view=all")
    first, second = page.locator("#dialogue-1"), page.locator("#dialogue-2")
    second.locator("> summary").click()
    second.locator("details summary").click()
    committed(lambda: Dialogue.objects.filter(run=run).update(score=0.9))
    expect(second.locator("> summary")).to_contain_text("0,90", timeout=RENEWED_WITHIN)
    expect(second.locator("details summary")).to_be_focused()
    expect(second.locator("details")).to_have_attribute("open", "")
    for folded in (first, first.locator("details")):
        expect(folded).not_to_have_attribute("open", "")


def test_a_weak_case_that_somebody_folded_stays_folded(page: Page) -> None:
    sign_in(page, "administrator-person")
    run = run_under_way(replies=2)
    page.goto(f"/admin/evaluation/run/{run.pk}/change/?view=weak")
    opened = page.locator("details.case[open]")
    opened.locator("> summary").click()
    expect(opened).to_have_count(0)
    finish(run)
    expect(page.locator(".run-state")).to_contain_text("beendet", timeout=RENEWED_WITHIN)
    expect(opened).to_have_count(0)
