"""Only what a person withdrew is allowed again, and nothing of its content returns by that."""

import pytest

from apps.documents.lifecycle.allow_withdrawn_to_return import ALLOWED_AGAIN, allow_return
from apps.documents.lifecycle.withdraw_documents import AT_SOURCE, withdraw_documents
from apps.documents.models import Document, Status
from tests import factories

pytestmark = pytest.mark.django_db


def test_only_documents_that_a_person_withdrew_are_allowed() -> None:
    by_person, at_source, there = (factories.document(embed=False) for _ in range(3))
    withdraw_documents([by_person.pk])
    withdraw_documents([at_source.pk], AT_SOURCE)
    assert allow_return([by_person.pk, at_source.pk, there.pk]) == 1
    codes = dict(Document.objects.values_list("pk", "reason_code"))
    assert codes == {by_person.pk: ALLOWED_AGAIN, at_source.pk: AT_SOURCE, there.pk: ""}


def test_the_document_stays_withdrawn_until_somebody_brings_it() -> None:
    document = factories.document(embed=False)
    withdraw_documents([document.pk])
    allow_return([document.pk])
    document.refresh_from_db()
    assert document.status == Status.WITHDRAWN
    assert document.reason
    assert not document.revisions.exists()
