import json
import zipfile
from io import BytesIO
from typing import Any

import pytest
from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.documents.models import Collection, Document, Readers, Status, Step
from config.api.openapi.openapi_document import openapi_document
from tests import factories
from tests.config.api.conftest import Api, MakeToken
from tests.documents import pipeline_harness

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(make_token: MakeToken) -> Api:
    return Api(make_token("documents:read", "documents:write", group="editor"))


def send(api: Api, *files: SimpleUploadedFile, **fields: str) -> Any:
    data = {"file": list(files), "collection": "amt", **fields}
    return Client().post("/api/v1/documents", data, headers=api.headers)


def text(name: str = "satzung.txt", content: str = "Die Hundesteuer beträgt drei Euro.") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content.encode())


def test_an_upload_is_registered_processed_and_reported(editor: Api) -> None:
    answer = send(editor, text(), title="Satzung", metadata=json.dumps({"author": "Meier, Eva (SPD)"}))
    assert answer.status_code == 201
    [document] = answer.json()["documents"]
    assert (document["external_id"], document["status"], document["title"]) == ("satzung.txt", "queued", "Satzung")
    assert answer["Location"] == f"/api/v1/documents/{document['id']}"
    assert Document.objects.get().parties == ["SPD"]
    pipeline_harness.run_engine(pipeline_harness.resources())
    standing = editor.get(f"documents/{document['id']}").json()
    assert (standing["status"], standing["reason_code"], standing["pages"]) == ("ready", None, 1)
    assert standing["chunks"] > 0
    assert standing["attempts"] == 1


def test_several_files_come_in_together(editor: Api) -> None:
    answer = send(editor, text("a.txt"), text("b.md", "# B"))
    assert [each["external_id"] for each in answer.json()["documents"]] == ["a.txt", "b.md"]


@pytest.mark.parametrize(
    "files",
    [
        [text("q.txt", "Eins."), text("q.txt", "Zwei.")],
        [text("a.jsonl", '{"id": "1", "text": "Eins."}'), text("b.jsonl", '{"id": "1", "text": "Zwei."}')],
    ],
)
def test_two_files_with_one_id_are_refused_together(editor: Api, files: list[SimpleUploadedFile]) -> None:
    answer = send(editor, *files, text("c.txt"))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "duplicate_id")
    assert not Document.objects.exists()


def test_more_files_than_are_read_are_refused_as_too_many(editor: Api) -> None:
    answer = send(editor, *(text(f"{number}.txt") for number in range(101)))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "too_many_files")


def test_files_that_are_too_much_unpacked_are_refused_together(editor: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.documents.uploads.uploaded_files_to_items.MOST_UNPACKED", 50_000)
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("viel.txt", "Ja. " * 10_000)
    small = SimpleUploadedFile("akte.zip", packed.getvalue())
    assert small.size is not None
    assert small.size < 1_000
    answer = send(editor, text(content="Nein. " * 2_000), small)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "size_limit")
    assert not Document.objects.exists()
    assert send(editor, text("a.txt", "Ja. " * 10_000)).status_code == 201


@pytest.mark.parametrize(
    "metadata", ['{"a": "\\u0000"}', '{"\\u0000": 1}', '{"a": [{"b": "x\\u0000"}]}', '{"a": 1e400}']
)
def test_metadata_that_cannot_be_stored_are_refused_with_their_file(editor: Api, metadata: str) -> None:
    answer = send(editor, text(), metadata=metadata)
    assert answer.status_code == 400
    assert not Document.objects.exists()


def test_a_backslash_before_u0000_is_ordinary_text(editor: Api) -> None:
    assert send(editor, text(), metadata=json.dumps({"a": "\\u0000"})).status_code == 201


def test_who_makes_a_collection_says_its_language(editor: Api) -> None:
    assert send(editor, text(), language="en").status_code == 201
    assert Collection.objects.get(slug="amt").language == "en"
    assert send(editor, text(), language="en").status_code == 201
    other = send(editor, text(), language="fr")
    assert (other.status_code, other.json()["error"]["code"]) == (400, "invalid")
    assert "„en“" in other.json()["error"]["message"]


@pytest.mark.parametrize(("file", "more"), [(text(), {"reader_groups": "nobody"}), (text("program.exe"), {})])
def test_a_refused_upload_leaves_no_collection(editor: Api, file: SimpleUploadedFile, more: dict[str, str]) -> None:
    """It would be public and empty, and keep the language of the request that was refused."""
    assert send(editor, file, language="en", **more).status_code in (400, 415)
    assert not Collection.objects.exists()
    assert send(editor, text(), language="de").status_code == 201


