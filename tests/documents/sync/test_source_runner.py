"""Runs over real HTTP: what is new and changed, who may run when, and runs that end in the middle."""

import threading
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ, Schedule

from apps.documents.fetching import FetchLimits
from apps.documents.models import (
    Blob,
    Document,
    Revision,
    Source,
    SourceRun,
    SourceRunState,
    Status,
    Step,
    StepState,
)
from apps.documents.sources.connector_registry import CONNECTORS
from apps.documents.sources.connectors.connector import Entry, ListedDocument, SkippedRecord
from apps.documents.sync import source_runner, tasks
from apps.documents.sync.source_lock import source_is_locked, source_lock
from apps.documents.sync.source_runner import SourceRunner, begin_run
from tests.documents.conftest import EXPORT, PDF, Run, publish
from tests.documents.pardok_exports import export, paper, process
from tests.documents.source_runs import counts
from tests.documents.sync.test_withdraw_disappeared_documents import GOOD
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db
State = SourceRunState


def test_a_document_that_the_database_refuses_is_skipped_and_the_others_are_listed(
    run: Run, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = [ListedDocument(f"{number}", data=b"Text", file_name="a.txt", bundle="V") for number in range(7)]
    bad = [replace(good[0], external_id="mit\0"), replace(good[0], external_id="lang", url="u" * 3_000)]
    said: list[Entry] = [*good]
    kind = replace(CONNECTORS["pardok-xml"], entries=lambda asking: iter(said))
    monkeypatch.setitem(CONNECTORS, "pardok-xml", kind)
    run()
    said[3:3] = [*bad, SkippedRecord("Satz\0", "kaputt\0")]
    done = run()
    assert (done.state, done.found, counts(done)) == (State.DONE, 7, (0, 0, 7, 0))
    assert {where for where, _problem in done.skipped} == {"Satz[U+0000]", "mit[U+0000]", "lang"}
    assert Document.objects.count() == 7


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
    monkeypatch.setattr(source_runner, "LISTING_LIMITS", FetchLimits(run=0.0))
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
    assert Schedule.objects.filter(func="apps.documents.sync.tasks.sweep").count() == 1
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


def test_a_run_waits_in_the_queue_once(source: Source) -> None:
    """Ten sources that begin at once wait minutes for two workers, and the sweep comes every minute."""
    Source.objects.update(next_run_at=timezone.now())
    tasks.sweep()
    tasks.sweep()
    assert OrmQ.objects.count() == 1
    # A worker took it and died: its task comes again later, or the run with the next sweep.
    OrmQ.objects.update(lock=timezone.now() + timedelta(minutes=40))
    tasks.sweep()
    tasks.sweep()
    assert OrmQ.objects.filter(lock__lte=timezone.now()).count() == 1


def test_a_run_that_was_killed_while_it_noted_its_list_still_tells_what_is_new(
    host: DocumentHost, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(host, 1, 2, 3, 4)
    made = begin_run(source)
    assert made is not None
    monkeypatch.setattr("apps.documents.sync.spool_source_listing_to_file.TOGETHER", 2)

    def die(runner: SourceRunner, revisions: list[int]) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(SourceRunner, "_hand_over", die)
        with pytest.raises(KeyboardInterrupt):
            SourceRunner(made).work()
    assert Document.objects.count() == 2
    assert SourceRunner(made).work()
    assert counts(made) == (4, 0, 0, 0)


def test_a_run_that_only_lists_is_taken_up_too(host: DocumentHost, source: Source) -> None:
    """One of a command that was ended; as long as it is open, no other begins."""
    publish(host, 1)
    made = begin_run(source, fetches=False)
    assert made is not None
    SourceRun.objects.update(state=State.LISTING)
    tasks.sweep()
    assert tasks.queued_runs() == {made.pk}
    tasks.work(made.pk)
    made.refresh_from_db()
    assert (made.state, made.new, made.fetched) == (State.DONE, 1, 0)


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

    monkeypatch.setattr("apps.documents.sync.source_runner.record_storable", fail)
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


def test_a_server_that_speaks_in_zero_characters_fails_with_a_sentence(host: DocumentHost, run: Run) -> None:
    """What it says stands in the error that is stored."""
    host.script(EXPORT, b"\0\x1b[2J" * 500)
    done = run()
    assert (done.state, done.reason_code) == (State.FAILED, "listing_failed")
    assert done.alarm.isprintable()
