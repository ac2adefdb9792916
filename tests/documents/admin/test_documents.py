"""Documents in the admin: status and reason as a sentence, pages with their text, try again."""

from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.models import Document, Page, Readers, Revision, Status, Step, StepState
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def failed() -> Document:
    return factories.document(title="Gesperrte Akte", status=Status.FAILED, reason_code="encrypted", embed=False)


def test_the_list_says_why_a_document_failed_in_a_sentence(admin_client: Client, failed: Document) -> None:
    page = admin_client.get(reverse("admin:documents_document_changelist")).content.decode()
    assert failed.reason
    assert failed.reason in page


def test_documents_are_filtered_by_reason(admin_client: Client, failed: Document) -> None:
    factories.document(title="Offene Akte", embed=False)
    page = admin_client.get(reverse("admin:documents_document_changelist"), {"reason_code": "encrypted"})
    assert [document.pk for document in page.context["cl"].queryset] == [failed.pk]


def test_a_document_shows_its_pages_and_their_text(admin_client: Client) -> None:
    document = factories.document(["Erste Seite <script>", "Zweite Seite"], embed=False)
    page = admin_client.get(reverse("admin:documents_document_change", args=[document.pk])).content.decode()
    assert document.current_revision is not None
    for stored in document.current_revision.pages.all():
        address = reverse("admin:documents_page_change", args=[stored.pk])
        assert address in page
        text = admin_client.get(address).content.decode()
        assert "<script>Erste" not in text
        assert "Seite" in text


def test_nobody_types_a_document_by_hand(admin_client: Client) -> None:
    assert admin_client.get(reverse("admin:documents_document_add")).status_code == 403


def test_every_list_of_the_documents_opens(admin_client: Client, failed: Document) -> None:
    for model in ("collection", "document", "page", "step"):
        assert admin_client.get(reverse(f"admin:documents_{model}_changelist")).status_code == 200


def test_a_failed_document_is_tried_again_from_its_own_page(admin_client: Client, failed: Document) -> None:
    address = reverse("admin:documents_document_change", args=[failed.pk])
    again = reverse("admin:documents_document_retry", args=[failed.pk])
    assert again not in admin_client.get(address).content.decode()
    revision = failed.revisions.get()
    Document.objects.filter(pk=failed.pk).update(current_revision=None)
    Step.objects.create(revision=revision, stage="extract", state=StepState.FAILED, failures=3)
    assert again in admin_client.get(address).content.decode()
    assert admin_client.get(again).status_code == 405
    Document.objects.filter(pk=failed.pk).update(reason_code="empty_file")
    assert again not in admin_client.get(address).content.decode(), "there is nothing to read in it"
    admin_client.post(again)
    failed.refresh_from_db()
    assert failed.status == Status.QUEUED
    assert revision.steps.get().state == StepState.WAITING


