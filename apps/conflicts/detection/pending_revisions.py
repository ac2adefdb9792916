"""Revisions that wait to be compared: never tried yet, or by an older version; and how far it is."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from apps.conflicts.models import ComparedRevision
from apps.documents.models import Collection, Document

COMPARISON_VERSION = 13
"""Raised when other contradictions would be found: all documents are compared anew in the background."""


@dataclass(frozen=True, slots=True)
class ComparisonProgress:
    compared: int
    documents: int
    failed: int
    """Documents that cannot be compared."""

    @property
    def is_complete(self) -> bool:
        return self.compared == self.documents


def pending_documents(collection: Collection | None = None) -> QuerySet[Document]:
    """Documents in search, without readers of their own, that wait for their comparison, in the order they came."""
    tried = ComparedRevision.objects.filter(version=COMPARISON_VERSION).values("revision")
    documents = Document.objects.searchable().open_to_all().exclude(current_revision__in=tried).order_by("pk")
    return documents if collection is None else documents.filter(collection=collection)


def forget_hidden_revisions() -> None:
    """What left search or got readers of its own is compared again when it is back: others may have come meanwhile."""
    shown = Document.objects.searchable().open_to_all().filter(current_revision=OuterRef("revision"))
    ComparedRevision.objects.filter(~Exists(shown)).delete()


def comparison_progress(collection: Collection | None = None) -> ComparisonProgress:
    """Three queries."""
    documents = Document.objects.searchable().open_to_all()
    if collection is not None:
        documents = documents.filter(collection=collection)
    total = documents.count()
    errors = ComparedRevision.objects.filter(version=COMPARISON_VERSION).exclude(error="")
    failed = documents.filter(current_revision__in=errors.values("revision")).count()
    return ComparisonProgress(total - pending_documents(collection).count() - failed, total, failed)
