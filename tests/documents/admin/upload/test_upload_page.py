import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django_q.models import OrmQ

from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Status, Step
from apps.documents.uploads.accept_uploaded_files import upload_files
from apps.documents.uploads.sent_file_and_metadata import SenderMetadata

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


def test_a_file_that_cannot_be_read_is_named_and_stops_no_other(amt: Collection) -> None:
    files = [SimpleUploadedFile("a.txt", b"Eins"), SimpleUploadedFile("b.exe", b"MZ"), SimpleUploadedFile("c.md", b"#")]
    answer = signed_in("editor").post(ADDRESS, {"collection": amt.pk, "file": files}, follow=True)
    assert "b.exe" in answer.content.decode()
    assert set(Document.objects.values_list("external_id", flat=True)) == {"a.txt", "c.md"}


def test_it_says_which_files_bring_nothing_new(amt: Collection) -> None:
    client = signed_in("editor")

    def send(**files: bytes) -> list[str]:
        sent = [SimpleUploadedFile(f"{name}.txt", data) for name, data in files.items()]
        page = client.post(ADDRESS, {"collection": amt.pk, "file": sent}, follow=True)
        return [str(each) for each in page.context["messages"]]

    assert send(a=b"Eins") == []
    Document.objects.update(status=Status.READY)
    again = send(a=b"Eins", b=b"Eins", c=b"Drei", d=b"Drei")
    assert [sentence.split(":")[0] for sentence in again] == [
        "a.txt ist mit gleichem Inhalt schon da",
        "b.txt hat denselben Inhalt wie a.txt",
        "d.txt hat denselben Inhalt wie c.txt",
    ]
    assert send(a=b"Zwei") == []
    # What failed is tried again: that is something new.
    Document.objects.update(status=Status.FAILED)
    assert send(a=b"Zwei") == []


def test_nobody_hears_of_a_twin_that_is_not_theirs_to_read(amt: Collection) -> None:
    closed = Group.objects.create(name="geschlossen")
    upload_files(amt, [SimpleUploadedFile("geheim.txt", b"Eins")], SenderMetadata(reader_groups=[closed.name]))
    sent = [SimpleUploadedFile("a.txt", b"Eins")]
    page = signed_in("editor").post(ADDRESS, {"collection": amt.pk, "file": sent}, follow=True)
    assert list(page.context["messages"]) == []


def test_where_no_file_can_be_read_nothing_comes_in(amt: Collection) -> None:
    answer = signed_in("editor").post(ADDRESS, {"collection": amt.pk, "file": [SimpleUploadedFile("b.exe", b"MZ")]})
    assert "b.exe" in answer.content.decode()
    assert not Document.objects.exists()


def test_who_uploads_what_was_withdrawn_reads_where_it_is_allowed_again(amt: Collection) -> None:
    client = signed_in("editor")
    client.post(ADDRESS, {"collection": amt.pk, "file": [SimpleUploadedFile("a.txt", b"Eins")]})
    withdraw_documents([Document.objects.get().pk])
    again = client.post(ADDRESS, {"collection": amt.pk, "file": [SimpleUploadedFile("a.txt", b"Eins")]})
    assert "auf seiner Seite in der Verwaltung wieder zu" in again.content.decode()


def test_who_may_not_change_documents_may_not_upload(amt: Collection) -> None:
    client = signed_in("evaluator")
    assert client.get(ADDRESS).status_code == 403
    assert ADDRESS not in client.get("/admin/documents/document/").content.decode()


def test_a_new_collection_is_for_the_staff_alone_unless_one_says_so() -> None:
    client = signed_in("editor")
    for name, readers in (("Amt für Soziales", {}), ("Amt für Soziales", {"readers": "public"})):
        file = SimpleUploadedFile("a.txt", b"Eins")
        assert client.post(ADDRESS, {"new_collection": name, "file": [file], **readers}).status_code == 302
    assert list(Collection.objects.order_by("pk").values_list("slug", "readers")) == [
        ("amt-fur-soziales", "staff"),
        ("amt-fur-soziales-2", "public"),
    ]


def test_a_refused_file_leaves_no_new_collection_behind() -> None:
    signed_in("editor").post(ADDRESS, {"new_collection": "Neu", "file": [SimpleUploadedFile("b.exe", b"MZ")]})
    assert not Collection.objects.exists()


@pytest.mark.parametrize("given", [{}, {"new_collection": "Neu", "collection": "both"}])
def test_a_collection_is_chosen_or_named_and_not_both(amt: Collection, given: dict[str, object]) -> None:
    if "collection" in given:
        given = {**given, "collection": amt.pk}
    answer = signed_in("editor").post(ADDRESS, {**given, "file": [SimpleUploadedFile("a.txt", b"Eins")]})
    assert answer.context["form"].errors["collection"]
    assert not Document.objects.exists()


def test_the_next_page_shows_each_file_and_how_far_it_is(amt: Collection) -> None:
    client = signed_in("editor")
    files = [SimpleUploadedFile("a.txt", b"Eins"), SimpleUploadedFile("b.txt", b"")]
    page = client.post(ADDRESS, {"collection": amt.pk, "file": files}, follow=True)
    assert [file.name for file in page.context["files"]] == ["a.txt", "b.txt"]
    assert f'data-socket="/ws/uploads/?ids={page.context["files"][0].id},' in page.content.decode()
    Document.objects.update(status="ready")
    page = client.get(page.request["PATH_INFO"] + "?" + page.request["QUERY_STRING"])
    assert "data-socket" not in page.content.decode()


def test_the_progress_of_documents_in_closed_collections_is_not_shown() -> None:
    closed = Collection.objects.create(slug="zu", name="Zu", readers="groups")
    document = Document.objects.create(collection=closed, external_id="geheim.txt")
    page = signed_in("editor").get(
        f"/admin/documents/document/upload/progress/?ids={document.pk},x,99999999999999999999"
    )
    assert page.status_code == 200
    assert page.context["files"] == []
