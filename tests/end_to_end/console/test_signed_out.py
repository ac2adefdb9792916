"""Somebody is signed out while a form is open: what was typed comes back, to nobody else."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from playwright.sync_api import Page, Route, expect
from pytest_django import DjangoDbBlocker

from apps.chat.models import PlatformUser
from tests.end_to_end.conftest import Site
from tests.end_to_end.console.test_admin import PASSWORD, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

WORDS = "Diese Sammlung hält Satzungen."


@pytest.fixture(scope="module", autouse=True)
def _staff(site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    """Two editors, an administrator and somebody on Slack, committed because the server is another process."""
    with django_db_blocker.unblock():
        for name in ("edda", "edith"):
            person = User.objects.create_user(name, password=PASSWORD, is_staff=True)
            person.groups.add(Group.objects.get(name="editor"))
        User.objects.create_superuser("alma", password=PASSWORD)
        PlatformUser.objects.create(platform="slack", workspace="T1", external_id="U1", name="Edda in Slack")
        connection.close()


def open_collection(page: Page) -> None:
    """With its scripts, for which nobody types too fast but a test."""
    sign_in(page, "edda")
    page.goto("/admin/documents/collection/")
    page.get_by_role("link", name="Stadt Musterfurt").click()
    page.wait_for_url("**/change/")


def typed(page: Page) -> str:
    """The address of a form of which somebody was signed out, filled and sent."""
    open_collection(page)
    page.locator("[name=description]").fill(WORDS)
    address = page.url
    page.context.clear_cookies(name="sessionid")
    page.locator("[name=_save]").click()
    expect(page.locator("#login-form")).to_be_visible()
    return address


def sign_in_by_form(page: Page, name: str) -> None:
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#user-tools")).to_be_visible()


def test_what_was_typed_is_back_after_the_sign_in_and_is_saved_by_the_person(page: Page) -> None:
    address = typed(page)
    expect(page.get_by_role("status")).to_contain_text("Sie waren abgemeldet")
    page.locator("[name=username]").fill("edda")
    page.locator("[name=password]").fill("falsch")
    page.keyboard.press("Enter")
    expect(page.locator(".errornote")).to_have_text(
        "Benutzername oder Passwort stimmt nicht. Beide unterscheiden Groß- und Kleinschreibung."
    )
    sign_in_by_form(page, "edda")
    assert page.url == address
    expect(page.locator("[name=description]")).to_have_value(WORDS)
    expect(page.get_by_role("status")).to_contain_text("noch nicht gesichert")
    page.locator("[name=_save]").click()
    expect(page.locator(".messagelist .success")).to_be_visible()
    page.goto(address)
    expect(page.locator("[name=description]")).to_have_value(WORDS)
    page.locator("[name=description]").fill("")
    page.locator("[name=_save]").click()
    expect(page.locator(".messagelist .success")).to_be_visible()


def test_nobody_else_gets_it(page: Page) -> None:
    address = typed(page)
    sign_in_by_form(page, "edith")
    assert page.url == address
    expect(page.locator("[name=description]")).to_have_value("")
    page.wait_for_load_state()
    assert page.evaluate("sessionStorage.length") == 0


def test_a_form_is_taken_after_signing_in_again_in_another_tab(page: Page) -> None:
    open_collection(page)
    page.locator("[name=description]").fill(WORDS)
    other = page.context.new_page()
    page.context.clear_cookies()
    other.goto("/admin/login/?next=/admin/")
    sign_in_by_form(other, "edda")
    page.locator("[name=_continue]").click()
    expect(page.locator(".messagelist .success")).to_be_visible()
    expect(page.locator("[name=description]")).to_have_value(WORDS)


def test_an_account_that_was_looked_up_is_chosen_again(page: Page) -> None:
    """The page names only the account that is saved; another one comes by typing."""
    sign_in(page, "alma")
    page.goto("/admin/chat/platformuser/")
    page.get_by_role("link", name="Edda in Slack").click()
    page.locator(".field-user .select2-selection").click()
    page.locator(".select2-search__field").fill("edda")
    page.locator(".select2-results__option", has_text="edda").click()
    chosen = page.locator("[name=user]").input_value()
    page.context.clear_cookies(name="sessionid")
    page.locator("[name=_continue]").click()
    sign_in_by_form(page, "alma")
    expect(page.locator("[name=user]")).to_have_value(chosen)
    expect(page.locator(".field-user .select2-selection")).to_contain_text("edda")


def test_the_account_of_the_organisation_leads_back_to_the_form_too(page: Page) -> None:
    def offer_sign_in(route: Route) -> None:
        answer = route.fetch()
        link = '<p class="single-sign-on"><a href="/sign-in/?next=/nowhere/">Konto</a></p></body>'
        route.fulfill(response=answer, body=answer.text().replace("</body>", link))

    page.route(lambda address: address.endswith("/change/"), offer_sign_in)
    address = typed(page)
    link = page.locator(".single-sign-on a")
    expect(link).not_to_have_attribute("href", "/sign-in/?next=/nowhere/")
    wanted = link.evaluate("link => new URL(link.href).searchParams.get('next')")
    assert address.endswith(wanted)
