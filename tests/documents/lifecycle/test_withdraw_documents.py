"""Withdrawal: nothing of the content stays, nothing comes back by accident, and the receipt tells the truth."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from apps.database.execute_batch_sql import fetch_rows
from apps.database.settings_cache import load_settings_stamp
from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.engine.run_engine_synchronously import process_revisions
from apps.documents.lifecycle import withdraw_documents as withdrawing
from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.lifecycle.register_documents import register_items
from apps.documents.lifecycle.withdraw_documents import AT_SOURCE, BY_PERSON, derived_models, withdraw_documents
from apps.documents.models import Blob, Chunk, Document, Receipt, Revision, Status, Step
from apps.documents.pages import page_images
from apps.documents.sandbox.parser_pool import PageImage, ParserPool
from apps.documents.sources import Item
from tests import factories
from tests.tables import tables_with

pytestmark = pytest.mark.django_db


def test_no_word_of_the_content_stays_anywhere() -> None:
    document = factories.document(
        ["Das Zauberwort lautet Simsalabim."], title="Simsalabim", summary="Simsalabim!", url="https://a.example/simsalabim",
        metadata={"a": "Simsalabim"},
    )  # fmt: skip
    other = factories.document(["Anderes bleibt."])
    assert len(tables_with("simsalabim")) >= 4
    receipt = withdraw_documents([document.pk])
    assert tables_with("simsalabim") == []
    assert receipt.tables["documents_page"] == {"before": 1, "after": 0}
    assert receipt.tables["documents_embedding"]["before"] >= 2
    assert all(numbers.get("after", 0) == 0 for numbers in receipt.tables.values())
    assert Chunk.objects.published().filter(document=other).exists()


def test_the_log_of_the_admin_forgets_the_title(admin_user: User) -> None:
    document, other = factories.document(["a"], title="Simsalabim"), factories.document(["b"], title="Hokuspokus")
    LogEntry.objects.log_actions(admin_user.pk, Document.objects.filter(pk__in=[document.pk, other.pk]), CHANGE)
    withdraw_documents([document.pk])
    assert sorted(LogEntry.objects.values_list("object_repr", flat=True)) == ["Hokuspokus", "…"]


def test_the_document_keeps_its_id_and_says_why() -> None:
    document = factories.document(["Text"], external_id="a-1")
    withdraw_documents([document.pk])
    document.refresh_from_db()
    assert (document.status, document.reason_code, document.external_id) == (Status.WITHDRAWN, BY_PERSON, "a-1")
    assert document.reason
    assert not Document.objects.searchable().filter(pk=document.pk).exists()


def test_every_table_that_points_to_a_document_is_known() -> None:
    tables = {model._meta.db_table for model in derived_models()}
    assert {
        "documents_revision", "documents_page", "documents_chunk", "documents_embedding", "documents_step",
        "documents_listing",
    } <= tables  # fmt: skip


def test_a_file_that_another_document_needs_stays() -> None:
    collection = factories.collection()
    register_items(
        collection.pk, [Item("a", "a.txt", b"same", "text/plain"), Item("b", "b.txt", b"same", "text/plain")]
    )
    first, second = Document.objects.order_by("external_id")
    assert withdraw_documents([first.pk]).tables["documents_blob"] == {"before": 1, "after": 1}
    assert withdraw_documents([second.pk]).tables["documents_blob"] == {"before": 1, "after": 0}
    assert not Blob.objects.exists()


@pytest.fixture
def looked_at(settings: Settings, tmp_path: Path) -> Document:
    """A document with a picture of its page on disk, beside one of another file."""
    settings.AUSKUNFT_DATA = tmp_path
    document = factories.document(["Text"], external_id="angesehen")
    for sha256 in (revision_of(document).blob_id, "ab" * 32):
        page_images.write_picture(page_images.picture_path(sha256, 1), b"picture")
    return document


def revision_of(document: Document) -> Revision:
    assert document.current_revision is not None
    return document.current_revision


def test_the_command_removes_the_pictures_of_its_pages_too(
    looked_at: Document, capsys: pytest.CaptureFixture[str], django_capture_on_commit_callbacks: Any
) -> None:
    picture = page_images.picture_path(revision_of(looked_at).blob_id, 1)
    with django_capture_on_commit_callbacks(execute=True):
        call_command("withdraw", "angesehen", collection=looked_at.collection.slug, json=True)
        assert picture.exists(), "until others see that the file is gone, they may have it made again"
    assert json.loads(capsys.readouterr().out)["tables"]["previews"] == {"before": 1, "after": 0}
    assert not picture.exists()
    assert page_images.picture_path("ab" * 32, 1).exists()


def test_a_picture_that_was_being_made_meanwhile_goes_too(looked_at: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    async def render(data: bytes, number: int, **options: object) -> PageImage:
        await sync_to_async(withdraw_documents)([looked_at.pk])
        return PageImage(b"picture", 10, 10, "image/webp")

    monkeypatch.setattr(page_images.POOL, "render_page", render)
    revision = revision_of(looked_at)
    assert page_images.page_picture(revision, 2) == b"picture"
    assert not page_images.picture_path(revision.blob_id, 2).exists()


def test_pictures_of_an_older_version_go_with_it(
    settings: Settings, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    settings.AUSKUNFT_DATA = tmp_path / "data"
    file = tmp_path / "satzung.txt"
    for text in ("Drei Euro.", "Vier Euro."):
        file.write_text(text)
        with django_capture_on_commit_callbacks(execute=True):
            import_paths([file], "amt")
        files = list(Blob.objects.values_list("pk", flat=True))
        for sha256 in files:
            page_images.write_picture(page_images.picture_path(sha256, 1), text.encode())
    assert len(files) == 1
    kept = [path.name for path in page_images.preview_folder().rglob("*.webp")]
    assert kept == [page_images.picture_path(files[0], 1).name]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_under_way_can_store_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [Item(name, f"{name}.txt", name.encode() * 9, "text/plain") for name in ("bleibt", "verschwindet")]
    registered = register_items(factories.collection().pk, texts)
    parse = ParserPool.parse

    async def withdrawn_meanwhile(self: ParserPool, data: bytes, **options: Any) -> Any:
        parsed = await parse(self, data, **options)
        if data.startswith(b"verschwindet"):
            await sync_to_async(withdraw_documents)([registered.documents[1]])
        return parsed

    monkeypatch.setattr(ParserPool, "parse", withdrawn_meanwhile)
    process_revisions(OpenRevisions(registered.revisions))
    assert tables_with("verschwindetverschwindet") == []
    assert list(Document.objects.order_by("pk").values_list("status", flat=True)) == [Status.READY, Status.WITHDRAWN]
    assert not Step.objects.filter(revision__document=registered.documents[1]).exists()


def test_what_a_person_withdrew_does_not_come_back_and_what_a_source_dropped_does() -> None:
    collection = factories.collection()
    items = [Item(name, f"{name}.txt", name.encode(), "text/plain") for name in ("person", "source")]
    register_items(collection.pk, items)
    ids = dict(Document.objects.values_list("external_id", "pk"))
    withdraw_documents([ids["person"]], BY_PERSON)
    withdraw_documents([ids["source"]], AT_SOURCE)
    registered = register_items(collection.pk, items)
    assert (registered.new + registered.changed, registered.unchanged, len(registered.revisions)) == (1, 1, 1)
    assert Document.objects.get(external_id="person").status == Status.WITHDRAWN
    assert Document.objects.get(external_id="source").status == Status.QUEUED


def test_withdrawing_again_changes_nothing_but_may_make_it_final() -> None:
    document = factories.document(["Text"])
    withdraw_documents([document.pk], AT_SOURCE)
    again = withdraw_documents([document.pk], BY_PERSON)
    assert again.external_ids == []
    document.refresh_from_db()
    assert document.reason_code == BY_PERSON


@pytest.fixture
def hook() -> Iterator[list[Sequence[int]]]:
    called: list[Sequence[int]] = []

    def mark(ids: Sequence[int]) -> dict[str, int]:
        assert Chunk.objects.filter(document__in=ids).exists()
        called.append(ids)
        return {"answers": 2}

    withdrawing.ON_WITHDRAWAL.append(mark)
    yield called
    withdrawing.ON_WITHDRAWAL.remove(mark)


def test_layers_above_mark_what_cites_it(hook: list[Sequence[int]]) -> None:
    document = factories.document(["Text"])
    receipt = withdraw_documents([document.pk])
    assert hook == [[document.pk]]
    assert receipt.tables["answers"] == {"marked": 2}


def test_when_a_layer_above_fails_nothing_is_withdrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(ids: Sequence[int]) -> dict[str, int]:
        raise RuntimeError("no")

    monkeypatch.setattr(withdrawing, "ON_WITHDRAWAL", [fail])
    document = factories.document(["Text"])
    with pytest.raises(RuntimeError):
        withdraw_documents([document.pk])
    assert Document.objects.searchable().filter(pk=document.pk).exists()
    assert not Receipt.objects.exists()


def test_the_command_prints_the_receipt(capsys: pytest.CaptureFixture[str]) -> None:
    factories.document(["Text"], external_id="a-1", collection=factories.collection("amt"))
    call_command("withdraw", "a-1", collection="amt", json=True)
    receipt = json.loads(capsys.readouterr().out)
    assert receipt["external_id"] == "a-1"
    assert receipt["tables"]["documents_chunk"]["after"] == 0
    with pytest.raises(CommandError, match="already"):
        call_command("withdraw", "a-1", collection="amt")


def test_the_command_names_what_it_does_not_find() -> None:
    factories.collection("amt")
    with pytest.raises(CommandError, match="no document 'b-2' in the collection 'amt'") as caught:
        call_command("withdraw", "b-2", collection="amt")
    assert caught.value.returncode == 2
    with pytest.raises(CommandError, match=r"Unknown collection 'nowhere'\. Known: amt\.") as caught:
        call_command("withdraw", "b-2", collection="nowhere")
    assert caught.value.returncode == 2


def test_documents_of_two_collections_share_no_receipt() -> None:
    one, other = factories.document(["a"]), factories.document(["b"], collection=factories.collection("other"))
    with pytest.raises(ValueError, match="several collections"):
        withdraw_documents([one.pk, other.pk])
    assert not Receipt.objects.exists()
    assert Document.objects.searchable().count() == 2


def test_an_import_into_the_collection_waits_until_the_withdrawal_ends() -> None:
    document = factories.document(["a"])
    withdraw_documents([document.pk])
    # In a test the transaction that has the lock is still open.
    held = fetch_rows(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objid = %s",
        [document.collection_id],
    )
    assert held == [(1,)]


def test_what_is_remembered_of_settings_and_statistics_is_read_anew_after_a_withdrawal() -> None:
    document = factories.document(["a"])
    before = load_settings_stamp()
    withdraw_documents([document.pk])
    assert load_settings_stamp() != before
