"""Allows or forbids withdrawn documents to return by an upload or with their source."""

from collections.abc import Sequence

from django.utils import timezone

from apps.documents.lifecycle.withdraw_documents import BY_PERSON
from apps.documents.models import Document, Status

ALLOWED_AGAIN = "withdrawn_allowed"


def allow_return(document_ids: Sequence[int]) -> int:
    """How many were withdrawn by a person and may return now. What was deleted stays deleted. One query."""
    withdrawn = Document.objects.filter(pk__in_array=document_ids, status=Status.WITHDRAWN, reason_code=BY_PERSON)
    return withdrawn.update(reason_code=ALLOWED_AGAIN, updated_at=timezone.now())


def forbid_return(document_ids: Sequence[int]) -> int:
    """How many were withdrawn, might have returned, and may not now. One query."""
    withdrawn = Document.objects.filter(pk__in_array=document_ids, status=Status.WITHDRAWN)
    return withdrawn.exclude(reason_code=BY_PERSON).update(reason_code=BY_PERSON, updated_at=timezone.now())
