"""The command as people and scripts use it: what stands where, and the exit status."""

import json
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from apps.documents.keywords.build_posting_rows import language_marker
from apps.documents.models import Collection, Document, Posting
from apps.documents.parsing import detect_stale_code

pytestmark = pytest.mark.django_db


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[str, str, int]:
    try:
        call_command("import_documents", *map(str, arguments))
        status = 0
    except SystemExit as left:
        status = int(left.code or 0)
    written = capsys.readouterr()
    return written.out, written.err, status


def test_json_is_alone_on_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "eins.txt").write_text("Die Gebühr beträgt drei Euro.")
    out, err, status = run(capsys, tmp_path, "--collection", "amt", "--json")
    facts = json.loads(out)
    assert status == 0
    assert facts["documents"] == [
        {
            "external_id": "eins.txt", "title": "eins", "status": "ready", "reason_code": None, "reason": None,
            "pages": 1, "chunks": 2,
        }
    ]  # fmt: skip
    assert {name: facts[name] for name in ("collection", "found", "new", "withdrawn", "pages", "chunks", "cost")} == {
        "collection": "amt", "found": 1, "new": 1, "withdrawn": 0, "pages": 1, "chunks": 2, "cost": 0.0,
    }  # fmt: skip
    assert "1/1" in err


def test_the_report_comes_when_its_vectors_are_written_and_counts_their_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed_before: list[str] = []

    def fill(progress: object, *, collection: str) -> None:
        printed_before.append(capsys.readouterr().out)
        time.sleep(0.02)

    monkeypatch.setattr("apps.documents.management.commands.import_documents.fill_vectors_to_the_end", fill)
    (tmp_path / "eins.txt").write_text("Die Gebühr beträgt drei Euro.")
    facts = json.loads(run(capsys, tmp_path, "--collection", "amt", "--json")[0])
    assert printed_before == [""]
    assert facts["seconds"] > facts["vector_seconds"] >= 0.02


def test_who_has_no_patience_for_the_vectors_gets_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(progress: object, *, collection: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("apps.documents.management.commands.import_documents.fill_vectors_to_the_end", interrupted)
    (tmp_path / "eins.txt").write_text("Die Gebühr beträgt drei Euro.")
    with pytest.raises(KeyboardInterrupt):
        run(capsys, tmp_path, "--collection", "amt", "--json")
    assert json.loads(capsys.readouterr().out)["ready"] == 1


def test_some_failures_are_status_one_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gut.txt").write_text("Alles gut.")
    (tmp_path / "leer.txt").touch()
    out, _, status = run(capsys, tmp_path, "--collection", "amt")
    assert status == 1
    assert "leer.txt: failed" in out


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (["/nirgends", "--collection", "amt"], "/nirgends"),
        ([".", "--collection", "kein name"], "kein name"),
        ([".", "--collection", "amt", "--source", "quatsch"], "quatsch.*files, pardok-xml, pardok-api, cms"),
        ([".", "--collection", "amt", "--limit", "0"], "0"),
        ([".", "--collection", "amt", "--language", "english"], "english.*„de“.*„en“"),
    ],
)
def test_wrong_use_is_one_sentence_with_the_value(arguments: list[str], value: str) -> None:
    with pytest.raises(CommandError, match=value) as refused:
        call_command("import_documents", *arguments)
    assert refused.value.returncode == 2


def test_a_collection_is_made_in_a_language_by_which_its_words_are_indexed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.txt").write_text("Fees of the cities")
    assert run(capsys, tmp_path, "--collection", "office", "--language", "en")[2] == 0
    assert run(capsys, tmp_path, "--collection", "office")[2] == 0
    assert Collection.objects.get().language == "en"
    assert Posting.objects.filter(term=language_marker("en")).exists()
    assert not Posting.objects.filter(term=language_marker("de")).exists()
    with pytest.raises(CommandError, match="„en“"):
        run(capsys, tmp_path, "--collection", "office", "--language", "fr")


def test_a_program_that_is_exchanged_meanwhile_is_one_sentence_and_the_documents_wait(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "eins.html").write_text("<html><body><p>Die Gebühr beträgt drei Euro.</p></body></html>")
    with monkeypatch.context() as patch:
        patch.setattr(detect_stale_code, "LOADED_CHECKSUM", "what the disk held before")
        with pytest.raises(CommandError, match=r"Start the service again.*Then give this command again") as refused:
            run(capsys, tmp_path, "--collection", "amt")
    assert refused.value.returncode == 2
    assert list(Document.objects.values_list("status", "reason_code")) == [("queued", "")]
    assert run(capsys, tmp_path, "--collection", "amt")[2] == 0
    assert list(Document.objects.values_list("status", flat=True)) == ["ready"]


@pytest.mark.django_db(transaction=True)
def test_front_matter_of_markdown_becomes_date_and_metadata_and_is_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "steuer.md"
    file.write_text(
        "---\ntitle: Hundesteuer\ndate: 2024-05-01\ntags: [Steuern, Hunde]\n---\nDie Steuer beträgt 120 Euro."
    )
    run(capsys, tmp_path, "--collection", "amt", "--json")
    document = Document.objects.get()
    assert (document.title, str(document.date)) == ("Hundesteuer", "2024-05-01")
    assert document.metadata["tags"] == ["Steuern", "Hunde"]
    assert [page.text for page in document.current_revision.pages.all()] == ["Die Steuer beträgt 120 Euro."]
    file.write_text("---\ndate: 2025-06-02\n---\nDie Steuer beträgt 130 Euro.")
    run(capsys, tmp_path, "--collection", "amt", "--json")
    document.refresh_from_db()
    assert (str(document.date), document.metadata) == ("2025-06-02", {"date": "2025-06-02"})
