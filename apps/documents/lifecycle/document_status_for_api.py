"""The status of documents for the API: the line of an import report with attempts, cost and the next attempt."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Max, Q, Sum

from apps.documents.lifecycle.import_report import DocumentLine, load_document_lines
from apps.documents.models import Document, StepState, document_url
from apps.llm.models import ModelCall


def status_of_documents(document_ids: Sequence[int]) -> list[dict[str, object]]:
    """Returns the status in the order of the ids; each document once. Three queries."""
    said = {line.document: line for line in load_document_lines(document_ids)}
    rows = Document.objects.filter(pk__in=said).select_related("collection")
    rows = rows.annotate(
        attempts=Max("revisions__steps__attempts"),
        retry_at=Max("revisions__steps__next_retry_at", filter=~Q(revisions__steps__state=StepState.DONE)),
        cost=Sum("revisions__steps__cost"),
    )
    by_id = {document.pk: document for document in rows}
    unpriced = find_unpriced_documents(by_id)
    return [
        status_as_json(said[pk], by_id[pk], has_price=pk not in unpriced)
        for pk in dict.fromkeys(document_ids)
        if pk in by_id
    ]


def find_unpriced_documents(document_ids: Iterable[int]) -> set[int]:
    """Returns the documents for which a model without a price was called."""
    by_reference = {f"document:{pk}": pk for pk in document_ids}
    calls = ModelCall.objects.filter(reference__in=list(by_reference), cost=None)
    return {by_reference[reference] for reference in calls.values_list("reference", flat=True).distinct()}


def status_as_json(line: DocumentLine, document: Any, *, has_price: bool) -> dict[str, Any]:
    return {
        "id": document.pk,
        "collection": document.collection.slug,
        **line.as_json(),
        "flags": document.flags,
        "attempts": document.attempts or 0,
        "next_retry_at": document.retry_at.isoformat() if document.retry_at else None,
        "cost": float(document.cost or 0) if has_price else None,
        "created_at": document.created_at.isoformat(),
        "updated_at": document.updated_at.isoformat(),
        "url": document_url(document.pk, None) if document.current_revision_id else None,
    }
