"""Protected words in the admin: imported after a look at what would change, exported as they were imported."""

import io

import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.simplify.checks.protected_words import check
from apps.simplify.initial_data import EXAMPLE_LIST, EXAMPLE_WORDS, PROTECTED_WORDS, WORD_LIST, add_new_forms
from apps.simplify.models import Options, ProtectedWord, WordList
from apps.simplify.rewriting.load_rewrite_setup import load_protected_words

pytestmark = pytest.mark.usefixtures("shipped_rows")

CSV = (
    "word_list,term,forms,note\nBeispielliste Verwaltung,Zuwendung,,neu\n"
    'Beispielliste Verwaltung,abhelfen,"abgeholfen, abhilft",\n'
)
IMPORT = "/admin/simplify/protectedword/import/"


@pytest.fixture
def staff(client: Client, editor: User) -> Client:
    editor.groups.add(Group.objects.get(name="editor"))
    client.force_login(editor)
    return client


def preview(staff: Client, data: bytes, name: str, number: int) -> object:
    file = SimpleUploadedFile(name, data)
    return staff.post(IMPORT, {"import_file": file, "format": str(number)})


def test_an_import_is_shown_before_it_is_done(staff: Client) -> None:
    answer = preview(staff, CSV.encode(), "words.csv", 0)
    assert "Zuwendung" in answer.content.decode()  # type: ignore[attr-defined]
    assert not ProtectedWord.objects.filter(term="Zuwendung").exists()
    form = answer.context["confirm_form"]  # type: ignore[attr-defined]
    staff.post("/admin/simplify/protectedword/process_import/", form.initial)
    assert ProtectedWord.objects.get(term="Zuwendung").note == "neu"
    assert ProtectedWord.objects.get(term="abhelfen", word_list__name=WORD_LIST).forms == ["abgeholfen", "abhilft"]
    assert load_protected_words("", "letter").find("Die Zuwendungen.")


def test_a_workbook_is_imported_too(staff: Client) -> None:
    from openpyxl import Workbook

    book, file = Workbook(), io.BytesIO()
    book.active.append(["word_list", "term", "forms", "note"])
    book.active.append(["Beispielliste Verwaltung", "Zuwendung", "", ""])
    book.save(file)
    answer = preview(staff, file.getvalue(), "words.xlsx", 1)
    assert "Zuwendung" in answer.content.decode()  # type: ignore[attr-defined]


def test_the_page_of_an_import_names_the_columns_in_the_readers_language(staff: Client) -> None:
    page = staff.get(IMPORT, headers={"Accept-Language": "de"}).content.decode()
    assert "Liste, Wort, Weitere Formen, Bemerkung" in page
    assert "word_list" not in page
    assert "/admin/simplify/protectedword/template/" in page


def test_a_list_that_does_not_exist_is_named(staff: Client) -> None:
    answer = preview(staff, b"word_list,term\nUnbekannt,Wort\n", "words.csv", 0)
    assert "confirm_form" not in answer.context or answer.context["confirm_form"] is None  # type: ignore[attr-defined]


def test_an_export_can_be_imported_again(staff: Client) -> None:
    answer = staff.post("/admin/simplify/protectedword/export/", {"format": "0", "resource": "", **all_fields()})
    lines = answer.content.decode().splitlines()
    assert lines[0] == "word_list,term,forms,note"
    assert len(lines) == 1 + ProtectedWord.objects.count()


def all_fields() -> dict[str, str]:
    return {f"protectedwordresource_{name}": "on" for name in ("word_list", "term", "forms", "note")}


def test_two_lists_of_22_words_are_shipped(shipped_rows: WordList) -> None:
    example = WordList.objects.get(name=EXAMPLE_LIST)
    assert shipped_rows.words.count() == example.words.count() == 22
    assert example.is_active
    assert shipped_rows.is_active


def test_each_word_of_the_example_list_is_found_and_missed(shipped_rows: WordList) -> None:
    words = load_protected_words("", "letter")
    for term, forms in EXAMPLE_WORDS:
        for spelling in (term, *forms):
            assert [one.term for one in words.find(f"Wir nennen {spelling} hier.")] == [term]
            assert check(f"Wir nennen {spelling} hier.", "Wir nennen etwas hier.", words)


@pytest.mark.parametrize("model", ["texttype", "wordlist", "protectedword", "modelsettings", "options", "rewrite"])
def test_every_page_of_the_admin_opens(client: Client, db: None, model: str) -> None:
    client.force_login(User.objects.create_superuser("root"))
    answer = client.get(f"/admin/simplify/{model}/", follow=True)
    assert answer.status_code == 200


def test_the_options_have_one_row(db: None) -> None:
    Options(store_rewrites=True).save()
    Options(store_rewrites=False).save()
    assert Options.objects.count() == 1


def test_older_installations_get_forms_that_are_new_and_keep_what_editors_did(shipped_rows: WordList) -> None:
    ProtectedWord.objects.filter(word_list=shipped_rows, term="abhelfen").update(forms=["abhilft", "Abhülfemaßnahme"])
    ProtectedWord.objects.filter(term="Wegeunfall").delete()
    other = WordList.objects.create(name="Eigene")
    ProtectedWord.objects.create(word_list=other, term="abhelfen")
    assert add_new_forms(ProtectedWord) == 1
    assert add_new_forms(ProtectedWord) == 0
    forms = shipped_rows.words.get(term="abhelfen").forms
    assert forms[:2] == ["abhilft", "Abhülfemaßnahme"]
    assert set(dict(PROTECTED_WORDS)["abhelfen"]) < set(forms)
    assert other.words.get().forms == []
    assert not ProtectedWord.objects.filter(term="Wegeunfall").exists()
