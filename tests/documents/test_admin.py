"""Documents in the admin: status and reason as a sentence, pages with their text, try again."""

import pytest
from django.test import Client
from django.urls import reverse

from apps.documents.models import Document, Status
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def failed() -> Document:
    return factories.document(title="Gesperrte Akte", status=Status.FAILED, reason_code="encrypted", embed=False)


def test_the_list_says_why_a_document_failed_in_a_sentence(admin_client: Client, failed: Document) -> None:
    page = admin_client.get(reverse("admin:documents_document_changelist")).content.decode()
    assert failed.reason
    assert failed.reason in page


def test_documents_are_filtered_by_reason(admin_client: Client, failed: Document) -> None:
    factories.document(title="Offene Akte", embed=False)
    page = admin_client.get(reverse("admin:documents_document_changelist"), {"reason_code": "encrypted"})
    assert [document.pk for document in page.context["cl"].queryset] == [failed.pk]


def test_a_document_shows_its_pages_and_their_text(admin_client: Client) -> None:
    document = factories.document(["Erste Seite <script>", "Zweite Seite"], embed=False)
    page = admin_client.get(reverse("admin:documents_document_change", args=[document.pk])).content.decode()
    assert document.current_revision is not None
    for stored in document.current_revision.pages.all():
        address = reverse("admin:documents_page_change", args=[stored.pk])
        assert address in page
        text = admin_client.get(address).content.decode()
        assert "<script>Erste" not in text
        assert "Seite" in text


def test_nobody_types_a_document_by_hand(admin_client: Client) -> None:
    assert admin_client.get(reverse("admin:documents_document_add")).status_code == 403


def test_every_list_of_the_documents_opens(admin_client: Client, failed: Document) -> None:
    for model in ("collection", "document", "page", "step"):
        assert admin_client.get(reverse(f"admin:documents_{model}_changelist")).status_code == 200
