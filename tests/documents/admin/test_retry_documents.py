"""Trying again: failed steps begin afresh, everything else stays as it is."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ

from apps.documents.admin.retry_documents import retry_documents
from apps.documents.models import Document, Status, Step, StepState
from tests import factories

pytestmark = pytest.mark.django_db


def with_step(state: StepState, **values: object) -> Document:
    document = factories.document(embed=False, status=Status.FAILED, reason_code="encrypted")
    revision = document.revisions.get()
    Step.objects.create(revision=revision, stage="extract", state=state, failures=5, lost_leases=3, **values)
    return document


def step_of(document: Document) -> Step:
    return Step.objects.get(revision__document=document)


def test_a_failed_step_waits_again_with_fresh_attempts_and_a_worker_is_woken() -> None:
    document = with_step(StepState.FAILED, error="encrypted")
    Document.objects.filter(pk=document.pk).update(current_revision=None)
    assert retry_documents([document.pk]) == 1
    step = step_of(document)
    assert (step.state, step.failures, step.lost_leases, step.error) == (StepState.WAITING, 0, 0, "")
    document.refresh_from_db()
    assert (document.status, document.reason_code) == (Status.QUEUED, "")
    assert OrmQ.objects.count() == 1


def test_a_postponed_step_need_not_wait_any_longer() -> None:
    document = with_step(StepState.WAITING, next_retry_at=timezone.now() + timedelta(hours=1))
    assert retry_documents([document.pk]) == 1
    assert step_of(document).next_retry_at is None


@pytest.mark.parametrize("state", [StepState.DONE, StepState.RUNNING])
def test_what_is_done_or_runs_is_left_alone(state: StepState) -> None:
    document = with_step(state)
    assert retry_documents([document.pk]) == 0
    assert step_of(document).state == state
    assert OrmQ.objects.count() == 0


def test_other_documents_stay_as_they_are() -> None:
    chosen, other = with_step(StepState.FAILED), with_step(StepState.FAILED)
    retry_documents([chosen.pk])
    assert step_of(other).state == StepState.FAILED


def test_the_action_of_the_admin_tries_the_selected_documents_again(admin_client: Client) -> None:
    document = with_step(StepState.FAILED)
    data = {"action": "try_again", "_selected_action": [document.pk]}
    page = admin_client.post(reverse("admin:documents_document_changelist"), data, follow=True)
    assert page.status_code == 200
    assert step_of(document).state == StepState.WAITING


def test_a_document_in_search_stays_in_search_while_it_is_tried_again() -> None:
    document = with_step(StepState.FAILED)
    Document.objects.filter(pk=document.pk).update(status=Status.READY_PARTIAL)
    retry_documents([document.pk])
    document.refresh_from_db()
    assert document.current_revision_id is not None
    assert document.status == Status.READY_PARTIAL
