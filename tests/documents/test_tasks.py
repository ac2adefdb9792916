"""The queue wakes, the rows decide."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone
from django_q.models import OrmQ, Schedule

from apps.documents import tasks
from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.lifecycle.register_documents import register_items
from apps.documents.models import Collection, Document, Step, StepState
from apps.documents.parsing import detect_stale_code
from apps.documents.sources import Item
from apps.documents.step_scheduling.claims import Worker
from tests.documents import pipeline_harness

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "eins.txt").write_text("Die Gebühr beträgt drei Euro.")
    return tmp_path


def queued() -> list[str]:
    return [task.task["func"] for task in OrmQ.objects.all()]


def test_a_queued_import_registers_and_wakes_a_worker(folder: Path) -> None:
    report = import_paths([folder], "amt", queue=True)
    assert [line.status for line in report.documents] == ["queued"]
    assert queued() == [tasks.DRAIN]


def test_what_is_unchanged_wakes_nobody(folder: Path) -> None:
    import_paths([folder], "amt")
    import_paths([folder], "amt", queue=True)
    assert queued() == []


def test_the_worker_brings_the_document_into_search(folder: Path) -> None:
    import_paths([folder], "amt", queue=True)
    tasks.process_waiting()
    assert Document.objects.searchable().count() == 1


def test_a_worker_whose_program_was_exchanged_leaves_its_documents_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "eins.html").write_text("<html><body><p>Die Gebühr beträgt drei Euro.</p></body></html>")
    import_paths([tmp_path], "amt", queue=True)
    monkeypatch.setattr(detect_stale_code, "LOADED_CHECKSUM", "what the disk held before")
    tasks.process_waiting()
    assert "Start the service again" in caplog.text
    assert list(Document.objects.values_list("status", "reason_code")) == [("queued", "")]
    assert list(Step.objects.values_list("state", "failures")) == [(StepState.WAITING, 0)]


def test_a_registration_that_fails_wakes_nobody() -> None:
    collection = Collection.objects.create(slug="amt", name="Amt")

    def refused() -> None:
        with transaction.atomic():
            register_items(collection.pk, [Item("a", "a.txt", b"Text.")], wake=True)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        refused()
    assert (queued(), Document.objects.count()) == ([], 0)


def test_the_sweeper_wakes_a_worker_for_a_lost_lease_and_not_for_one_that_is_held(folder: Path) -> None:
    pipeline_harness.registered(folder)
    Worker().claim(1)
    tasks.sweep()
    assert queued() == []
    Step.objects.update(lease_until=timezone.now() - timedelta(minutes=2))
    tasks.sweep()
    assert queued() == [tasks.DRAIN]


def test_the_sweeper_waits_for_the_next_attempt(folder: Path) -> None:
    pipeline_harness.registered(folder)
    Step.objects.update(next_retry_at=timezone.now() + timedelta(minutes=5))
    tasks.sweep()
    assert queued() == []


def test_the_sweeper_is_scheduled_once() -> None:
    assert Schedule.objects.filter(func="apps.documents.tasks.sweep").count() == 1
