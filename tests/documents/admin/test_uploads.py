import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django_q.models import OrmQ

from apps.documents.models import Collection, Document, Step

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/documents/document/upload/"


@pytest.fixture
def amt() -> Collection:
    return Collection.objects.create(slug="amt", name="Amt")


def signed_in(group: str) -> Client:
    user = User.objects.create_user(group, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


def test_editors_upload_several_files_at_once(amt: Collection) -> None:
    client = signed_in("editor")
    assert ADDRESS in client.get("/admin/documents/document/").content.decode()
    files = [SimpleUploadedFile("a.txt", b"Eins"), SimpleUploadedFile("b.md", b"# Zwei")]
    answer = client.post(ADDRESS, {"collection": amt.pk, "file": files})
    assert answer.status_code == 302
    assert set(Document.objects.values_list("external_id", "status")) == {("a.txt", "queued"), ("b.md", "queued")}
    assert OrmQ.objects.count() == 1
    assert set(Step.objects.values_list("urgent", flat=True)) == {True}


def test_a_file_of_records_gives_a_document_for_each_line(amt: Collection) -> None:
    lines = (
        b'{"id": "frist", "title": "Frist", "text": "Vier Wochen."}\n{broken\n{"id": "satz", "text": "Zwei Euro."}\n'
    )
    answer = signed_in("editor").post(
        ADDRESS, {"collection": amt.pk, "file": [SimpleUploadedFile("records.jsonl", lines)]}
    )
    assert answer.status_code == 302
    assert set(Document.objects.values_list("external_id", "status", "reason_code")) == {
        ("frist", "queued", ""),
        ("records.jsonl:2", "failed", "broken_record"),
        ("satz", "queued", ""),
    }


def test_a_file_that_cannot_be_read_is_named_and_nothing_comes_in(amt: Collection) -> None:
    files = [SimpleUploadedFile("a.txt", b"Eins"), SimpleUploadedFile("b.exe", b"MZ")]
    answer = signed_in("editor").post(ADDRESS, {"collection": amt.pk, "file": files})
    assert "b.exe" in answer.content.decode()
    assert not Document.objects.exists()


def test_who_may_not_change_documents_may_not_upload(amt: Collection) -> None:
    client = signed_in("evaluator")
    assert client.get(ADDRESS).status_code == 403
    assert ADDRESS not in client.get("/admin/documents/document/").content.decode()
