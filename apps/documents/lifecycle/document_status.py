"""The status of documents for the API: the line of an import report with attempts, cost and the next attempt."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max, Q, Sum

from apps.documents.lifecycle.import_report import DocumentLine, lines
from apps.documents.models import Document, StepState, document_url


def status_of_documents(document_ids: Sequence[int]) -> list[dict[str, object]]:
    """In the order of the ids; each document once. Two queries."""
    said = {line.document: line for line in lines(document_ids)}
    rows = Document.objects.filter(pk__in=said).select_related("collection")
    rows = rows.annotate(
        attempts=Max("revisions__steps__attempts"),
        retry_at=Max("revisions__steps__next_retry_at", filter=~Q(revisions__steps__state=StepState.DONE)),
        cost=Sum("revisions__steps__cost"),
    )
    by_id = {document.pk: document for document in rows}
    return [as_json(said[pk], by_id[pk]) for pk in dict.fromkeys(document_ids) if pk in by_id]


def as_json(line: DocumentLine, document: Any) -> dict[str, Any]:
    return {
        "id": document.pk,
        "collection": document.collection.slug,
        **line.as_json(),
        "flags": document.flags,
        "attempts": document.attempts or 0,
        "next_retry_at": document.retry_at.isoformat() if document.retry_at else None,
        "cost": float(document.cost or 0),
        "created_at": document.created_at.isoformat(),
        "updated_at": document.updated_at.isoformat(),
        "url": document_url(document.pk, None) if document.current_revision_id else None,
    }
