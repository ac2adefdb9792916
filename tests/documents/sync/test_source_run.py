"""Runs over real HTTP: what is new, changed, gone; and every list that must not make anything vanish."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ, Schedule

from apps.documents.admin.retry_documents import retry
from apps.documents.fetching import FetchLimits
from apps.documents.lifecycle.withdraw_documents import BY_PERSON, withdraw
from apps.documents.models import (
    Blob,
    Document,
    Listing,
    Receipt,
    Revision,
    Source,
    SourceRun,
    SourceRunState,
    Status,
    Step,
    StepState,
)
from apps.documents.sync import source_run, tasks
from apps.documents.sync.disappeared_documents import confirm_withdrawal
from apps.documents.sync.download_files import Downloader
from apps.documents.sync.source_lock import source_is_locked, source_lock
from apps.documents.sync.source_run import SourceRunner, begin_run
from tests.documents.conftest import EXPORT, PDF, Run, publish, statuses
from tests.documents.pardok_exports import deleted, export, paper, process
from tests.documents.source_runs import counts
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db
State = SourceRunState


def test_a_run_makes_documents_with_columns_and_files(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    done = run()
    assert (done.state, counts(done), done.alarm) == (State.DONE, (2, 0, 0, 0), "")
    assert (done.found, done.to_fetch, done.fetched, done.not_fetched) == (2, 2, 2, 0)
    document = Document.objects.get(external_id="V-1-0001")
    assert (document.number, document.parties, document.term) == ("19/10063", ["SPD"], 19)
    assert document.revisions.get().attributes["title"] == "Radwege in Mitte"
    assert Step.objects.filter(state=StepState.WAITING).count() == 2
    assert OrmQ.objects.count() > 0


def test_a_list_has_one_deadline_over_all_its_requests(
    host: DocumentHost, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(host, 1)
    run()
    monkeypatch.setattr(source_run, "LISTING", FetchLimits(run=0.0))
    late = run()
    assert (late.state, late.reason_code, late.withdrawn) == (State.FAILED, "listing_failed", 0)
    assert Document.objects.exclude(status=Status.WITHDRAWN).count() == 1


def test_the_second_run_finds_nothing_new_and_fetches_nothing(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    asked = len(host.asked)
    again = run()
    assert (counts(again), again.to_fetch, again.unchanged_listing) == ((0, 0, 2, 0), 0, True)
    assert len(host.asked) == asked + 1
    host.serve(EXPORT, export(*(process(f"V-{n}", paper(url=host.url(f"/S19-{n}.pdf"))) for n in (2, 1))))
    assert counts(run()) == (0, 0, 2, 0)


def test_three_documents_that_share_a_file_cause_one_download_and_one_file(host: DocumentHost, run: Run) -> None:
    host.serve("/p.pdf", PDF)
    url = host.url("/p.pdf")
    host.serve(
        EXPORT, export(process("V-1", paper("0001", url), paper("0002", url)), process("V-2", paper("0001", url)))
    )
    done = run()
    assert (done.new, done.fetched) == (3, 3)
    assert len(host.requests("/p.pdf")) == 1
    assert (Revision.objects.count(), Blob.objects.count()) == (3, 1)


def test_a_changed_fact_counts_at_once_and_an_unchanged_file_is_not_sent_again(host: DocumentHost, run: Run) -> None:
    publish(host, 1)
    run()
    publish(host, 1, Titel="Radwege in Pankow", Urheber="Ott, Uwe (CDU)")
    assert counts(run()) == (0, 1, 0, 0)
    document = Document.objects.get()
    assert (document.title, document.parties) == ("Radwege in Pankow", ["CDU"])
    assert Revision.objects.count() == 1


def test_a_deletion_that_stays_alone_withdraws(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    host.serve(EXPORT, export(deleted("V-1"), process("V-2", paper(url=host.url("/S19-2.pdf")))))
    assert counts(run()) == (0, 0, 1, 1)
    assert statuses() == {"V-1-0001": Status.WITHDRAWN, "V-2-0001": Status.QUEUED}
    assert Receipt.objects.get().external_ids == ["V-1-0001"]


def test_what_vanished_is_withdrawn_and_comes_back_when_it_is_listed_again(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(11, 20))
    assert counts(run()) == (0, 0, 9, 1)
    assert statuses()["V-10-0001"] == Status.WITHDRAWN
    publish(host, *range(10, 20))
    assert counts(run()) == (1, 0, 9, 0)
    assert statuses()["V-10-0001"] == Status.QUEUED
    assert Document.objects.get(external_id="V-10-0001").title == "Radwege in Mitte"


def test_what_a_person_withdrew_is_not_brought_back(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    withdraw([Document.objects.get(external_id="V-1-0001").pk], BY_PERSON)
    publish(host, 1, 2, Titel="Ganz neu")
    run()
    assert statuses()["V-1-0001"] == Status.WITHDRAWN
    assert not Document.objects.filter(external_id="V-1-0001").exclude(title="").exists()


GOOD = export(*(process(f"V-{n}", paper(url=f"http://x.example/{n}.pdf")) for n in range(10)))
DOUBTFUL: dict[str, Any] = {
    "an empty list": (200, export(), "listing_empty"),
    "an empty file": (200, b"", "listing_failed"),
    "a cut list": (200, GOOD[:-200], "listing_failed"),
    "an error": (500, b"", "listing_failed"),
    "a missing list": (404, b"", "listing_failed"),
    "a web page": (200, b"<html><body>Wartung</body></html>", "listing_failed"),
    "declared entities": (200, b'<!DOCTYPE Export [<!ENTITY a "b">]><Export/>', "listing_failed"),
    "another kind of papers only": (
        200,
        GOOD.replace(b"SchrAnfr", b"VO").replace(b"Schriftliche", b"X"),
        "listing_empty",
    ),
}


@pytest.mark.parametrize("doubt", DOUBTFUL)
def test_a_doubtful_list_withdraws_nothing_and_raises_an_alarm(doubt: str, host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    status, body, code = DOUBTFUL[doubt]
    if status == 200:
        host.serve(EXPORT, body)
    else:
        host.fail(EXPORT, status)
    done = run()
    assert (done.reason_code, done.withdrawn, done.new) == (code, 0, 0)
    assert len(done.alarm) > 20
    assert "%(" not in done.alarm
    assert Document.objects.exclude(status=Status.WITHDRAWN).count() == 2
    assert not Receipt.objects.exists()


def test_a_list_that_cannot_be_read_to_its_end_leaves_nothing_behind(host: DocumentHost, run: Run) -> None:
    host.serve(EXPORT, GOOD[:-30])
    assert run().state == State.FAILED
    assert not Document.objects.exists()
    assert not Listing.objects.exists()


def test_a_limited_list_withdraws_nothing(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(10, 20), Titel="Neu")
    limited = run(limit=3)
    assert (limited.found, limited.withdrawn, limited.reason_code) == (3, 0, "listing_limited")
    assert Status.WITHDRAWN not in statuses().values()
    assert counts(run()) == (0, 7, 3, 0)


def test_when_too_many_vanish_a_person_is_asked(host: DocumentHost, source: Source, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(13, 20))
    asking = run()
    assert (asking.state, asking.withdrawn, asking.vanished) == (State.NEEDS_DECISION, 0, 3)
    assert "3" in asking.alarm
    assert Status.WITHDRAWN not in statuses().values()
    assert confirm_withdrawal(asking) == 3
    asking.refresh_from_db()
    assert (asking.state, asking.withdrawn) == (State.DONE, 3)
    assert list(statuses().values()).count(Status.WITHDRAWN) == 3
    assert confirm_withdrawal(asking) == 0


def test_a_decision_is_only_about_the_newest_run(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    publish(host, *range(15, 20))
    asking = run()
    publish(host, *range(10, 20))
    run()
    assert confirm_withdrawal(asking) == 0
    assert Status.WITHDRAWN not in statuses().values()


def test_what_another_source_still_lists_stays_until_that_one_drops_it_too(
    host: DocumentHost, source: Source, run: Run
) -> None:
    publish(host, *range(10, 20))
    run()
    other = Source.objects.create(
        name="Spiegel", kind=source.kind, collection=source.collection, location=host.url("/spiegel.xml")
    )

    def run_other(*numbers: int) -> None:
        papers = [process(f"V-{number}", paper(url=host.url(f"/S19-{number}.pdf"))) for number in numbers]
        host.serve("/spiegel.xml", export(*papers))
        made = begin_run(other)
        assert made is not None
        SourceRunner(made).work()
        other.refresh_from_db()

    run_other(*range(10, 20))
    publish(host, *range(11, 20))
    assert run().withdrawn == 0
    assert Status.WITHDRAWN not in statuses().values()
    run_other(*range(11, 20))
    assert statuses()["V-10-0001"] == Status.WITHDRAWN
    assert list(statuses().values()).count(Status.WITHDRAWN) == 1


def test_a_record_that_cannot_be_used_has_not_vanished(host: DocumentHost, run: Run) -> None:
    publish(host, *range(10, 20))
    run()
    papers = [process(f"V-{n}", paper(url=host.url(f"/S19-{n}.pdf") if n > 10 else "kaputt")) for n in range(10, 20)]
    host.serve(EXPORT, export(*papers))
    done = run()
    assert (done.withdrawn, done.reason_code) == (0, "records_skipped")
    assert done.skipped[0][0] == "V-10-0001"


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
    assert retry([failed.pk]) == 1
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


def test_a_document_whose_file_and_facts_changed_counts_once(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    run()
    host.serve("/S19-1.pdf", PDF + b"changed")
    papers = [paper(url=host.url("/S19-1.pdf"), Titel="Neuer Titel"), paper(url=host.url("/S19-2.pdf"))]
    host.serve(EXPORT, export(*(process(f"V-{number}", each) for number, each in enumerate(papers, 1))))
    assert counts(run()) == (0, 1, 1, 0)
    assert Document.objects.get(title="Neuer Titel").revisions.get().blob.size == len(PDF) + 7


def test_no_fetch_registers_only_what_the_list_says(host: DocumentHost, run: Run) -> None:
    publish(host, 1, 2)
    done = run(fetches=False)
    assert (done.state, done.new, done.to_fetch) == (State.DONE, 2, 0)
    assert [asked.path for asked in host.asked] == [EXPORT]
    assert set(statuses().values()) == {Status.QUEUED}


def test_a_source_has_one_open_run(source: Source) -> None:
    assert begin_run(source) is not None
    assert begin_run(source) is None


@pytest.mark.django_db(transaction=True)
def test_a_second_worker_leaves_a_run_alone(host: DocumentHost, source: Source) -> None:
    publish(host, 1)
    made = begin_run(source)
    assert made is not None
    held, released = threading.Event(), threading.Event()

    def hold() -> None:
        with source_lock(source.pk) as is_ours:
            assert is_ours
            held.set()
            released.wait(10)
        connection.close()

    other = threading.Thread(target=hold)
    other.start()
    held.wait(10)
    try:
        assert source_is_locked(source.pk)
        SourceRunner(made).work()
        tasks.sweep()
        assert not OrmQ.objects.exists()
    finally:
        released.set()
        other.join()
    assert host.asked == []
    assert not source_is_locked(source.pk)
    assert SourceRunner(made).work()
    assert Document.objects.count() == 1


def test_an_interrupted_run_is_taken_up_and_goes_on_with_its_files(host: DocumentHost, source: Source) -> None:
    publish(host, *range(10, 20))
    made = begin_run(source)
    assert made is not None
    assert SourceRunner(made).work(stop_at=0.0) is False
    assert (made.state, Document.objects.count(), Revision.objects.count()) == (State.FETCHING, 10, 0)
    tasks.sweep()
    assert OrmQ.objects.count() == 1
    tasks.work(made.pk)
    made.refresh_from_db()
    assert (made.state, made.fetched, Revision.objects.count()) == (State.DONE, 10, 10)
    assert len(host.requests(EXPORT)) == 1


def test_the_schedule_begins_a_run_when_it_is_due(host: DocumentHost, source: Source) -> None:
    assert Schedule.objects.filter(func=tasks.SWEEPER).count() == 1
    source.schedule = "0 5 * * *"
    source.save()
    assert source.next_run_at is not None
    assert (timezone.localtime(source.next_run_at).hour, source.next_run_at > timezone.now()) == (5, True)
    tasks.sweep()
    assert not SourceRun.objects.exists()
    Source.objects.update(next_run_at=timezone.now())
    tasks.sweep()
    tasks.sweep()
    assert SourceRun.objects.count() == 1
    source.refresh_from_db()
    assert source.next_run_at > timezone.now()


def test_a_source_that_is_switched_off_does_not_begin(source: Source) -> None:
    source.schedule, source.enabled = "* * * * *", False
    source.save()
    assert source.next_run_at is None


def test_an_error_of_the_program_ends_the_run_instead_of_coming_back_every_minute(
    host: DocumentHost, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(host, 1)
    made = begin_run(source)
    assert made is not None

    def fail(*args: Any, **options: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("apps.documents.sync.source_run.record_listing", fail)
    with pytest.raises(ZeroDivisionError):
        tasks.work(made.pk)
    made.refresh_from_db()
    assert (made.state, made.reason_code) == (State.FAILED, "internal_error")
    assert not source_is_locked(source.pk)
    assert begin_run(source) is not None


def test_an_unreadable_host_in_the_settings_is_named(source: Source, run: Run, settings: Any) -> None:
    settings.IMPORT_HOSTS = ["http://a/"]
    done = run()
    assert (done.state, done.reason_code) == (State.FAILED, "listing_failed")
    assert "http://a/" in done.alarm


def test_a_task_for_a_run_that_is_gone_leaves_quietly() -> None:
    tasks.work(999_999)
    assert not OrmQ.objects.exists()


def test_a_file_of_this_machine_is_read_only_from_allowed_folders(
    source: Source, run: Run, settings: Any, tmp_path: Any
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.xml").write_bytes(GOOD)
    (tmp_path / "in" / "link.xml").symlink_to("/etc/passwd")
    settings.IMPORT_FOLDERS = [str(tmp_path / "in")]
    for location in ("/etc/passwd", str(tmp_path / "in" / ".." / "b.xml"), str(tmp_path / "in" / "link.xml")):
        Source.objects.update(location=location)
        source.refresh_from_db()
        assert "outside" in run(fetches=False).alarm or "außerhalb" in run(fetches=False).alarm
    Source.objects.update(location=str(tmp_path / "in" / "a.xml"))
    source.refresh_from_db()
    assert run(fetches=False).new == 10
