"""The same folder again and again: what is new comes in, what changed is replaced, what is there stays."""

import json
import os
import threading
from pathlib import Path

import pytest
from django.db import connection

from apps.documents.lifecycle import import_documents
from apps.documents.lifecycle.import_documents import ImportRefused, ensure_unique_ids, import_paths
from apps.documents.lifecycle.import_report import ImportReport
from apps.documents.models import Blob, Chunk, Collection, Document, Embedding, Page, Revision, Status, Step, StepState
from apps.documents.sources import Item, SourceError
from tests.documents import pipeline_harness
from tests.processor_time import at_most


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def write_records(folder: Path, *lines: object) -> Path:
    path = folder / "records.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return path


def ends(report: ImportReport) -> dict[str, tuple[str, str]]:
    return {line.external_id: (line.status, line.reason_code) for line in report.documents}


@pytest.mark.django_db
class TestAgainAndAgain:
    def test_a_folder_is_imported_once(self, tmp_path: Path) -> None:
        write(tmp_path, eins="Die Gebühr beträgt drei Euro.", zwei="Der Hund ist anzumelden.")
        first = import_paths([tmp_path], "amt").as_json()
        again = import_paths([tmp_path], "amt").as_json()
        counts = ("found", "new", "changed", "unchanged", "ready", "failed")
        assert [first[name] for name in counts] == [2, 2, 0, 0, 2, 0]
        assert [again[name] for name in counts] == [2, 0, 0, 2, 2, 0]
        assert first["model_calls"] == {"summarise": 2, "tag": 2, "embed": 1}
        assert again["model_calls"] == {}

    def test_a_changed_file_replaces_all_of_the_old_one(self, tmp_path: Path) -> None:
        import_paths([write(tmp_path, eins="Alte Fassung.", zwei="Bleibt.")], "amt")
        report = import_paths([write(tmp_path, eins="Neue Fassung.")], "amt")
        assert (report.new, report.changed, report.unchanged) == (0, 1, 1)
        document = Document.objects.get(external_id="eins.txt")
        assert document.current_revision is not None
        assert [page.text for page in document.current_revision.pages.all()] == ["Neue Fassung."]
        # Nothing of the old content is left anywhere.
        assert Revision.objects.count() == Page.objects.count() == Blob.objects.count() == 2
        assert not Chunk.objects.filter(text__contains="Alte").exists()
        assert Embedding.objects.count() == Chunk.objects.count()

    def test_the_old_content_is_searched_until_the_new_one_is_ready(self, tmp_path: Path) -> None:
        import_paths([write(tmp_path, eins="Alte Fassung.")], "amt")
        pipeline_harness.registered(write(tmp_path, eins="Neue Fassung."))
        document = Document.objects.searchable().get()
        assert document.current_revision is not None
        assert document.current_revision.pages.get().text == "Alte Fassung."

    def test_a_file_that_broke_leaves_the_old_content_in_search_and_says_so(self, tmp_path: Path) -> None:
        import_paths([write(tmp_path, eins="Alte Fassung.")], "amt")
        (tmp_path / "eins.txt").write_bytes(b"")
        report = import_paths([tmp_path], "amt")
        assert ends(report) == {"eins.txt": ("ready_partial", "empty_file")}
        assert report.documents[0].reason.count(".") > 1
        assert Chunk.objects.published().filter(text="Alte Fassung.").exists()
        import_paths([write(tmp_path, eins="Alte Fassung, berichtigt.")], "amt")
        assert Document.objects.get().status == Status.READY

    def test_a_file_that_changed_twice_is_processed_once(self, tmp_path: Path) -> None:
        import_paths([write(tmp_path, eins="Erste Fassung.")], "amt")
        pipeline_harness.registered(write(tmp_path, eins="Zweite Fassung."))
        report = import_paths([write(tmp_path, eins="Dritte Fassung.")], "amt")
        assert report.changed == 1
        assert Revision.objects.count() == 1
        assert Page.objects.get().text == "Dritte Fassung."

    def test_a_file_that_is_gone_is_not_withdrawn(self, tmp_path: Path) -> None:
        import_paths([write(tmp_path, eins="Eins.", zwei="Zwei.")], "amt")
        (tmp_path / "eins.txt").unlink()
        report = import_paths([tmp_path], "amt")
        assert (report.found, report.as_json()["withdrawn"]) == (1, 0)
        assert Document.objects.searchable().count() == 2

    def test_a_failed_document_is_tried_again(self, tmp_path: Path) -> None:
        import_paths([write(tmp_path, eins="Eins.")], "amt")
        Step.objects.filter(stage="embed").update(state=StepState.FAILED, failures=5)
        Document.objects.update(status=Status.FAILED, reason_code="llm_unavailable", current_revision=None)
        report = import_paths([tmp_path], "amt")
        assert (report.unchanged, ends(report)) == (1, {"eins.txt": ("ready", "")})

    def test_an_import_that_was_cut_off_is_finished_by_the_next(self, tmp_path: Path) -> None:
        pipeline_harness.registered(write(tmp_path, eins="Eins.", zwei="Zwei."))
        assert set(Document.objects.values_list("status", flat=True)) == {"queued"}
        report = import_paths([tmp_path], "amt")
        assert (report.unchanged, report.count(Status.READY)) == (2, 2)

    def test_portions_are_registered_while_others_are_processed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(import_documents, "TOGETHER", 1)
        told: list[tuple[int, int]] = []
        folder = write(tmp_path, eins="Eins.", zwei="Zwei.", drei="")
        report = import_paths([folder], "amt", progress=lambda ended, found: told.append((ended, found)))
        assert (report.found, report.count(Status.READY), report.count(Status.FAILED)) == (3, 2, 1)
        assert [found for _, found in told] == sorted(found for _, found in told)
        assert told[-1] == (3, 3)

    def test_the_same_bytes_are_kept_once(self, tmp_path: Path) -> None:
        report = import_paths([write(tmp_path, eins="Gleich.", zwei="Gleich.")], "amt")
        assert (report.found, Blob.objects.count()) == (2, 1)


