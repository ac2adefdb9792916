"""The gate in a real browser: a draft that breaks a control stays a draft, whatever an editor presses."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from apps.evaluation.models import Draft, Release, Suite
from apps.llm.prompts import published
from tests.end_to_end.conftest import Site
from tests.end_to_end.test_admin import ADDITION, PASSWORD, open_prompt, sign_in
from tests.end_to_end.test_chat_page import serious
from tests.evaluation.conftest import made_suite, measured_run

# Committed: the server is another process.
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

REASON = "Die Kontrolle prüft ein Dokument, das es nicht mehr gibt."


@pytest.fixture(scope="module", autouse=True)
def _pinned(site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    """Committed, because the server is another process; removed together with `site`."""
    with django_db_blocker.unblock():
        for group in ("editor", "administrator"):
            person = User.objects.create_user(f"{group}-person", password=PASSWORD, is_staff=True)
            person.groups.add(Group.objects.get(name=group))
        suite = made_suite()
        Suite.objects.filter(pk=suite.pk).update(is_pinned=True)
        connection.close()


@pytest.mark.django_db
@pytest.mark.visitor(bypass_csp=True, reduced_motion="reduce")
def test_axe_finds_nothing_serious_on_the_pages_of_evaluation(page: Page) -> None:
    sign_in(page, "administrator-person")
    found = {}
    for name in ("suite", "case", "persona", "run", "draft", "release", "review", "sampling"):
        page.goto(f"/admin/evaluation/{name}/")
        found[name] = serious(page)
    page.goto("/admin/evaluation/suite/")
    page.get_by_role("link", name="Prüfung").first.click()
    found["a suite"] = serious(page)
    page.goto(page.url.replace("/change/", "/build/"))
    found["building"] = serious(page)
    assert {name: violations for name, violations in found.items() if violations} == {}


def number_in_force() -> int:
    return published("answer").number


def test_a_draft_that_breaks_a_control_goes_live_only_with_a_reason_and_back_with_one_click(
    page: Page,
) -> None:
    sign_in(page, "editor-person")
    open_prompt(page, "answer")
    wording = page.get_by_label("Systemnachricht")
    wording.fill(wording.input_value() + f"\n{ADDITION}")
    page.get_by_role("button", name="Sichern", exact=True).click()
    # Saving leads to the draft, which says that it is not live.
    expect(page.locator("#gate-heading")).to_be_visible()
    address = page.url
    draft, suite = Draft.objects.get(), Suite.objects.get()
    before = number_in_force()
    measured_run(suite)
    measured_run(suite, draft, broken=[3])
    page.goto(address)
    expect(page.get_by_text("Wer wird Weltmeister?").first).to_be_visible()
    expect(page.get_by_text("Antwort alt 3")).to_be_visible()
    expect(page.get_by_text("Antwort neu 3")).to_be_visible()
    expect(page.get_by_role("button", name="Veröffentlichen", exact=True)).to_have_count(0)
    # The address of the button, without the button.
    token = page.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    for action in ("publish", "override"):
        page.request.post(
            address.replace("/change/", f"/{action}/"),
            form={"csrfmiddlewaretoken": token, "reason": REASON},
            headers={"Referer": address},
        )
    assert number_in_force() == before

    page.context.clear_cookies()
    sign_in(page, "administrator-person")
    page.goto(address)
    page.locator("details summary").first.click()
    page.get_by_role("textbox").fill(REASON)
    page.locator("form[action$='/override/'] button").click()
    expect(page.locator(".messagelist")).to_be_visible()
    assert number_in_force() == before + 1
    assert Release.objects.filter(action="overridden", reason=REASON, by="administrator-person").exists()
    page.goto("/admin/evaluation/release/")
    page.locator("a.button[href*='roll-back']").first.click()
    page.locator("#content-main form button").click()
    expect(page.locator(".messagelist")).to_be_visible()
    assert number_in_force() == before
