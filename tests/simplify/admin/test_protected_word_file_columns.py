"""Files of protected words: heads in two languages, a template, a sentence for a wrong column."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook

from apps.simplify.admin.protected_word_file_columns import WrongColumns, column_headings, parse_field_names
from apps.simplify.models import ProtectedWord, WordList

pytestmark = pytest.mark.django_db
IMPORT = "/admin/simplify/protectedword/import/"


@pytest.mark.parametrize(
    "given",
    [
        ["word_list", "term", "forms", "note"],
        ["Liste", "Wort", "Weitere Formen", "Bemerkung"],
        [" LISTE ", "Begriff", "formen", "Notiz"],
        ["List", "Word", "Further forms", "Note"],
    ],
)
def test_heads_of_both_languages_mean_the_same_fields(given: list[str]) -> None:
    assert parse_field_names(given) == ["word_list", "term", "forms", "note"]


def test_a_missing_column_is_named_in_one_sentence() -> None:
    with (
        translation.override("de"),
        pytest.raises(WrongColumns, match="fehlt die Spalte „Wort“; dort stehen: Liste, X"),
    ):
        parse_field_names(["Liste", "X"])
    with translation.override("de"), pytest.raises(WrongColumns, match="die Spalte „Liste, Wort“; dort"):
        parse_field_names(["X"])


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_exported_is_understood_again(language: str) -> None:
    with translation.override(language):
        assert parse_field_names(column_headings(["word_list", "term", "forms", "note"])) == [
            "word_list",
            "term",
            "forms",
            "note",
        ]


def test_a_wrong_file_gets_a_sentence_and_no_traceback(admin_client: Client) -> None:
    file = SimpleUploadedFile("w.csv", b"Spalte,Anders\nx,y\n")
    page = admin_client.post(IMPORT, {"import_file": file, "format": "0"}, headers={"accept-language": "de"})
    assert page.status_code == 200
    text = page.content.decode()
    assert "fehlt die Spalte" in text
    assert "Traceback" not in text


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_file_with_german_heads_is_imported(admin_client: Client, separator: str) -> None:
    WordList.objects.create(name="Pruefliste")
    lines = "Liste,Wort,Weitere Formen,Bemerkung\nPruefliste,Quarzsand,quarzig,bleibt\n".replace(",", separator)
    file = SimpleUploadedFile("w.csv", lines.encode())
    page = admin_client.post(IMPORT, {"import_file": file, "format": "0"})
    assert not page.context["result"].has_errors()
    assert [row.diff[1] for row in page.context["result"].valid_rows()]
    assert not ProtectedWord.objects.filter(term="Quarzsand").exists()


def test_the_template_has_the_heads_of_the_reader(admin_client: Client) -> None:
    sent = admin_client.get("/admin/simplify/protectedword/template/", headers={"accept-language": "de"})
    sheet = load_workbook(io.BytesIO(sent.content)).active
    assert sheet is not None
    rows = list(sheet.values)
    assert rows[0] == ("Liste", "Wort", "Weitere Formen", "Bemerkung")
    assert len(rows) == 2
    assert sheet.freeze_panes == "A2"