@pytest.mark.django_db(transaction=True)
def test_two_imports_at_once_make_no_document_twice(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number}.txt").write_text(f"Die Gebühr Nummer {number} beträgt drei Euro.")
    reports: list[ImportReport] = []

    def run() -> None:
        try:
            reports.append(import_paths([tmp_path], "amt"))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(report.new for report in reports) == 12
    # Each of them stays until all documents are ready, whoever worked on them.
    assert [report.count(Status.READY) for report in reports] == [12, 12, 12]
    assert Document.objects.count() == Revision.objects.count() == Page.objects.count() == 12
    assert Chunk.objects.count() == Embedding.objects.count() == 24
    assert Step.objects.filter(state=StepState.DONE).count() == 12 * 6


@pytest.mark.django_db
class TestFiles:
    def test_folders_are_read_to_the_bottom_and_hidden_files_left_out(self, tmp_path: Path) -> None:
        (tmp_path / "b" / "tief").mkdir(parents=True)
        (tmp_path / "b" / "tief" / "seite.html").write_text("<h1>Amt</h1><p>Das Amt ist offen.</p>")
        (tmp_path / "a.md").write_text("# Satzung\n\nText.")
        (tmp_path / ".geheim.txt").write_text("nein")
        report = import_paths([tmp_path], "amt")
        assert [line.external_id for line in report.documents] == ["a.md", "b/tief/seite.html"]
        assert [line.title for line in report.documents] == ["Satzung", "Amt"]

    def test_a_single_file_goes_by_its_name(self, tmp_path: Path) -> None:
        write(tmp_path, eins="Text.")
        assert ends(import_paths([tmp_path / "eins.txt"], "amt")) == {"eins.txt": ("ready", "")}

    def test_bad_files_keep_their_reason_and_stop_nobody(self, tmp_path: Path) -> None:
        write(tmp_path, gut="Alles gut.")
        (tmp_path / "leer.pdf").touch()
        (tmp_path / "seite.pdf").write_text("<html><body>404</body></html>")
        (tmp_path / "text.txt").write_bytes(b"\x81\x8d\x00\x01\x02" * 20)
        (tmp_path / "brief.docx").write_bytes(b"PK\x03\x04")
        (tmp_path / "weg.pdf").symlink_to(tmp_path / "nirgends.pdf")
        report = import_paths([tmp_path], "amt")
        assert ends(report) == {
            "gut.txt": ("ready", ""),
            "leer.pdf": ("failed", "empty_file"),
            "seite.pdf": ("failed", "not_a_pdf"),
            "text.txt": ("failed", "wrong_encoding"),
            "brief.docx": ("failed", "damaged"),
            "weg.pdf": ("failed", "unreadable_file"),
        }
        assert report.has_failures
        assert all(line.reason for line in report.problems)

    def test_a_missing_path_beside_others_is_one_failed_document(self, tmp_path: Path) -> None:
        write(tmp_path, eins="Text.")
        report = import_paths([tmp_path / "eins.txt", tmp_path / "zwei.txt"], "amt")
        assert ends(report) == {"eins.txt": ("ready", ""), "zwei.txt": ("failed", "unreadable_file")}

    def test_a_file_name_that_is_no_text_is_still_a_document(self, tmp_path: Path) -> None:
        for name in (b"stra\xdfe.txt", b"stra\xdfe\xe4.txt"):
            (tmp_path / os.fsdecode(name)).write_text("Text.")
        assert set(ends(import_paths([tmp_path], "amt")).values()) == {("ready", "")}
        assert import_paths([tmp_path], "amt").unchanged == 2

    def test_a_limit_takes_the_first_ones(self, tmp_path: Path) -> None:
        report = import_paths([write(tmp_path, a="A.", b="B.", c="C.")], "amt", limit=2)
        assert list(ends(report)) == ["a.txt", "b.txt"]


