"""What people read of a document while its stages run."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.model_calls.cost_attribution import StepAttempt, current_attempt
from apps.documents.models import Document, Status
from apps.documents.parsing.types import ParsedPage
from apps.documents.stages.extract import show_progress
from apps.documents.step_scheduling import document_status_updates
from apps.documents.step_scheduling.document_status_updates import DocumentEnding
from tests import factories


def new_document() -> Document:
    document = factories.document(title="Lange Akte", status=Status.QUEUED, embed=False)
    Document.objects.filter(pk=document.pk).update(current_revision=None)
    return document


@pytest.mark.django_db
def test_the_page_that_has_been_read_is_seen_in_the_admin(admin_client: Client) -> None:
    document = new_document()
    document_status_updates.show_statuses({document.pk: Status.OCR}, {document.pk: (1200, 10000)})
    address = reverse("admin:documents_document_change", args=[document.pk])
    with translation.override("en"):
        page = admin_client.get(address).content.decode()
    assert '<progress max="10000" value="1200"' in page
    document_status_updates.show_statuses({document.pk: Status.SPLITTING})
    document.refresh_from_db()
    assert (document.status, document.reason_detail) == (Status.SPLITTING, {})
    assert "<progress" not in admin_client.get(address).content.decode()


@pytest.mark.django_db
def test_a_document_in_search_shows_no_progress() -> None:
    document = factories.document(title="Lange Akte", embed=False)
    document_status_updates.show_statuses({document.pk: Status.OCR}, {document.pk: (3, 10)})
    document.refresh_from_db()
    assert (document.status, document.reason_detail) == (Status.READY, {})


@pytest.mark.django_db
def test_a_document_that_is_withdrawn_meanwhile_stays_so() -> None:
    """Its worker learns of it later: a status of its own would let the next delivery bring the document back."""
    document = new_document()
    withdraw_documents([document.pk])
    document_status_updates.show_statuses({document.pk: Status.EXTRACTING}, {document.pk: (1, 3)})
    document_status_updates.explain_wait("llm_unavailable", [document.pk])
    document_status_updates.end_documents([DocumentEnding(document.pk, "no_text")])
    document.refresh_from_db()
    assert (document.status, document.reason_code, document.reason_detail) == (Status.WITHDRAWN, "withdrawn", {})


def test_each_page_moves_the_progress_and_a_scanned_one_says_that_scans_are_read() -> None:
    attempt = StepAttempt(status=Status.EXTRACTING)
    current_attempt.set(attempt)
    show_progress(ParsedPage(1, "Text"), 3)
    assert attempt.news == (Status.EXTRACTING, 1)
    show_progress(ParsedPage(2, "Text", method="ocr"), 3)
    assert attempt.news == (Status.OCR, 2)
    assert attempt.pages == 3


@pytest.mark.django_db
def test_what_failed_before_there_was_a_date_gets_that_of_its_last_change(monkeypatch: pytest.MonkeyPatch) -> None:
    migration = import_module("apps.documents.migrations.0036_fill_failed_at")
    monkeypatch.setattr(migration, "AT_ONCE", 2)
    for status in ("failed", "quarantined", "failed", "ready"):
        factories.document(status=status, embed=False)
    factories.document(status="ready_partial", flags=["older_version_shown"], embed=False)
    dated = factories.document(status="failed", failed_at=timezone.now() - timedelta(days=3), embed=False)
    migration.fill(None, SimpleNamespace(connection=connection))
    assert Document.objects.filter(failed_at=F("updated_at")).count() == 4
    assert Document.objects.get(failed_at=None).status == "ready"
    assert Document.objects.get(pk=dated.pk).failed_at == dated.failed_at
