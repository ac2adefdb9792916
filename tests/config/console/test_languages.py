"""German pages are German and English ones English: every page of the console is read in both."""

import re

import pytest
from django.apps import AppConfig, apps
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.test import Client
from django.urls import resolve
from django.utils import translation

from config.handbook.contextual_help import help_chapter_for_page
from tests.config.console import languages
from tests.config.handbook.console import filled_console

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_page_has_words_of_the_other_language_and_each_leads_to_its_chapter(
    admin_client: Client, language: str
) -> None:
    filled_console()
    # The list makes its rows when it is first opened.
    admin_client.get("/admin/chat/fixedanswer/")
    known = languages.texts_in_rows()
    wrong: dict[str, set[str]] = {}
    without_chapter: list[str] = []
    read = 0
    for address in dict.fromkeys(languages.addresses()):
        if html := languages.page(admin_client, address, language):
            read += 1
            if found := languages.foreign(html, language, known):
                wrong[address] = found
            if f'<a href="/help/{help_chapter_for_page(resolve(address))}/">' not in html:
                without_chapter.append(address)
    assert read > 150
    assert without_chapter == []
    assert sorted((piece, address) for address, found in wrong.items() for piece in found) == []


@pytest.mark.parametrize(
    ("language", "html"),
    [
        ("de", "<p>Choose Gruppen by selecting them and then select the arrow button.</p>"),
        ("de", "<th>Pages read</th>"),
        ("de", '<input type="submit" value="Try again">'),
        ("en", "<p>Die Seite ist nicht für Sie.</p>"),
        ("en", "<th>Suchverfahren</th>"),
        ("en", '<a aria-label="Dokumente hochladen">+</a>'),
    ],
)
def test_the_search_finds_words_of_the_other_language(language: str, html: str) -> None:
    assert languages.foreign(html, language)
    assert not languages.foreign(html, "en" if language == "de" else "de")


def test_what_people_wrote_is_not_searched() -> None:
    html = "<textarea>Die Seite ist nicht für Sie.</textarea><p lang='de'>Das ist das.</p><td>Das ist das Freibad</td>"
    assert languages.foreign(html, "en", frozenset({"das ist das freibad"})) == set()


def test_the_texts_of_the_scripts_of_lists_are_german(admin_client: Client) -> None:
    """Django's own catalogue lacks those of its lists of two halves."""
    script = (languages.DJANGO / "contrib/admin/static/admin/js/SelectFilter2.js").read_text(encoding="utf-8")
    texts = {first or second for first, second in re.findall(r"gettext\(\s*(?:'([^']+)'|\"([^\"]+)\")", script)}
    catalogue = admin_client.get("/admin/jsi18n/", headers={"accept-language": "de"}).content.decode()
    assert len(texts) > 6
    assert [text for text in texts if f'"{text}":' not in catalogue.replace('\\"', '"')] == []


def test_permissions_are_named_in_german(admin_client: Client) -> None:
    page = admin_client.get("/admin/auth/group/add/", headers={"accept-language": "de"}).content.decode()
    assert "ansehen</option>" in page
    assert "Can view" not in page


def test_the_queue_is_named_in_german() -> None:
    """Its package translates half of its names."""
    queue = apps.get_app_config("django_q")
    german, english = (names_of(queue, language) for language in ("de", "en"))
    assert len(english) > 40
    same = {name for name, other in zip(german, english, strict=True) if name == other}
    assert same <= {"Cluster", "Cron", "ID", "Name", ""}
    assert "last_run" not in english


def names_of(app: AppConfig, language: str) -> list[str]:
    """Of fields with their help, of columns and of the models themselves."""
    with translation.override(language):
        models = [model for model in app.get_models() if model in admin.site._registry]
        fields = [field for model in models for field in model._meta.fields]
        columns = [
            label_for_field(column, model, admin.site._registry[model])
            for model in models
            for column in admin.site._registry[model].list_display
        ]
        names = [model._meta.verbose_name for model in models]
        labels = [text for field in fields for text in (field.verbose_name, field.help_text)]
        return [str(name) for name in (*labels, *columns, *names)]
