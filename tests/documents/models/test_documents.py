"""Indexes of documents: what is asked every minute, or of every mail, reads no whole table."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from apps.documents.admin.withdrawal.withdrawal_admin_views import attached_documents
from apps.documents.models import Document
from tests import factories

pytestmark = pytest.mark.django_db
MANY = 1_000


@pytest.fixture
def mail() -> Document:
    """With one attachment, among many documents that were changed long ago."""
    collection = factories.collection()
    Document.objects.bulk_create(Document(collection=collection, external_id=str(number)) for number in range(MANY))
    Document.objects.update(updated_at=timezone.now() - timedelta(days=9))
    mail, _attached = Document.objects.bulk_create(
        Document(collection=collection, external_id=name, metadata=metadata)
        for name, metadata in (("einladung.eml", {}), ("einladung.eml/plan.pdf", {"attached_to": "einladung.eml"}))
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE documents_document")
    return mail


def plan(documents: QuerySet[Document]) -> str:
    return documents.explain()


def test_what_was_changed_since_is_found_by_an_index(mail: Document) -> None:
    hour_ago = timezone.now() - timedelta(hours=1)
    assert "document_by_change" in plan(Document.objects.filter(updated_at__gte=hour_ago))


def test_what_came_with_a_mail_is_found_by_an_index(mail: Document) -> None:
    attached = attached_documents(mail, Document.objects.all())
    assert attached.get().external_id == "einladung.eml/plan.pdf"
    assert "document_by_attachment" in plan(attached)


def test_the_name_of_a_mail_may_be_as_long_as_a_source_likes() -> None:
    long = {"attached_to": "".join(f"Einladung zur Sitzung {number} " for number in range(2_000))}
    assert factories.document(metadata=long, embed=False).pk
