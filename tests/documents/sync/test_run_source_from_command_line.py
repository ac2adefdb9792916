"""import_documents with a source: from a file and from an address, again, limited, queued, refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django_q.models import OrmQ

from apps.documents.lifecycle.register_documents import register_items
from apps.documents.models import Collection, Document, Listing, Source, SourceRun, SourceRunState, Status
from apps.documents.sources.connectors.source_item import Item
from apps.documents.sync.source_runner import begin_run
from tests.documents.conftest import EXPORT, publish
from tests.documents.pardok_exports import deleted, export, paper, process
from tests.documents.parsing.sample_pdfs import letter
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db(transaction=True)


def imported(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0, **options: Any) -> dict[str, Any]:
    given = {"source": "pardok-xml", "collection": "anfragen", "json": True} | options
    try:
        call_command("import_documents", *arguments, **given)
        found = 0
    except SystemExit as left:
        found = int(str(left.code))
    assert found == code
    return dict(json.loads(capsys.readouterr().out))


def test_an_export_at_an_address_is_imported_to_the_end(host: DocumentHost, capsys: pytest.CaptureFixture[str]) -> None:
    host.serve("/a.pdf", letter("Der Radweg in Mitte wird drei Meter breit."), media_type="application/pdf")
    host.serve(EXPORT, export(process("V-1", paper("0001", host.url("/a.pdf")), paper("0002", host.url("/a.pdf")))))
    report = imported(capsys, host.url(EXPORT))
    assert (report["new"], report["ready"], report["failed"]) == (2, 2, 0)
    [first, _] = report["documents"]
    assert (first["external_id"], first["title"]) == ("V-1-0001", "Radwege in Mitte")
    assert first["chunks"] > 0
    again = imported(capsys, host.url(EXPORT))
    assert (again["new"], again["changed"], again["unchanged"], again["model_calls"]) == (0, 0, 2, {})


def test_an_export_in_a_file_withdraws_what_it_deletes(
    host: DocumentHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.xml"
    file.write_bytes(export(process("V-1", paper(url=host.url("/1"))), process("V-2", paper(url=host.url("/2")))))
    assert imported(capsys, str(file), no_fetch=True)["new"] == 2
    assert imported(capsys, str(file), no_fetch=True)["unchanged"] == 2
    file.write_bytes(export(deleted("V-1"), process("V-2", paper(url=host.url("/2")))))
    report = imported(capsys, str(file), no_fetch=True)
    assert (report["withdrawn"], report["unchanged"]) == (1, 1)


def test_what_is_only_listed_is_on_its_way_while_something_fetches_it(
    host: DocumentHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.xml"
    file.write_bytes(export(process("V-1", paper(url=host.url("/1")))))
    imported(capsys, str(file), no_fetch=True)
    assert Document.objects.count() == 1
    assert not Document.objects.not_yet_searchable().exists()
    source = Source.objects.get()
    run = begin_run(source)
    assert run is not None
    assert Document.objects.not_yet_searchable().count() == 1
    run.delete()
    source.schedule, source.enabled = "0 5 * * *", True
    source.save()
    assert Document.objects.not_yet_searchable().count() == 1


def test_what_only_a_deleted_source_listed_is_on_no_way(
    host: DocumentHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.xml"
    file.write_bytes(export(process("V-1", paper(url=host.url("/1"))), process("V-2", paper(url=host.url("/2")))))
    imported(capsys, str(file), no_fetch=True)
    Document.objects.filter(external_id="V-1-0001").update(status=Status.FETCHING)
    Source.objects.get().delete()
    assert not Document.objects.not_yet_searchable().exists()
    document = Document.objects.get(external_id="V-2-0001")
    register_items(document.collection_id, [Item("V-2-0001", "a.txt", b"Text")])
    assert Document.objects.not_yet_searchable().get() == document


def test_what_one_source_only_lists_is_on_its_way_while_another_one_fetches_it(
    host: DocumentHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.xml"
    file.write_bytes(export(process("V-1", paper(url=host.url("/1")))))
    imported(capsys, str(file), no_fetch=True)
    document, first = Document.objects.get(), Source.objects.get()
    second = Source.objects.create(name="Kopie", collection=first.collection, kind=first.kind)
    listing = Listing.objects.create(source=second, document=document, checksum="1")
    assert not Document.objects.not_yet_searchable().exists()
    run = begin_run(second)
    assert run is not None
    assert Document.objects.not_yet_searchable().get() == document
    run.delete()
    listing.state = "fetched"
    listing.save()
    assert Document.objects.not_yet_searchable().get() == document
    listing.state = "failed"
    listing.save()
    assert not Document.objects.not_yet_searchable().exists()


def test_a_source_makes_its_collection_in_the_language_that_is_named(
    host: DocumentHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.xml"
    file.write_bytes(export(process("V-1", paper(url=host.url("/1")))))
    imported(capsys, str(file), no_fetch=True, language="en")
    assert Collection.objects.get().language == "en"


def test_files_that_cannot_be_fetched_end_the_command_with_one(
    host: DocumentHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.xml"
    file.write_bytes(export(process("V-1", paper(url="https://pardok.example/1.pdf"))))
    report = imported(capsys, str(file), code=1)
    assert (report["new"], report["failed"], report["documents"][0]["reason_code"]) == (1, 1, "address_refused")


def test_a_limit_says_that_nothing_was_withdrawn(host: DocumentHost, capsys: pytest.CaptureFixture[str]) -> None:
    publish(host, 1, 2, 3)
    report = imported(capsys, host.url(EXPORT), limit=2, no_fetch=True)
    assert (report["found"], report["withdrawn"]) == (2, 0)
    assert "2" in report["alarm"]


def test_records_that_could_not_be_used_are_named(host: DocumentHost, capsys: pytest.CaptureFixture[str]) -> None:
    publish(host, 1)
    host.serve(EXPORT, export(process("V-1", paper(url="no address")), process("V-2", paper(url=host.url("/2.pdf")))))
    report = imported(capsys, host.url(EXPORT), no_fetch=True, code=1)
    assert [each["record"] for each in report["skipped"]] == ["V-1-0001"]
    assert report["skipped"][0]["reason"]


def test_queued_the_worker_fetches(host: DocumentHost, capsys: pytest.CaptureFixture[str]) -> None:
    publish(host, 1)
    report = imported(capsys, host.url(EXPORT), queue=True)
    assert (report["new"], report["ready"]) == (1, 0)
    assert OrmQ.objects.count() == 1
    assert SourceRun.objects.get().state == SourceRunState.FETCHING


def test_a_run_that_was_killed_is_taken_over(host: DocumentHost, capsys: pytest.CaptureFixture[str]) -> None:
    publish(host, 1)
    imported(capsys, host.url(EXPORT), no_fetch=True)
    SourceRun.objects.update(state=SourceRunState.LISTING)
    assert imported(capsys, host.url(EXPORT), no_fetch=True)["found"] == 1
    assert SourceRun.objects.count() == 1


def test_options_and_hosts_are_kept_with_the_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "export.xml"
    file.write_bytes(export(process("V-1", paper(url="https://a.example/1", DokTyp="VO", DokTypL="Verordnung"))))
    report = imported(capsys, str(file), option=["document_types=VO,GVBl"], host=["a.example"], no_fetch=True)
    assert report["new"] == 1
    source = Source.objects.get()
    assert (source.options, source.hosts) == ({"document_types": ["VO", "GVBl"]}, ["a.example"])


WRONG: list[tuple[list[str], dict[str, Any], str]] = [
    (["nowhere.xml"], {}, "nowhere.xml"),
    (["http://127.1/a.xml"], {}, "127.1"),
    (["a.xml", "b.xml"], {}, "one place"),
    (["a.xml"], {"option": ["colour=red"]}, "colour"),
    (["a.xml"], {"option": ["recheck_files=perhaps"]}, "perhaps"),
    (["a.xml"], {"option": ["recheck_files"]}, "NAME=VALUE"),
    (["a.xml"], {"source": "files", "option": ["recheck_files=true"]}, "--option"),
    (["a.xml"], {"source": "files", "host": ["a.example"]}, "--host"),
    (["a.xml"], {"host": ["http://a/"]}, "http://a/"),
    (["a.xml"], {"source": "pardok"}, "pardok"),
    (["nowhere"], {"source": "cms"}, "nowhere"),
    (["a.xml"], {"collection": "ä ö"}, "ä ö"),
]


@pytest.mark.parametrize(("paths", "options", "named"), WRONG)
def test_wrong_use_is_named_and_leaves_nothing(
    paths: list[str], options: dict[str, Any], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.xml").write_bytes(export(process("V-1", paper(url="https://a.example/1"))))
    given = {"source": "pardok-xml", "collection": "anfragen", "json": True, "no_fetch": True} | options
    with pytest.raises(CommandError) as caught:
        call_command("import_documents", *paths, **given)
    assert named in str(caught.value)
    assert caught.value.returncode == 2
    assert not Document.objects.exists()
    assert not Source.objects.exists()


def test_a_broken_export_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "export.xml"
    file.write_bytes(b'<!DOCTYPE Export [<!ENTITY x SYSTEM "file:///etc/passwd">]><Export>&x;</Export>')
    with pytest.raises(CommandError) as caught:
        call_command("import_documents", str(file), source="pardok-xml", collection="anfragen", no_fetch=True)
    assert "entit" in str(caught.value).lower()
    assert not Document.objects.exists()
