"""Files of listed documents: fetched once, asked for again, given up; and hosts that are not asked."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.documents.admin.retry_documents import retry_documents
from apps.documents.models import (
    Document,
    Revision,
    Source,
    SourceRun,
    SourceRunState,
    Status,
    StepState,
)
from apps.documents.step_scheduling.document_status_updates import DocumentEnding, end_documents
from apps.documents.sync import download_files, tasks
from apps.documents.sync.download_files import Downloader, item_of_document
from tests.documents import source_runs
from tests.documents.conftest import EXPORT, PDF, Run, publish, statuses
from tests.documents.pardok_exports import deleted, export, paper, process
from tests.documents.source_runs import counts
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db
State = SourceRunState


def test_files_that_cannot_be_fetched_are_a_status_and_are_asked_for_again(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2, 3)
    host.fail("/S19-1.pdf", 404)
    host.fail("/S19-2.pdf", 503)
    host.serve("/S19-3.pdf", b"<!doctype html><html><body>Fehler</body></html>", media_type="text/html")
    done = run()
    assert (done.state, done.fetched, done.not_fetched) == (State.DONE, 0, 3)
    reasons = dict(Document.objects.values_list("external_id", "reason_code"))
    assert reasons == {"V-1-0001": "source_gone", "V-2-0001": "download_5xx", "V-3-0001": "download_html"}
    assert set(statuses().values()) == {Status.FAILED}
    assert all(len(document.reason) > 20 for document in Document.objects.all())
    publish(host, 1, 2, 3)
    assert (run().fetched, set(statuses().values())) == (3, {Status.QUEUED})


def test_trying_again_fetches_what_could_not_be_fetched_without_reading_the_list(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    host.fail("/S19-1.pdf", 503)
    run()
    publish(host, 1, 2)
    lists_read = len(host.requests(EXPORT))
    failed = Document.objects.get(external_id="V-1-0001")
    assert retry_documents([failed.pk]) == 1
    assert statuses()["V-1-0001"] == Status.QUEUED
    again = SourceRun.objects.order_by("-pk")[0]
    assert (again.state, again.to_fetch) == (State.FETCHING, 1)
    tasks.work(again.pk)
    again.refresh_from_db()
    assert (again.state, again.fetched) == (State.DONE, 1)
    assert len(host.requests(EXPORT)) == lists_read
    assert failed.revisions.count() == 1


def test_people_see_what_is_being_fetched(host: DocumentHost, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    before = Downloader._show

    def show(self: Downloader, wanted: Any) -> None:
        before(self, wanted)
        seen.extend(statuses().values())

    monkeypatch.setattr(Downloader, "_show", show)
    publish(host, 1)
    run()
    assert seen == [Status.FETCHING]
    assert set(statuses().values()) == {Status.QUEUED}


def test_a_host_that_is_not_listed_is_not_asked(host: DocumentHost, run: Run) -> None:
    with DocumentHost() as other:
        other.serve("/a.pdf", PDF)
        host.serve(EXPORT, export(process("V-1", paper(url=other.url("/a.pdf")))))
        run()
        assert other.asked == []
    assert Document.objects.get().reason_code == "address_refused"


def test_a_dead_host_is_given_up_after_a_few_files(host: DocumentHost, run: Run, free_port: int, settings: Any) -> None:
    settings.IMPORT_HOSTS.append(f"127.0.0.1:{free_port}")
    dead = [process(f"V-{n}", paper(url=f"http://127.0.0.1:{free_port}/{n}.pdf")) for n in range(200)]
    host.serve(EXPORT, export(*dead))
    done = run()
    assert (done.state, done.not_fetched) == (State.DONE, 200)
    assert set(statuses().values()) == {Status.FAILED}


def test_a_host_that_wants_no_more_requests_gets_none(host: DocumentHost, run: Run) -> None:
    """However long it wants to be left alone: the worker does not wait for it, and the next run asks again."""
    publish(host, *range(200))
    for number in range(200):
        host.script(f"/S19-{number}.pdf", b"HTTP/1.1 429 x\r\nRetry-After: 315360000\r\nContent-Length: 0\r\n\r\n")
    done = run()
    assert (done.state, done.not_fetched) == (State.DONE, 200)
    assert sum(asked.path.endswith(".pdf") for asked in host.asked) <= 64
    assert "429" in Document.objects.first().reason  # type: ignore[union-attr]
    publish(host, *range(200))
    assert run().fetched == 200


def test_pages_that_lead_in_a_circle_hide_no_other_file_of_their_host(host: DocumentHost, run: Run) -> None:
    circles = [f"/S19-{number}.pdf" for number in range(10, 50)]
    publish(host, *range(10, 50), 99)
    for path in circles:
        host.redirect(path, path)
    done = run()
    assert (done.fetched, done.not_fetched) == (1, len(circles))


def test_a_changed_file_is_found_when_files_are_asked_for_again(host: DocumentHost, source: Source, run: Run) -> None:
    source.options = {"recheck_files": True}
    source.save()
    publish(host, 1)
    run()
    host.serve("/S19-1.pdf", PDF + b"changed")
    host.serve(EXPORT, export(process("V-1", paper(url=host.url("/S19-1.pdf"))), deleted("V-9")))
    assert counts(run()) == (0, 1, 0, 0)
    assert Document.objects.get().revisions.get().blob.size == len(PDF) + 7
    assert counts(run()) == (0, 0, 1, 0)


def test_an_older_version_is_told_until_the_newer_one_is_read(host: DocumentHost, source: Source, run: Run) -> None:
    """The server says "not modified" of the version that failed: its ETag is the one that is remembered."""
    source.options = {"recheck_files": True}
    source.save()
    publish(host, 1)
    run()
    document = Document.objects.get()
    shown = document.revisions.get()
    shown.steps.update(state=StepState.DONE)
    Document.objects.update(current_revision=shown, status=Status.READY)
    host.serve("/S19-1.pdf", PDF + b"changed")
    run()
    failed = document.revisions.get(number=2)
    failed.steps.update(state=StepState.FAILED)
    end_documents([DocumentEnding(document.pk, "encrypted")])
    run()
    document.refresh_from_db()
    assert (document.status, document.flags) == (Status.READY_PARTIAL, ["older_version_shown"])
    assert failed.steps.get().state == StepState.WAITING, "it is tried again"
    Document.objects.update(current_revision=failed)
    files = len(host.requests("/S19-1.pdf"))
    assert run().fetched == 1
    assert "if-none-match" in host.requests("/S19-1.pdf")[files].headers
    document.refresh_from_db()
    assert (document.status, document.flags) == (Status.READY, [])


def test_a_value_that_the_database_refuses_does_not_stop_the_other_files(host: DocumentHost, source: Source) -> None:
    """Fetched in the order of their addresses; a run that ended at one would meet it first for ever."""
    source.kind = "cms"
    source.save()
    names = ["a%00.pdf", "b.html", "c.pdf"]
    for name in names:
        host.serve(f"/{name}", PDF + name.encode(), media_type="application/pdf")
    page = b'<html><head><meta property="og:title" content="Geb\0hren"></head><body><p>Drei Euro</p></body></html>'
    host.serve("/b.html", page, media_type="text/html")
    sites = "".join(f"<url><loc>{host.url('/' + name)}</loc></url>" for name in names)
    host.serve(EXPORT, f"<urlset>{sites}</urlset>".encode(), media_type="application/xml")
    done = source_runs.run(source)
    assert (done.state, done.fetched, done.not_fetched) == (State.DONE, 3, 0)
    assert set(Revision.objects.values_list("file_name", flat=True)) == {"a[U+0000].pdf", "page.json", "c.pdf"}
    assert b"\\u0000" not in bytes(Revision.objects.get(file_name="page.json").blob.data)


def test_a_file_whose_facts_the_database_refuses_fails_alone(
    host: DocumentHost, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def item(document: Document, *given: Any) -> Any:
        made = item_of_document(document, *given)
        return replace(made, metadata={"Amt": "\0"}) if made.external_id == "V-1-0001" else made

    monkeypatch.setattr(download_files, "item_of_document", item)
    publish(host, 1, 2)
    assert run().state == State.DONE
    assert statuses() == {"V-1-0001": Status.FAILED, "V-2-0001": Status.QUEUED}
    assert Document.objects.get(external_id="V-1-0001").reason_code == "not_storable"


def test_a_document_whose_file_and_facts_changed_counts_once(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    host.serve("/S19-1.pdf", PDF + b"changed")
    papers = [paper(url=host.url("/S19-1.pdf"), Titel="Neuer Titel"), paper(url=host.url("/S19-2.pdf"))]
    host.serve(EXPORT, export(*(process(f"V-{number}", each) for number, each in enumerate(papers, 1))))
    assert counts(run()) == (0, 1, 1, 0)
    assert Document.objects.get(title="Neuer Titel").revisions.get().blob.size == len(PDF) + 7


def test_an_emptied_title_is_its_sources_again_and_no_correction_comes_back(
    host: DocumentHost, run: Run, admin_client: Client
) -> None:
    publish(host, 1)
    run()
    document = Document.objects.get()
    stated, page = document.title, reverse("admin:documents_document_change", args=[document.pk])
    given = {"url": document.url, "date": str(document.date or ""), "metadata": "{}", "only_people": ""}
    admin_client.post(page, given | {"title": "Von Hand"})
    host.serve("/S19-1.pdf", PDF + b"changed")
    host.serve(EXPORT, export(process("V-1", paper(url=host.url("/S19-1.pdf"), Sb="Neu"))))
    run()
    newest = document.revisions.latest("number")
    assert (newest.number, "Von Hand" in (newest.title, newest.attributes.get("title"))) == (2, False)
    admin_client.post(page, given | {"title": ""})
    document.refresh_from_db()
    assert document.title
    assert document.title != "Von Hand"
    host.serve(EXPORT, export(process("V-1", paper(url=host.url("/S19-1.pdf"), Sb="Neu")), process("V-2", paper())))
    run()
    document.refresh_from_db()
    assert (document.title, document.edited) == (stated, sorted({*(document.edited or ())} - {"title"}))


def test_no_fetch_registers_only_what_the_list_says(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    done = run(fetches=False)
    assert (done.state, done.new, done.to_fetch) == (State.DONE, 2, 0)
    assert [asked.path for asked in host.asked] == [EXPORT]
    assert set(statuses().values()) == {Status.QUEUED}
