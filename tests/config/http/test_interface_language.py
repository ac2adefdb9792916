"""The public reads twelve languages, staff two; nobody needs a script to choose."""

import pytest
from django.conf import settings
from django.test import Client

from config.http.interface_language import staff_language

pytestmark = pytest.mark.django_db

WHAT_TO_KNOW = {
    "ar": "ماذا تودون أن تعرفوا؟",
    "de": "Was möchten Sie wissen?",
    "de-simple": "Was möchten Sie wissen?",
    "en": "What would you like to know?",
    "es": "¿Qué desea saber?",
    "fr": "Que souhaitez-vous savoir ?",
    "it": "Che cosa desidera sapere?",
    "pl": "Czego chcą się Państwo dowiedzieć?",
    "ro": "Ce ați dori să știți?",
    "ru": "Что Вы хотели бы узнать?",
    "tr": "Ne öğrenmek istersiniz?",
    "uk": "Що Ви хотіли б дізнатися?",
}


def test_every_language_of_the_interface_is_tried_here() -> None:
    assert set(WHAT_TO_KNOW) == {code for code, _name in settings.LANGUAGES}


@pytest.mark.parametrize("language", WHAT_TO_KNOW)
def test_a_browser_gets_its_language(client: Client, language: str) -> None:
    html = client.get("/", headers={"accept-language": language}).content.decode()
    assert WHAT_TO_KNOW[language] in html
    assert f'<html lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}">' in html


def test_a_region_gets_its_language_and_an_unknown_language_german(client: Client) -> None:
    assert WHAT_TO_KNOW["fr"] in client.get("/", headers={"accept-language": "fr-CH"}).content.decode()
    assert WHAT_TO_KNOW["de"] in client.get("/", headers={"accept-language": "ja"}).content.decode()


def test_the_form_of_the_chooser_sets_a_cookie_that_holds_against_the_browser(client: Client) -> None:
    assert 'name="language" value="uk"' in client.get("/").content.decode()
    client.post("/i18n/setlang/", {"language": "uk", "next": "/"})
    assert WHAT_TO_KNOW["uk"] in client.get("/", headers={"accept-language": "tr"}).content.decode()


@pytest.mark.parametrize("path", ["/admin/login/", "/system-card", "/api/docs"])
def test_staff_pages_are_german_or_english(client: Client, path: str) -> None:
    assert '<html lang="en"' in client.get(path, headers={"accept-language": "tr"}).content.decode()
    assert '<html lang="de"' in client.get(path, headers={"accept-language": "de-simple"}).content.decode()


def test_errors_over_http_are_in_the_readers_language(client: Client) -> None:
    assert "Bu adreste hiçbir şey yok" in client.get("/nowhere", headers={"accept-language": "tr"}).content.decode()
    reply = client.get("/api/v1/nowhere", headers={"accept-language": "pl"}).json()
    assert reply["error"]["message"] == "Pod tym adresem nic nie ma."


def test_the_frame_on_another_site_has_the_language_its_address_names(client: Client) -> None:
    html = client.get("/embed/?language=ar").content.decode()
    assert '<html lang="ar" dir="rtl">' in html
    assert WHAT_TO_KNOW["ar"] in html


def test_numbers_are_written_as_the_language_writes_them(client: Client) -> None:
    from django.utils.formats import localize
    from django.utils.translation import override

    def written(language: str) -> str:
        with override(language):
            return localize(1234.5, use_l10n=True)

    assert {code: written(code) for code in ("de", "de-simple", "en", "tr")} == {
        "de": "1234,5", "de-simple": "1234,5", "en": "1234.5", "tr": "1234,5",
    }  # fmt: skip


def test_staff_language_is_german_for_german_readers_only() -> None:
    assert [staff_language(code) for code in ("de", "de-simple", "en", "tr")] == ["de", "de", "en", "en"]