@pytest.mark.django_db
class TestRecords:
    def test_a_record_brings_title_date_metadata_and_fields(self, tmp_path: Path) -> None:
        record = {
            "id": "bt-17-36-a14", "title": "Antwort auf Frage 29", "date": "21. April 2010", "url": "https://example.org/a",
            "text": "Die Bundesregierung antwortet.", "party": "SPD", "metadata": {"wp": 17},
            "keywords": ["Antwort", "Frage"],
        }  # fmt: skip
        import_paths([write_records(tmp_path, record)], "amt")
        document = Document.objects.get()
        assert document.external_id == "bt-17-36-a14"
        assert document.title == "Antwort auf Frage 29"
        assert str(document.date) == "2010-04-21"
        assert document.url == "https://example.org/a"
        assert document.metadata == {"party": "SPD", "wp": 17}
        assert dict(Chunk.objects.values_list("kind", "text")).items() >= {
            "title": "Antwort auf Frage 29", "keywords": "Antwort, Frage", "content": "Die Bundesregierung antwortet.",
        }.items()  # fmt: skip

    def test_a_changed_record_changes_its_metadata_with_its_text(self, tmp_path: Path) -> None:
        import_paths(
            [write_records(tmp_path, {"id": "a", "title": "Alt", "text": "Alt.", "date": "2010-01-01"})], "amt"
        )
        pipeline_harness.registered(write_records(tmp_path, {"id": "a", "title": "Neu", "text": "Neu."}).parent)
        assert (Document.objects.get().title, str(Document.objects.get().date)) == ("Alt", "2010-01-01")
        import_paths([tmp_path / "records.jsonl"], "amt")
        assert (Document.objects.get().title, Document.objects.get().date) == ("Neu", None)

    def test_pages_of_a_record_keep_their_numbers(self, tmp_path: Path) -> None:
        import_paths(
            [write_records(tmp_path, {"id": "a", "pages": [f"Seite {number}." for number in range(1, 13)]})], "amt"
        )
        assert list(Page.objects.values_list("number", "text")) == [(n, f"Seite {n}.") for n in range(1, 13)]
        assert Document.objects.get().title == "a"

    def test_a_broken_line_is_named_by_its_number(self, tmp_path: Path) -> None:
        good = {"id": "a", "text": "Gut."}
        path = write_records(tmp_path, good, "kaputt", {"text": "ohne Kennung"}, {"id": "b"}, {"id": "c", "text": ""})
        report = import_paths([path], "amt")
        assert ends(report) == {
            "a": ("ready", ""),
            "records.jsonl:2": ("failed", "broken_record"),
            "records.jsonl:3": ("failed", "broken_record"),
            "records.jsonl:4": ("failed", "broken_record"),
            "c": ("failed", "no_text"),
        }
        assert "2" in next(line.reason for line in report.documents if line.external_id == "records.jsonl:2")

    def test_a_file_of_other_things_is_one_failure_not_thousands(self, tmp_path: Path) -> None:
        questions = [{"question": f"Wie hoch ist die Gebühr {number}?", "document_id": "a"} for number in range(50)]
        assert len(import_paths([write_records(tmp_path, *questions)], "amt").documents) == 1

    def test_an_id_that_comes_twice_overwrites_nothing(self, tmp_path: Path) -> None:
        path = write_records(tmp_path, {"id": "a", "text": "Erster."}, {"id": "a", "text": "Zweiter."})
        assert ends(import_paths([path], "amt")) == {"a": ("ready", ""), "a (2)": ("failed", "duplicate_id")}
        assert Page.objects.get().text == "Erster."
        assert import_paths([path], "amt").as_json()["unchanged"] == 2

    def test_nul_and_half_characters_cost_nothing(self, tmp_path: Path) -> None:
        path = write_records(
            tmp_path, r'{"id": "a\u0000", "title": "T\ud800itel", "text": "Te\u0000xt.", "x": {"y": "\u0000"}}'
        )
        assert ends(import_paths([path], "amt")) == {"a": ("ready", "")}
        assert Page.objects.get().text == "Text."


@pytest.mark.django_db
class TestWrongUse:
    def test_a_path_that_does_not_exist_makes_no_collection(self) -> None:
        with pytest.raises(SourceError, match="/nirgends"):
            import_paths([Path("/nirgends")], "amt")
        assert not Collection.objects.exists()

    def test_a_name_that_is_no_slug_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ImportRefused, match="Bürger Amt"):
            import_paths([write(tmp_path, eins="Text.")], "Bürger Amt")


def test_an_id_that_stands_in_a_list_many_thousand_times_takes_time_linear_to_them() -> None:
    items = [Item("a", "a.txt"), Item("a (3)", "b.txt"), *(Item("a", "a.txt") for _ in range(20_000))]
    with at_most(0.5):
        names = [item.external_id for item in ensure_unique_ids(items)]
    assert names[:5] == ["a", "a (3)", "a (2)", "a (4)", "a (5)"]
    assert len(set(names)) == len(items)