def test_the_same_file_again_changes_nothing_and_other_bytes_make_a_new_version(editor: Api) -> None:
    first = send(editor, text()).json()["id"]
    assert send(editor, text()).json()["id"] == first
    assert Document.objects.get().revisions.count() == 1
    pipeline_harness.run_engine(pipeline_harness.resources())
    send(editor, text(content="Vier Euro."))
    pipeline_harness.run_engine(pipeline_harness.resources())
    document = Document.objects.get()
    assert document.current_revision is not None
    assert [page.text for page in document.current_revision.pages.all()] == ["Vier Euro."]


def test_an_administrator_may_send_a_file_again(make_token: MakeToken) -> None:
    """As a program does that was told nothing because the connection broke."""
    administrator = Api(make_token("documents:write", user=User.objects.create_superuser("root")))
    first = send(administrator, text())
    again = send(administrator, text())
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])


@pytest.mark.parametrize(
    ("files", "fields", "status", "code", "said"),
    [
        ([], {}, 400, "no_file", "keine Datei"),
        ([text("programm.exe")], {}, 415, "unsupported_type", "programm.exe"),
        ([text("a.txt"), text("b.txt")], {"external_id": "x"}, 400, "one_file", "für eine Datei"),
        ([text()], {"metadata": "keins"}, 400, "bad_request", "JSON"),
        ([text()], {"colour": "red"}, 400, "invalid", "colour"),
        ([text()], {"collection": "gibt es nicht"}, 400, "invalid", "„gibt es nicht“ ist kein Name"),
        ([text()], {"collection": ""}, 400, "invalid", "collection"),
        ([text()], {"language": "qq"}, 400, "invalid", "„qq“ ist keine Sprache"),
    ],
)
def test_wrong_requests_get_a_sentence_and_leave_nothing(
    editor: Api, files: list[SimpleUploadedFile], fields: dict[str, str], status: int, code: str, said: str
) -> None:
    answer = send(editor, *files, **fields)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert said in answer.json()["error"]["message"]
    assert not Document.objects.exists()


def test_a_form_that_cannot_be_read_is_refused_in_the_language_of_the_request(editor: Api) -> None:
    for language, said in (("de", "kein Formular"), ("en", "no form")):
        headers = {**editor.headers, "accept-language": language}
        refused = Client().post("/api/v1/documents", b"x", content_type="multipart/form-data", headers=headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_request")
        assert said in refused.json()["error"]["message"]


def test_a_file_that_is_too_large_is_refused_with_all_its_neighbours(
    editor: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.documents.uploads.refuse_files.ParseLimits", lambda: type("L", (), {"size": 10})())
    answer = send(editor, text("klein.txt", "kurz"), text("gross.txt"))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "size_limit")
    assert not Document.objects.exists()


def test_names_with_paths_and_markup_are_only_names(editor: Api) -> None:
    answer = send(editor, text("../../etc/<b>passwd</b>.txt"))
    assert answer.json()["documents"][0]["external_id"] == "b>.txt"


def test_a_withdrawal_answers_with_its_receipt_and_the_id_stays_gone(editor: Api) -> None:
    document = send(editor, text()).json()["id"]
    pipeline_harness.run_engine(pipeline_harness.resources())
    receipt = editor.delete(f"documents/{document}")
    assert receipt.status_code == 200
    assert receipt.json()["tables"]["documents_page"] == {"before": 1, "after": 0}
    assert editor.get(f"documents/{document}").json()["status"] == "withdrawn"
    refused = editor.delete(f"documents/{document}").status_code
    paths: Any = openapi_document()["paths"]
    assert refused == 409
    assert str(refused) in paths["/api/v1/documents/{document_id}"]["delete"]["responses"]
    assert send(editor, text()).json()["error"]["code"] == "withdrawn"
    assert not Step.objects.exists()
    logged = LogEntry.objects.get(object_id=str(document))
    assert (logged.action_flag, logged.user.username, logged.object_repr) == (DELETION, "editor", "…")


def test_whose_owner_may_correct_documents_and_not_withdraw_them_withdraws_none(make_token: MakeToken) -> None:
    document = factories.document()
    corrector = User.objects.create_user("corrector")
    rights = Permission.objects.filter(codename__in=["view_document", "change_document"])
    corrector.user_permissions.set(rights.filter(content_type__app_label="documents"))
    api = Api(make_token("documents:read", "documents:write", user=corrector))
    assert api.delete(f"documents/{document.pk}").status_code == 403
    document.refresh_from_db()
    assert document.status == Status.READY


def test_who_may_not_is_told_so(make_token: MakeToken) -> None:
    assert send(Api(), text()).status_code == 401
    assert send(Api(make_token("documents:read", group="editor")), text()).status_code == 403
    assert send(Api(make_token("documents:write", group="evaluator")), text()).status_code == 403
    assert Api().get("documents/1").status_code == 401


def test_a_collection_that_others_read_is_as_good_as_none(editor: Api) -> None:
    Collection.objects.create(slug="amt", name="Amt", readers=Readers.GROUPS)
    assert send(editor, text()).status_code == 404
    assert editor.get("documents/999999999999999999999").status_code == 404