def test_the_file_of_a_failed_document_can_be_looked_at(admin_client: Client, failed: Document) -> None:
    Document.objects.filter(pk=failed.pk).update(current_revision=None)
    address = reverse("admin:documents_document_original", args=[failed.pk])
    assert address in admin_client.get(reverse("admin:documents_document_change", args=[failed.pk])).content.decode()
    answer = admin_client.get(address)
    assert answer.content == bytes(failed.revisions.get().blob.data)
    assert answer["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer["Cache-Control"], "after the next upload it is another file"


def test_no_file_of_a_collection_that_one_may_not_read_is_handed_out(client: Client, failed: Document) -> None:
    editor = User.objects.create_user("editor", is_staff=True)
    editor.groups.add(Group.objects.get(name="editor"))
    failed.collection.readers = Readers.GROUPS
    failed.collection.save()
    client.force_login(editor)
    assert client.get(reverse("admin:documents_document_original", args=[failed.pk])).status_code == 404


def test_deleting_withdraws_so_that_no_delivery_brings_it_back(admin_client: Client) -> None:
    document = factories.document(title="Alte Akte")
    address = reverse("admin:documents_document_delete", args=[document.pk])
    assert "Alte Akte" in admin_client.get(address).content.decode()
    admin_client.post(address, {"post": "yes"})
    document.refresh_from_db()
    assert document.status == Status.WITHDRAWN
    assert not Page.objects.filter(revision__document=document).exists()


def test_the_action_of_the_list_withdraws_documents_of_several_collections(admin_client: Client) -> None:
    documents = [
        factories.document(collection=factories.collection("eins"), embed=False),
        factories.document(collection=factories.collection("zwei"), embed=False),
    ]
    data = {"action": "delete_selected", "_selected_action": [one.pk for one in documents], "post": "yes"}
    admin_client.post(reverse("admin:documents_document_changelist"), data)
    assert {one.status for one in Document.objects.all()} == {Status.WITHDRAWN}


def correct(client: Client, document: Document, **said: str) -> None:
    given = {"title": document.title, "url": document.url, "date": "", "metadata": "{}", "only_people": ""} | said
    assert client.post(reverse("admin:documents_document_change", args=[document.pk]), given).status_code == 302


def test_what_an_editor_corrected_stays_in_every_later_version(admin_client: Client, tmp_path: Path) -> None:
    file = tmp_path / "entwurf3.md"
    file.write_text("# Entwurf 3\n\nDie Gebühr beträgt zwölf Euro.")
    import_paths([file], "amt")
    document = Document.objects.get()
    correct(admin_client, document, title="Gebührensatzung", date="2026-03-01", metadata='{"Amt": "Bau"}')
    Revision.objects.update(reader_version="0")
    call_command("read_again", collection=["amt"])
    document.refresh_from_db()
    assert document.current_revision is not None
    assert (document.current_revision.number, document.title) == (2, "Gebührensatzung")
    file.write_text("# Entwurf 4\n\nDie Gebühr beträgt elf Euro.")
    import_paths([file], "amt")
    document.refresh_from_db()
    assert (document.title, str(document.date), document.metadata) == ("Gebührensatzung", "2026-03-01", {"Amt": "Bau"})
    correct(admin_client, document, title="", date="2026-03-01", metadata='{"Amt": "Bau"}')
    Revision.objects.update(reader_version="0")
    call_command("read_again", collection=["amt"])
    document.refresh_from_db()
    assert (document.title, str(document.date)) == ("Entwurf 4", "2026-03-01"), "an empty title is the file's again"


def test_an_evaluator_tries_nothing_again(client: Client, failed: Document) -> None:
    person = User.objects.create_user("evaluator-person", is_staff=True)
    person.groups.add(Group.objects.get(name="evaluator"))
    client.force_login(person)
    assert client.post(reverse("admin:documents_document_retry", args=[failed.pk])).status_code == 403


def test_example_questions_are_written_one_in_each_line(admin_client: Client) -> None:
    collection = factories.collection("stadt", example_questions=["Was kostet es?"])
    address = reverse("admin:documents_collection_change", args=[collection.pk])
    assert ">\nWas kostet es?</textarea>" in admin_client.get(address).content.decode()
    values = {"slug": "stadt", "name": "Stadt", "language": "de", "readers": "public"}
    admin_client.post(address, values | {"example_questions": "Wann?\r\n\r\n Wo? "})
    collection.refresh_from_db()
    assert collection.example_questions == ["Wann?", "Wo?"]


def test_the_language_of_a_collection_is_chosen_by_name(admin_client: Client) -> None:
    collection = factories.collection("stadt")
    address = reverse("admin:documents_collection_change", args=[collection.pk])
    page = admin_client.get(address, headers={"accept-language": "de"}).content.decode()
    assert '<option value="de" selected>Deutsch</option>' in page
    assert '<option value="fr">Französisch</option>' in page
    values = {"slug": "stadt", "name": "Stadt", "readers": "public", "example_questions": ""}
    assert admin_client.post(address, values | {"language": "fr"}).status_code == 302
    collection.refresh_from_db()
    assert (collection.language, collection.former_language) == ("fr", "de")
    for unsaid in ({}, {"language": ""}):
        admin_client.post(address, values | unsaid)
        collection.refresh_from_db()
        assert collection.language == "fr"


def test_the_filter_by_collection_reads_no_rows_of_the_list(admin_client: Client) -> None:
    for slug in ("a", "b"):
        factories.document(collection=factories.collection(slug), embed=False)
    lists = ("admin:documents_document_changelist", "admin:documents_page_changelist")
    for address in map(reverse, lists):
        with CaptureQueriesContext(connection) as asked:
            page = admin_client.get(address).content.decode()
        assert "collection__id__exact=" in page
        choices = [query["sql"] for query in asked if query["sql"].startswith('SELECT "documents_collection"."id"')]
        assert choices
        assert [statement for statement in choices if "documents_document" in statement] == []


def test_the_list_of_all_pages_is_ordered_by_its_index(admin_client: Client) -> None:
    first, second = (factories.document(["eins", "zwei"], embed=False) for _ in range(2))
    page = admin_client.get(reverse("admin:documents_page_changelist"))
    shown = [(row.revision.document_id, row.number) for row in page.context["cl"].result_list]
    assert shown == [(second.pk, 1), (second.pk, 2), (first.pk, 1), (first.pk, 2)]
    plan = page.context["cl"].queryset.explain()
    assert "documents_collection" not in plan
