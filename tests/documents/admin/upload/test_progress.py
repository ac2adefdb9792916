"""How far a file is: pages while it is read, a sentence when it failed, all of it at the end."""

import pytest
from django.core.cache import cache
from django.utils import translation

from apps.documents.admin.upload.progress import PERCENT, file_progress
from apps.documents.models import Collection, Document, Status
from apps.documents.parsing import detect_stale_code

pytestmark = pytest.mark.django_db


def document(status: Status, **values: object) -> Document:
    collection = Collection.objects.get_or_create(slug="amt", defaults={"name": "Amt"})[0]
    return Document(pk=1, collection=collection, external_id="a.pdf", status=status, **values)


def test_pages_are_counted_while_a_file_is_read() -> None:
    with translation.override("en"):
        some = file_progress(document(Status.OCR, reason_detail={"pages": 12, "read": 3}))
        more = file_progress(document(Status.OCR, reason_detail={"pages": 12, "read": 9}))
    assert some.detail == "page 3 of 12 is read"
    assert PERCENT[Status.OCR] < some.percent < more.percent < PERCENT[Status.SPLITTING]
    assert not some.has_ended


def test_a_failed_file_says_why() -> None:
    failed = file_progress(document(Status.FAILED, reason_code="encrypted", title="Bericht"))
    assert failed.detail
    assert failed.name == "a.pdf"
    assert (failed.has_failed, failed.has_ended, failed.percent) == (True, True, 100)


def test_an_empty_file_is_not_offered_to_be_read_again() -> None:
    reasons = ("empty_file", "memory_limit")
    found = [file_progress(document(Status.FAILED, reason_code=reason)).may_help_to_retry for reason in reasons]
    assert found == [False, True]


@pytest.mark.parametrize("status", Status)
def test_every_status_has_its_place(status: Status) -> None:
    found = file_progress(document(status))
    assert found.has_ended or status in PERCENT


def test_files_that_wait_for_a_new_start_of_the_service_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """They stood at "queued" for ever; only the log said why."""
    cache.clear()
    monkeypatch.setattr(detect_stale_code, "LOADED_CHECKSUM", "what the disk held before")
    with translation.override("en"):
        assert "starts the service again" in file_progress(document(Status.QUEUED)).detail
    assert file_progress(document(Status.READY)).detail == ""
    cache.clear()
