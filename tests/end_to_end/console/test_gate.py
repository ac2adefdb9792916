"""The gate in a real browser: a draft that breaks a control stays a draft, whatever an editor presses."""

from io import StringIO

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection
from django.forms import modelform_factory
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from apps.evaluation.models import Draft, Release, Run, Suite
from apps.llm.models import Prompt
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.publication_hooks import PublicationHeld
from tests.end_to_end.conftest import Site
from tests.end_to_end.console.test_admin import ADDITION, PASSWORD, open_prompt, sign_in
from tests.end_to_end.public_pages.test_chat_page import serious
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
    page.goto("/admin/evaluation/run/start/")
    found["starting"] = serious(page)
    page.locator("input[name=estimate]").click()
    expect(page.locator("p.notice")).to_be_visible()
    found["forecast"] = serious(page)
    for run in (measured_run(Suite.objects.get(), mean=0.5), hit_rate_run(), hit_rate_run()):
        page.goto(f"/admin/evaluation/run/{run.pk}/change/")
        found[str(run)] = serious(page)
    assert {name: violations for name, violations in found.items() if violations} == {}


def hit_rate_run() -> Run:
    figures = {
        "hit_rate": {"1": 0.5, "3": 1.0}, "page_hit_rate": {"1": None, "3": None}, "mrr": 0.75,
        "interval_95": {"1": [0.1, 0.9], "3": [0.3, 1.0]}, "unanswered": 0,
    }  # fmt: skip
    result = {
        "questions": 2, "algorithms": {"hybrid": figures}, "asked": "x", "shown": "hybrid", "comparisons": [],
        "questions_asked": ["Was?", "Wer?"], "ranks": {"hybrid": [1, 2]},
    }  # fmt: skip
    return Run.objects.create(kind="hit-rate", state="finished", result=result, mean=1.0, finished_at=timezone.now())


def number_in_force() -> int:
    return load_published_prompt("answer").number


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
    # The interface has no such address, and neither the command nor a form of the model itself gets past the gate.
    signed = {"Referer": address, "X-CSRFToken": token}
    for address_of_api in ("prompts/answer/publish", f"drafts/{draft.pk}/publish"):
        assert page.request.post(f"/api/v1/{address_of_api}", headers=signed).status == 404
    with pytest.raises(CommandError, match="Not passed"):
        call_command("evaluate", "gate", "--draft", str(draft.pk), "--no-run", "--publish", stdout=StringIO())
    prompt = Prompt.objects.get(slug="answer")
    with pytest.raises(PublicationHeld):
        modelform_factory(Prompt, fields=["published"])({"published": draft.content["version"]}, instance=prompt).save()
    with pytest.raises(IntegrityError, match="only through the gate"), connection.cursor() as cursor:
        cursor.execute("UPDATE llm_prompt SET published_id = %s WHERE id = %s", [draft.content["version"], prompt.pk])
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
    page.locator("button[formaction*='roll-back']").first.click()
    expect(page.locator(".messagelist")).to_be_visible()
    assert number_in_force() == before
