"""The console in a real browser, as editors, evaluators and administrators use it."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.utils import translation
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from apps.evaluation.models import Release
from apps.retrieval.algorithms import ALGORITHMS
from apps.simplify.models import WordList
from tests.end_to_end.conftest import Site
from tests.end_to_end.public_pages.test_chat_page import ask, serious

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

PASSWORD = "ein langes Kennwort"
ADDITION = "Nennen Sie nur Hauptwörter."
BUTTONS_WITHOUT_EDGE = """() =>
  [...document.querySelectorAll("#content :is(.button, [type=submit], .object-tools :is(a, button))")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).borderTopWidth === "0px")
  .map((one) => one.outerHTML)"""


@pytest.fixture(scope="module", autouse=True)
def _staff(site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    """Two people and a list of words, committed because the server is another process; removed together with `site`."""
    with django_db_blocker.unblock():
        for group in ("editor", "evaluator"):
            person = User.objects.create_user(f"{group}-person", password=PASSWORD, is_staff=True)
            person.groups.add(Group.objects.get(name=group))
        Release.objects.create(
            action=Release.Action.PUBLISHED, kind="prompt", target="judge", by="evaluator-person", run_number=3,
            before={"number": 1}, after={"number": 2},
            reason="Kein fertiger Lauf von „Bürgerfragen“ auf diesem Entwurf.",
        )  # fmt: skip
        WordList.objects.create(name="Begriffe der Stadt")
        connection.close()


def sign_in(page: Page, name: str) -> None:
    """As after the form, which has tests of its own: the password alone takes the server half a second."""
    with ThreadPoolExecutor(1) as another:
        # Another thread has a connection of its own, so the server sees the session.
        session = another.submit(session_of, name).result()
    address = page.request.get("/healthz").url
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": address}])
    page.goto("/admin/")
    expect(page.locator("#user-tools")).to_contain_text(re.compile(name, re.IGNORECASE))


def session_of(name: str) -> str:
    try:
        client = Client()
        client.force_login(User.objects.get(username=name))
        return client.cookies[settings.SESSION_COOKIE_NAME].value
    finally:
        connection.close()


def open_prompt(page: Page, name: str) -> None:
    page.goto("/admin/llm/prompt/")
    page.get_by_role("link", name=name, exact=True).click()


def name_of(algorithm: str) -> str:
    with translation.override("de"):
        return str(ALGORITHMS[algorithm].label)


def algorithm_of_next_answer(page: Page) -> str:
    page.goto("/")
    turn = ask(page)
    turn.locator(".why > summary").click()
    turn.locator(".technical summary").click()
    expect(turn.locator(".technical dl")).to_be_visible()
    return turn.locator(".technical dl").inner_text()


def test_a_wrong_password_opens_nothing(page: Page) -> None:
    page.goto("/admin/")
    page.get_by_label("Benutzername").fill("redaktion")
    page.get_by_label("Passwort").fill("geraten")
    page.get_by_role("button", name="Anmelden").click()
    expect(page.locator(".errornote")).to_be_visible()
    expect(page.locator("#user-tools")).to_have_count(0)


def test_the_first_page_says_how_things_stand(page: Page) -> None:
    sign_in(page, "redaktion")
    panel = page.get_by_role("region", name="Stand der Installation")
    expect(panel).to_contain_text("2 durchsuchbar")
    expect(panel).to_contain_text("Offline (Auszüge)")
    expect(panel).to_contain_text("Lebenszeichen vor")
    expect(panel.locator(".alarming")).to_contain_text(["Arbeitsprozess"])
    panel.get_by_role("link", name="2 durchsuchbar").click()
    expect(page.locator("#result_list tbody tr")).to_have_count(2)


def test_the_very_next_answer_uses_the_profile_that_was_switched_on(page: Page) -> None:
    sign_in(page, "redaktion")
    before = algorithm_of_next_answer(page)
    other = "summaries-and-chunks" if name_of("chunks-only") in before else "chunks-only"
    assert name_of(other) not in before
    page.goto(f"/admin/retrieval/profile/?algorithm={other}")
    page.locator("#result_list tbody th a").click()
    page.get_by_role("button", name="Für alle Antworten verwenden").click()
    expect(page.locator(".messagelist")).to_contain_text("gilt ab der nächsten Frage")
    assert name_of(other) in algorithm_of_next_answer(page)


def test_an_editor_writes_a_prompt_compares_and_goes_back(page: Page) -> None:
    sign_in(page, "editor-person")
    open_prompt(page, "tag")
    system = page.get_by_label("Systemnachricht")
    first = system.input_value()
    system.fill(f"{first}\n{ADDITION}")
    page.get_by_label("Was sich geändert hat").fill("strenger")
    page.get_by_role("button", name="Sichern und weiter bearbeiten").click()
    versions = page.get_by_role("table", name="Versionen")
    expect(versions.get_by_role("row", name=re.compile("strenger"))).to_contain_text("gilt")

    versions.get_by_role("link", name="2", exact=True).click()
    expect(page.locator(".comparison .added")).to_have_text(ADDITION)
    expect(page.locator(".comparison .removed")).to_have_count(0)

    page.get_by_label("Vergleichen mit Version").select_option("2")
    page.get_by_role("button", name="Vergleichen").click()
    expect(page.locator(".comparison .added")).to_have_count(0)

    open_prompt(page, "tag")
    versions.get_by_role("link", name="1", exact=True).click()
    page.get_by_role("button", name="Version 1 in Kraft setzen").click()
    expect(page.locator(".messagelist")).to_contain_text("Version 1 gilt ab jetzt.")
    expect(system).to_have_value(first)


def test_a_prompt_without_its_variable_is_refused_and_nothing_typed_is_lost(page: Page) -> None:
    sign_in(page, "editor-person")
    open_prompt(page, "summarise")
    page.get_by_label("Benutzernachricht").fill("Fassen Sie zusammen.")
    page.get_by_role("button", name="Sichern", exact=True).click()
    expect(page.locator(".errornote, .errorlist").filter(has_text="{text}")).to_be_visible()
    expect(page.get_by_label("Benutzernachricht")).to_have_value("Fassen Sie zusammen.")


def test_buttons_are_read_out_as_they_are_written(page: Page) -> None:
    sign_in(page, "editor-person")
    page.goto("/admin/simplify/wordlist/")
    page.locator("#result_list").get_by_role("link", name="Begriffe der Stadt").click()
    expect(page.get_by_role("link", name="Löschen", exact=True)).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Sichern", exact=True)).to_be_visible()


@pytest.mark.visitor(forced_colors="active")
def test_buttons_have_an_edge_in_colours_of_the_reader(page: Page, site: Site) -> None:
    sign_in(page, "editor-person")
    for address in ("documents/document/", f"documents/document/{site.city.statute}/change/", "chat/gap/"):
        page.goto(f"/admin/{address}")
        without = page.evaluate(BUTTONS_WITHOUT_EDGE)
        assert without == [], address


@pytest.mark.visitor(viewport={"width": 390, "height": 800})
def test_a_list_on_a_phone_breaks_no_title_into_syllables(page: Page) -> None:
    sign_in(page, "editor-person")
    page.goto("/admin/documents/document/")
    title = page.locator("#result_list tbody th").first.bounding_box()
    assert title is not None
    assert title["width"] > 150


@pytest.mark.visitor(viewport={"width": 390, "height": 800}, bypass_csp=True)
def test_the_rows_of_a_list_on_a_phone_show_all_their_values_with_the_names_of_their_columns(page: Page) -> None:
    sign_in(page, "redaktion")
    page.goto("/admin/auth/user/")
    row = page.locator("#result_list tbody tr").filter(has_text="editor-person")
    right_edges = row.locator("td, th").evaluate_all("cells => cells.map((cell) => cell.getBoundingClientRect().right)")
    assert max(right_edges) <= 390
    role = row.locator(".field-roles")
    # Seen, and not read out beside the head of the column.
    assert role.evaluate("cell => getComputedStyle(cell, '::before').content") == '"Rolle" / ""'
    # Nothing is seen of an address of mail that somebody has not; to a screen reader it stays a cell.
    nothing = row.locator(".field-email").bounding_box()
    assert nothing is not None
    assert nothing["width"] <= 1
    expect(row.locator("td:visible")).to_have_count(page.get_by_role("columnheader").count() - 1)
    assert serious(page) == []


@pytest.mark.visitor(viewport={"width": 390, "height": 800})
def test_the_filters_on_a_phone_stand_folded_above_the_rows(page: Page) -> None:
    sign_in(page, "redaktion")
    page.goto("/admin/documents/document/?status__exact=ready")
    choice = page.locator("#changelist-filter li a").first
    expect(choice).to_be_hidden()
    filters, rows = page.locator("#changelist-filter").bounding_box(), page.locator("#result_list").bounding_box()
    assert filters is not None
    assert rows is not None
    assert filters["y"] + filters["height"] <= rows["y"]
    expect(page.get_by_role("link", name="Alle Filter zurücksetzen")).to_be_visible()
    fold = page.locator("#changelist-filter .filters > summary")
    expect(fold).to_contain_text("(1 aktiv)")
    fold.press("Enter")
    expect(choice).to_be_visible()
    # The first of the list that a keyboard comes to, as it is to the eye.
    assert page.locator("#changelist :is(a, summary, input:not([type=hidden]))").first.inner_text() == fold.inner_text()
    assert page.evaluate("sessionStorage.getItem('django.admin.filtersState')") is None
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(page.locator("#changelist > :last-child")).to_have_id("changelist-filter")


@pytest.mark.visitor(viewport={"width": 390, "height": 800})
def test_the_head_on_a_phone_is_one_line_with_a_menu(page: Page) -> None:
    sign_in(page, "editor-person")
    head = page.locator("#header").bounding_box()
    assert head is not None
    assert head["height"] <= 64
    search = page.locator("#console-search")
    expect(search).to_be_hidden()
    page.get_by_role("button", name="Menü").press("Enter")
    expect(page.get_by_role("button", name="Abmelden")).to_be_visible()
    expect(search).to_be_visible()
    page.keyboard.press("Escape")
    expect(search).to_be_hidden()
    page.get_by_role("button", name="Menü").press("Enter")
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(page.locator("#console-menu:popover-open")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_role("button", name="Menü").press("Enter")
    search.fill("Hund")
    search.press("Enter")
    expect(page).to_have_url(re.compile(r"/search/\?q=Hund"))


@pytest.mark.visitor(viewport={"width": 390, "height": 800})
def test_a_table_on_a_phone_keeps_the_words_of_its_head_whole(page: Page) -> None:
    sign_in(page, "editor-person")
    page.goto("/admin/notifications/")
    head = page.get_by_role("columnheader", name="In der Verwaltung")
    # As wide as its longest word: "VERWALTUN / G" were two lines of one.
    before = head.evaluate("cell => cell.clientWidth")
    head.evaluate("cell => { cell.style.overflowWrap = 'normal' }")
    assert head.evaluate("cell => cell.clientWidth") == before


def test_a_long_name_without_a_blank_hides_no_column(page: Page) -> None:
    sign_in(page, "editor-person")
    page.goto("/admin/documents/document/")
    title = page.locator("#result_list tbody th a").first
    title.evaluate("link => { link.textContent = 'Niederschrift_'.repeat(20) }")
    row = title.locator("xpath=ancestor::tr").bounding_box()
    list_box = page.locator("#changelist-form .results").bounding_box()
    assert row is not None
    assert list_box is not None
    assert row["width"] <= list_box["width"] + 1


@pytest.mark.visitor(viewport={"width": 1024, "height": 800})
def test_the_button_that_rolls_back_stands_whole_in_the_release_log(page: Page) -> None:
    sign_in(page, "editor-person")
    page.goto("/admin/evaluation/release/")
    button = page.get_by_role("button", name="Zurücknehmen").first.bounding_box()
    list_box = page.locator("#changelist-form .results").bounding_box()
    assert button is not None
    assert list_box is not None
    assert button["x"] + button["width"] <= list_box["x"] + list_box["width"]


def test_many_buttons_leave_the_title_of_a_list_free(page: Page) -> None:
    sign_in(page, "editor-person")
    page.goto("/admin/simplify/protectedword/")
    title, buttons = page.locator("#content h1").bounding_box(), page.locator(".object-tools").bounding_box()
    assert title is not None
    assert buttons is not None
    assert buttons["y"] >= title["y"] + title["height"]


def test_titles_of_pages_begin_with_a_capital(page: Page) -> None:
    sign_in(page, "editor-person")
    page.goto("/admin/simplify/protectedword/add/")
    expect(page.locator("#content h1, main h1").first).to_have_text("Geschütztes Wort hinzufügen")


def test_an_evaluator_reads_prompts_but_cannot_change_one(page: Page, site: Site) -> None:
    sign_in(page, "evaluator-person")
    open_prompt(page, "answer")
    expect(page.locator("textarea")).to_have_count(0)
    expect(page.locator("#prompt_form")).to_contain_text("BELEGE")
    expect(page.get_by_role("button", name=re.compile("Sichern"))).to_have_count(0)
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.locator(".comparison").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("in Kraft setzen"))).to_have_count(0)
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    answer = page.request.post(
        f"{page.url}publish/", form={"csrfmiddlewaretoken": token}, headers={"Referer": site.address}
    )
    assert answer.status == 403


def test_an_evaluator_reads_what_made_an_answer(page: Page) -> None:
    page.goto("/")
    ask(page)
    sign_in(page, "evaluator-person")
    page.goto("/admin/chat/conversation/")
    page.locator("#result_list tbody th a").first.click()
    turn = page.locator("article.turn")
    expect(turn.locator(".answer")).to_contain_text("144 Euro")
    turn.locator("summary").click()
    expect(turn).to_contain_text("offline-extractive")
    expect(turn.get_by_role("cell", name="Inhalt").first).to_be_visible()
    turn.get_by_role("link", name=re.compile("Hundesteuersatzung")).click()
    expect(page.locator("mark")).to_have_count(1)


# The audit itself sets inline styles, so the content policy is off here; the tests above keep to it.
@pytest.mark.parametrize(
    "colours",
    [
        pytest.param(name, marks=pytest.mark.visitor(color_scheme=name, bypass_csp=True, reduced_motion="reduce"))
        for name in ("light", "dark")
    ],
)
def test_axe_finds_nothing_serious(page: Page, site: Site, colours: str) -> None:
    found: dict[str, list[str]] = {}

    def audit(name: str) -> None:
        """Every page in both colours is audited by benchmarks/walk.py; here the colours take turns."""
        found[name] = serious(page) if len(found) % 2 == (colours == "light") else []

    page.goto("/")
    ask(page)
    page.goto("/admin/")
    audit("login")
    sign_in(page, "redaktion")
    for address in (
        "/admin/",
        "/admin/documents/document/",
        f"/admin/documents/document/{site.city.statute}/change/",
        "/admin/retrieval/profile/",
        "/admin/llm/modelcall/",
    ):
        page.goto(address)
        audit(address)
    page.goto("/admin/chat/conversation/")
    page.locator("#result_list tbody th a").first.click()
    page.locator("article.turn summary").first.click()
    audit("transcript")
    open_prompt(page, "rephrase")
    system = page.get_by_label("Systemnachricht")
    system.fill(f"{system.input_value()}\nZum Vergleich: {colours}.")
    page.get_by_role("button", name="Sichern und weiter bearbeiten").click()
    audit("prompt")
    page.get_by_role("table", name="Versionen").get_by_role("link").first.click()
    expect(page.locator(".comparison .added").first).to_be_visible()
    audit("comparison")
    assert {address: problems for address, problems in found.items() if problems} == {}
