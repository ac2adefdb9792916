"""What is wrong with the pages of the console and of the public site, in both languages.

Read by axe, light on a wide screen and dark on 320 pixels, by the browser, and by who knows one language alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page

from benchmarks.console_walk.installation import LOCALES, Console

BESIDE = (
    "",
    "notifications/",
    "topics/",
    "search/?q=Hund",
    "documents/document/upload/",
    "documents/document/{document}/change/",
    "documents/document/{document}/delete/",
    "documents/document/upload/progress/",
    "llm/chatmodel/connect/",
    "llm/prompt/{prompt}/change/",
    "llm/prompt/{prompt}/versions/2/",
    "evaluation/draft/{draft}/change/",
    "evaluation/run/start/",
    "evaluation/run/{run}/change/",
    "evaluation/run/{run}/change/?view=all",
    "evaluation/run/{run}/change/?view=figures",
    "evaluation/run/{later_run}/change/?view=comparison&against={run}",
    "evaluation/review/turn/{reply}/",
    "retrieval/profile/try/",
    "chat/room/doctor/",
    "simplify/protectedword/import/",
    "password_change/",
    "password_change/done/",
    "no-such-page/",
)
"""Pages with a layout of their own; `{…}` are keys of rows."""
PUBLIC = (
    "/",
    "/?embedded=1",
    "/conversations/",
    "/documents/",
    "/documents/?q=Hund",
    "/documents/{ready_document}/pages/1/",
    "/documents/{ready_document}/pages/1/?quote=Musterfurt",
    "/simplify/",
    "/system-card",
    "/api/docs",
    "/help/",
    "/admin/login/",
    "/no-such-page",
    "/shared/no-such-conversation/",
    "/subscriptions/no-such-one/",
)
"""Pages that nobody has to sign in for; the chapters of the handbook come with them, for who is signed in."""
NOT_THERE = "no-such"
KINDS = ("axe", "console", "status", "too_wide", "language")
NARROWEST = 320
WIDTH = "document.documentElement.scrollWidth"


def faults_of_pages(console: Console) -> dict[str, Any]:
    """Of the console and of the handbook, signed in."""
    return faults_in(console, [*(f"/admin/{address}" for address in addresses(console)), *chapters()])


def faults_of_public_pages(console: Console) -> dict[str, Any]:
    """As visitors see them."""
    return faults_in(console, [address.format(**console.rows) for address in PUBLIC], is_visitor=True)


def chapters() -> list[str]:
    from config.handbook.chapters import CHAPTERS

    return [f"/help/{chapter}/" for chapter in CHAPTERS]


def faults_in(console: Console, addresses: Sequence[str], *, is_visitor: bool = False) -> dict[str, Any]:
    """Numbers, and each fault as "language address: what"."""
    faults: dict[str, list[str]] = {kind: [] for kind in KINDS}
    read, known = 0, texts_in_rows()
    for language in LOCALES:
        with console.visitor(language, bypass_csp=True, reduced_motion="reduce") as context:
            if is_visitor:
                context.clear_cookies()
            page = context.new_page()
            messages = errors_of(page)
            for address in addresses:
                read += 1
                for kind, said in faults_of(page, address, messages):
                    faults[kind].append(f"{language} {address}: {said}")
                faults["language"] += words_of_the_other(page, language, known, address)
    kinds = Counter(line.partition(": ")[2].partition(" ")[0] for line in faults["axe"])
    found = {kind: len(lines) for kind, lines in faults.items()}
    return {"read": read, "found": found, "kinds": kinds, "faults": faults}


def errors_of(page: Page) -> list[str]:
    """Grows with what goes wrong on the page from now on."""
    messages: list[str] = []

    def note(said: ConsoleMessage) -> None:
        if said.type == "error":
            messages.append(said.text)

    page.on("console", note)
    page.on("pageerror", lambda error: messages.append(str(error)))
    return messages


def faults_of(page: Page, address: str, messages: list[str]) -> Iterator[tuple[str, str]]:
    messages.clear()
    page.set_viewport_size({"width": 1280, "height": 800})
    response = page.goto(address)
    # A form for what only the product itself makes, or which nobody deletes, is rightly refused.
    is_refused = response is not None and response.status == 403 and address.endswith(("/add/", "/delete/"))
    is_refused = is_refused or NOT_THERE in address
    if response is not None and response.status >= 400 and not is_refused:
        yield "status", str(response.status)
    # Nor is the browser's own word on a status a message of the page.
    yield from faults_here(page, [] if is_refused else messages)


def faults_here(page: Page, messages: list[str]) -> Iterator[tuple[str, str]]:
    """Of the page as it stands; leaves it 320 pixels wide."""
    # What the search for faults sets itself is no message of the page.
    heard = list(messages)
    in_light = set(found_by_axe(page))
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    if (width := page.evaluate(WIDTH)) > NARROWEST:
        yield "too_wide", f"{width} pixels"
    page.emulate_media(color_scheme="dark")
    in_dark = set(found_by_axe(page))
    page.emulate_media(color_scheme="light")
    yield from (("axe", f"{kind}: {element}") for kind, element in sorted(in_light))
    yield from (("axe", f"{kind}, dark and narrow: {element}") for kind, element in sorted(in_dark - in_light))
    yield from (("console", said) for said in heard)


def texts_in_rows() -> frozenset[str]:
    # Reads the settings, which are those of the installation once it is there.
    from tests.config.console import languages

    return languages.texts_in_rows()


def words_of_the_other(page: Page, language: str, known: frozenset[str], address: str) -> list[str]:
    """German on English pages and English on German ones, but for what `known` rows hold."""
    from tests.config.console.languages import foreign

    # The text of the interface's own description is English in every language.
    if address.startswith("/api/docs"):
        return []
    return [f"{language} {address}: {piece}" for piece in sorted(foreign(page.content(), language, known))]


def found_by_axe(page: Page) -> Iterator[tuple[str, str]]:
    """(rule and weight, first element that breaks it)."""
    for found in Axe().run(page).response["violations"]:
        yield f"{found['id']} ({found['impact']})", found["nodes"][0]["html"][:200]


def addresses(console: Console) -> list[str]:
    """Below /admin/: list, form and first row of each model of the console, and the pages beside."""
    found = [address.format(**console.rows) for address in BESIDE]
    return list(dict.fromkeys([*found, *addresses_of_models()]))


def addresses_of_models() -> Iterator[str]:
    from django.contrib import admin
    from django.contrib.admin.models import DELETION, LogEntry
    from django.contrib.auth.models import User
    from django.test import RequestFactory

    # Loaded for pages and checks only; without it the walk would see no list and no form.
    admin.autodiscover()
    anybody = RequestFactory().get("/admin/")
    anybody.user = User(is_superuser=True, is_active=True)
    for model, its_admin in admin.site._registry.items():
        if not its_admin.has_view_permission(anybody):
            continue  # Hidden from everybody.
        base = f"{model._meta.app_label}/{model._meta.model_name}/"
        yield base
        yield f"{base}add/"
        if (pk := model._default_manager.values_list("pk", flat=True).first()) is not None:
            yield from (f"{base}{pk}/{part}/" for part in ("change", "history", "delete"))
        of_model = LogEntry.objects.filter(content_type__app_label=model._meta.app_label)
        changed = of_model.filter(content_type__model=model._meta.model_name).exclude(action_flag=DELETION).first()
        if changed is not None:
            # The first row has seldom been changed by anybody, and its history says nothing.
            yield from (f"{base}{changed.object_id}/{part}/" for part in ("history", "delete"))
