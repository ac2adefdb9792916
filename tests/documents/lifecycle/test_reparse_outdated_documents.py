"""Documents of an older reader are found, read again beside what is in search, and only once."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.lifecycle.reparse_outdated_documents import outdated_counts, reparse_outdated_documents
from apps.documents.models import Chunk, Collection, Document, Page, Revision
from apps.documents.parsing.collection_reading_options import Comments, ReadingOptions, TrackedChanges
from apps.documents.parsing.formats import reader_versions
from apps.documents.parsing.formats.detect_media_type import PLAIN
from apps.documents.parsing.formats.office_and_picture_media_types import CSV, DOCX, RTF

pytestmark = pytest.mark.django_db


@pytest.fixture
def note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Document:
    """Of the second reader of texts, when there is a third one by now."""
    monkeypatch.setitem(reader_versions.VERSIONS, PLAIN, 2)
    (tmp_path / "merkblatt.txt").write_text("Die Gebühr beträgt zwölf Euro im Jahr.")
    import_paths([tmp_path], "amt")
    assert outdated_counts() == {}
    monkeypatch.setitem(reader_versions.VERSIONS, PLAIN, 5)
    return Document.objects.get()


def test_a_kind_with_choices_names_them() -> None:
    chosen = ReadingOptions(TrackedChanges.ACCEPTED, Comments.APART)
    assert reader_versions.reader_version(RTF, chosen) == "35.2/accepted/apart"
    assert reader_versions.reader_version(DOCX, ReadingOptions()) == "35.16"
    assert reader_versions.reader_version(PLAIN, chosen) == "7"


def test_the_old_text_stays_in_search_until_the_new_one_is_complete(note: Document) -> None:
    before = note.current_revision_id
    assert outdated_counts() == {note.collection_id: 1}
    assert len(reparse_outdated_documents()) == 1
    assert reparse_outdated_documents() == []
    note.refresh_from_db()
    assert (note.status, note.current_revision_id) == ("ready", before)
    assert note.revisions.count() == 2


def test_what_was_read_as_text_under_the_name_of_a_workbook_becomes_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "export.xls").write_text("Leistung;Wert\nAusweis;37\nPass;60\n")
    import_paths([tmp_path], "amt")
    Revision.objects.update(media_type=PLAIN, reader_version="2")
    call_command("read_again", collection=["amt"])
    assert Revision.objects.get().media_type == CSV
    assert "| Ausweis | 37 |" in Page.objects.get().text


def test_the_command_reads_to_the_end(note: Document, capsys: pytest.CaptureFixture[str]) -> None:
    Document.objects.update(url="https://amt.example/merkblatt")
    pages, chunks = Page.objects.count(), Chunk.objects.count()
    call_command("read_again", collection=["amt"], json=True)
    assert json.loads(capsys.readouterr().out) == {"begun": 1, "left": 0}
    revision = Revision.objects.get()
    assert (revision.number, revision.reader_version) == (2, "5")
    note.refresh_from_db()
    assert (note.status, note.current_revision_id) == ("ready", revision.pk)
    assert (note.url, note.title) == ("https://amt.example/merkblatt", "merkblatt")
    assert (Page.objects.count(), Chunk.objects.count()) == (pages, chunks)


def test_other_choices_of_a_collection_concern_its_office_texts_alone(note: Document) -> None:
    call_command("read_again")
    Collection.objects.update(tracked_changes="accepted")
    assert outdated_counts() == {}
    Revision.objects.update(media_type=DOCX, reader_version="35.16")
    assert outdated_counts() == {note.collection_id: 1}
    Collection.objects.update(tracked_changes="shown")
    assert outdated_counts() == {}


def test_an_editor_decides_in_the_list_of_collections(note: Document, admin_client: Client, admin_user: User) -> None:
    address = reverse("admin:documents_collection_changelist")
    assert 'class="field-of_older_reader">1</td>' in admin_client.get(address).content.decode()
    chosen = {"action": "read_documents_again", "_selected_action": [str(note.collection_id)]}
    assert "1 " in admin_client.post(address, chosen, follow=True).content.decode()
    assert note.revisions.count() == 2
