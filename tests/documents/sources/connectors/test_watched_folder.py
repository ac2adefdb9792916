"""A watched folder: what lies in it, what changed, what went; a folder that is not there empties nothing."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apps.documents.lifecycle.withdraw_documents import AT_SOURCE, withdraw_documents
from apps.documents.models import Document, Revision, Source, Status
from tests import factories
from tests.documents.source_runs import run

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.IMPORT_FOLDERS = [str(tmp_path)]
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for number in range(6):
        put(inbox / f"{number}.txt", f"Text {number}")
    return inbox


def put(path: Path, text: str, age: float = 60) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (time.time() - age, time.time() - age))


@pytest.fixture
def source(folder: Path) -> Source:
    return Source.objects.create(
        name="Eingang", kind="folder", collection=factories.collection("eingang"), location=str(folder)
    )


def test_files_are_found_changed_and_gone(source: Source, folder: Path) -> None:
    put(folder / "unter" / "a.md", "# Titel")
    assert run(source).new == 7
    assert run(source).unchanged == 7
    put(folder / "1.txt", "Neuer Text")
    (folder / "2.txt").unlink()
    done = run(source)
    assert (done.new, done.changed, done.unchanged, done.withdrawn) == (0, 1, 5, 1)
    assert Document.objects.get(external_id="2.txt").status == Status.WITHDRAWN
    assert b"Neuer" in bytes(Revision.objects.get(document__external_id="1.txt").blob.data)


def test_a_folder_that_is_not_there_or_empty_withdraws_nothing(source: Source, folder: Path) -> None:
    run(source)
    moved = folder.rename(folder.with_name("away"))
    assert run(source).reason_code == "listing_failed"
    folder.mkdir()
    assert run(source).reason_code == "listing_empty"
    folder.rmdir()
    moved.rename(folder)
    assert Document.objects.filter(status=Status.WITHDRAWN).count() == 0
    assert run(source).unchanged == 6


def test_a_file_that_is_still_being_written_waits(source: Source, folder: Path) -> None:
    run(source)
    put(folder / "1.txt", "halb", age=0)
    put(folder / "neu.txt", "halb", age=0)
    done = run(source)
    assert (done.new, done.changed, done.withdrawn) == (0, 0, 0)
    assert {where for where, _ in done.skipped} == {"1.txt", "neu.txt"}


def record(identity: str) -> str:
    return json.dumps({"id": identity, "text": f"Text von {identity}"})


HIDING = {
    "half written": ("{}", 0),
    "a broken line": ('kaputt\n{"id": "b", "text": "Neu"}', 60),
    "empty": ("", 60),
    "something else": ('{"question": "Was?"}', 60),
}


@pytest.mark.parametrize("case", HIDING)
def test_records_of_a_file_that_cannot_be_read_now_stay(case: str, source: Source, folder: Path) -> None:
    """None of them bears the name by which the file is named as unreadable."""
    put(folder / "r.jsonl", f"{record('a')}\n{record('b')}")
    assert run(source).new == 8
    text, age = HIDING[case]
    put(folder / "r.jsonl", text, age=age)
    done = run(source)
    assert (done.withdrawn, done.vanished, done.reason_code) == (0, 0, "records_skipped")
    put(folder / "r.jsonl", record("b"))
    assert run(source).withdrawn == 1
    assert Document.objects.get(status=Status.WITHDRAWN).external_id == "a"


def test_records_and_unreadable_types_in_a_folder(source: Source, folder: Path) -> None:
    put(
        folder / "r.jsonl",
        json.dumps({"id": "r1", "title": "Satz", "text": "Text", "metadata": {"party": "SPD"}}) + "\nkaputt",
    )
    put(folder / "a.exe", "MZ")
    done = run(source)
    assert done.new == 7
    assert len(done.skipped) == 2
    assert Document.objects.get(external_id="r1").parties == ["SPD"]


def test_what_lies_in_a_folder_that_cannot_be_read_stays(
    source: Source, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder / "akten" / "a.txt", "Text")
    put(folder / "akten" / "r.jsonl", record("r1"))
    put(folder / "akten2" / "b.txt", "Text")
    for number in range(6, 16):
        put(folder / f"{number}.txt", f"Text {number}")
    assert run(source).new == 19
    whole = Path.iterdir

    def closed(path: Path) -> Iterator[Path]:
        if path.name == "akten":
            raise PermissionError(13, "Permission denied")
        return whole(path)

    (folder / "akten2" / "b.txt").unlink()
    monkeypatch.setattr(Path, "iterdir", closed)
    done = run(source)
    assert [where for where, _problem in done.skipped] == ["akten"]
    assert [document.external_id for document in Document.objects.filter(status=Status.WITHDRAWN)] == ["akten2/b.txt"]


def test_a_list_leaves_what_an_editor_corrected_until_the_document_is_withdrawn(source: Source, folder: Path) -> None:
    said = {"id": "r1", "text": "Text", "title": "Satz", "date": "2026-01-02", "url": "https://amt.example/a"}
    put(folder / "r.jsonl", json.dumps(said))
    run(source)
    Document.objects.filter(external_id="r1").update(title="Satzung", date=None, edited=["date", "title"])
    put(
        folder / "r.jsonl", json.dumps(said | {"title": "Satz 2", "date": "2026-01-03", "url": "https://amt.example/b"})
    )
    assert run(source).changed == 1
    document = Document.objects.get(external_id="r1")
    assert (document.title, document.date, document.url) == ("Satzung", None, "https://amt.example/b")
    withdraw_documents([document.pk], AT_SOURCE)
    run(source)
    document.refresh_from_db()
    assert (document.title, str(document.date), document.edited) == ("Satz 2", "2026-01-03", None)


def test_a_link_that_leads_out_is_not_read(source: Source, folder: Path) -> None:
    (folder / "passwd.txt").symlink_to("/etc/passwd")
    assert run(source).new == 6


def test_pipes_and_devices_are_passed_over(source: Source, folder: Path) -> None:
    """Who opens a pipe waits for its writer: a run, and the worker with it, would never end."""
    for name in ("pipe.txt", "pipe.jsonl"):
        os.mkfifo(folder / name)
        os.utime(folder / name, (time.time() - 60, time.time() - 60))
    (folder / "device.txt").symlink_to("/dev/zero")
    run(source)
    names = set(Document.objects.values_list("external_id", flat=True))
    assert names == {f"{number}.txt" for number in range(6)}
