import errno
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.db import OperationalError
from django.utils import timezone

from apps.documents import pipeline
from apps.documents.models import Document, Step
from apps.documents.step_scheduling.postpone_on_full_disk import means_no_space
from tests.documents import pipeline_harness

pytestmark = pytest.mark.django_db


def no_space() -> OperationalError:
    """As Django hands on what psycopg raises."""
    error = OperationalError("could not extend file: No space left on device")
    error.__cause__ = psycopg.errors.DiskFull("could not extend file")
    return error


def test_a_full_disk_is_known_whoever_says_so() -> None:
    assert means_no_space(no_space())
    assert means_no_space(OSError(errno.ENOSPC, "No space left on device"))
    assert not means_no_space(OperationalError("the connection was closed"))
    assert not means_no_space(None)


def test_the_document_waits_says_why_and_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "eins.txt").write_text("Die Gebühr beträgt drei Euro.")
    pipeline_harness.registered(tmp_path)
    full = True

    def store(results: object) -> None:
        if full:
            raise no_space()
        pipeline.STAGES[1].store(results)  # type: ignore[arg-type]

    broken = replace(pipeline.BY_NAME["split"], store=store)
    monkeypatch.setitem(pipeline.BY_NAME, "split", broken)
    pipeline_harness.run_engine(pipeline_harness.resources())
    document, step = Document.objects.get(), Step.objects.get()
    assert (document.status, document.reason_code) == ("queued", "disk_full")
    assert (step.state, step.failures, step.lost_leases) == ("waiting", 0, 0)
    assert step.next_retry_at is not None
    assert step.next_retry_at < timezone.now() + timedelta(minutes=5)
    full = False
    Step.objects.update(next_retry_at=None)
    pipeline_harness.run_engine(pipeline_harness.resources())
    document.refresh_from_db()
    assert (document.status, document.reason_code) == ("ready", "")
