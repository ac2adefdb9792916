"""Steps as people read them: their stages, and what went wrong."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from apps.documents.admin.step_and_failure_labels import STAGE_NAMES, stage_name, step_error_sentence
from apps.documents.models import Document, Status, Step, StepState
from apps.documents.pipeline import STAGES
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def step() -> Step:
    document = factories.document(external_id="bericht.pdf")
    document.status, document.reason_code, document.reason_detail = Status.FAILED, "time_limit", {"limit": 300}
    document.save()
    revision = document.revisions.get()
    return Step.objects.create(
        revision=revision, stage="extract", state=StepState.FAILED, error="time_limit: Reading took too long."
    )


def test_a_code_becomes_a_sentence_with_the_values_of_the_document(step: Step) -> None:
    with translation.override("en"):
        assert step_error_sentence(step, step.revision.document) == (
            "Reading the file took longer than 300 seconds. Store it anew or split it."
        )


def test_a_document_that_ended_for_another_reason_lends_no_values(step: Step) -> None:
    Document.objects.update(reason_code="encrypted", reason_detail={"limit": 7})
    with translation.override("en"):
        assert "longer than – seconds" in step_error_sentence(step, Document.objects.get())


def test_what_has_no_code_stays_as_it_is(step: Step) -> None:
    step.error = "The model server 'main' did not answer in time."
    assert step_error_sentence(step, step.revision.document) == step.error


@pytest.mark.parametrize("place", ["document", "steps"])
def test_german_readers_read_german_in_the_timeline_and_in_the_list_of_steps(
    admin_client: Client, step: Step, place: str
) -> None:
    document = reverse("admin:documents_document_change", args=[step.revision.document_id])
    address = document if place == "document" else reverse("admin:documents_step_changelist")
    page = admin_client.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert "Reading took too long" not in page
    with translation.override("de"):
        assert step_error_sentence(step, step.revision.document) in page


def test_every_stage_has_a_name_for_people() -> None:
    assert [stage.name for stage in STAGES] == list(STAGE_NAMES)


def test_a_stage_of_another_version_keeps_its_own_name() -> None:
    assert stage_name("weigh") == "weigh"
