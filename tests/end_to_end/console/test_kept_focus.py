"""What the console shows anew takes the focus from nobody: without a mouse one would begin again at the top."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from apps.evaluation.models import Run, RunKind, RunState
from tests.end_to_end.conftest import Site
from tests.end_to_end.console.test_admin import PASSWORD, sign_in

# Committed: the server is another process.
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RENEWED_WITHIN, LONGER_THAN_A_PERIOD = 30_000, 6_000
"""Milliseconds."""


@pytest.fixture(scope="module", autouse=True)
def _staff(site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    """Committed; removed together with `site`."""
    with django_db_blocker.unblock():
        person = User.objects.create_user("administrator-person", password=PASSWORD, is_staff=True)
        person.groups.add(Group.objects.get(name="administrator"))
        connection.close()


def run_under_way() -> Run:
    return Run.objects.create(kind=RunKind.DIALOGUES, state=RunState.RUNNING)


def finish(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(state=RunState.FINISHED, finished_at=timezone.now())


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
