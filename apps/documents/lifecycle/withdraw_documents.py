"""Withdraws documents: deletes all that was derived from them in one transaction and writes a receipt.

The row that identifies a document stays without any content, so that old answers can say what became of their source
and a later delivery does not bring it back. Everything that was derived from the document is found by the foreign keys
that lead to it, so that tables which are added later are emptied too.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.utils import timezone

from apps.database import settings_cache
from apps.database.execute_batch_sql import execute_sql
from apps.documents.models import Blob, Document, Receipt, Revision, Status, Step
from apps.documents.pages.delete_unreferenced_originals import delete_unreferenced_originals
from apps.documents.pages.page_images import pictures_of

BY_PERSON, AT_SOURCE = "withdrawn", "withdrawn_at_source"

ON_WITHDRAWAL: list[Callable[[Sequence[int]], Mapping[str, int]]] = []
"""Called inside the transaction with the ids of the documents, while their content is still there.

Layers above add what they have to do, such as marking old answers; they return the number of marked rows by table.
"""
CITED_BY: list[Callable[[Sequence[int]], int]] = []
"""How many answers cite the documents: told to people before they withdraw. Layers above know."""
TOGETHER = 200


def withdraw_documents(document_ids: Sequence[int], reason: str = BY_PERSON) -> Receipt:
    """All or nothing, one transaction. Documents that are withdrawn already are left alone.

    `reason` is BY_PERSON, then no source brings the document back, or AT_SOURCE, then its source may. Raises ValueError
    for documents of several collections, DatabaseError.
    """
    # The import of documents, 80 modules: every process has this module for its hooks, few of them withdraw.
    from apps.documents.lifecycle.register_documents import REGISTRATION_LOCK

    with transaction.atomic():
        documents = Document.objects.filter(pk__in_array=document_ids)
        collections = set(documents.values_list("collection", flat=True))
        if len(collections) > 1:
            raise ValueError("Documents of several collections cannot share a receipt.")
        for collection in collections:
            # No importer may add to what is being removed.
            execute_sql(REGISTRATION_LOCK, [collection])
        ids = list(documents.exclude(status=Status.WITHDRAWN).order_by("pk").values_list("pk", flat=True))
        external_ids = list(
            documents.filter(pk__in_array=ids).order_by("external_id").values_list("external_id", flat=True)
        )
        tables: dict[str, dict[str, int]] = {}
        for start in range(0, len(ids), TOGETHER):
            add_counts(tables, remove_documents(ids[start : start + TOGETHER], reason))
        # One that was withdrawn at its source may be withdrawn for good afterwards.
        documents.filter(status=Status.WITHDRAWN).exclude(reason_code=BY_PERSON).update(reason_code=reason)
        # No standby is asked that has not replayed this. At the end, because all others wait who draw a number.
        settings_cache.invalidate_settings_cache()
        return Receipt.objects.create(
            collection_id=next(iter(collections), None), external_ids=external_ids, reason=reason, tables=tables
        )


def answers_citing(document_ids: Sequence[int]) -> int:
    """Counts given answers that cite one of the documents. A query for each layer that knows of answers."""
    return sum(count_answers(document_ids) for count_answers in CITED_BY)


def remove_documents(ids: Sequence[int], reason: str) -> dict[str, dict[str, int]]:
    """The counts by table. Runs inside the caller's transaction."""
    lock_document_rows(ids)
    marked = [hook(ids) for hook in ON_WITHDRAWAL]
    files = blob_ids_of_documents(ids)
    before = count_rows(ids, files) | {"previews": len(pictures_of(files))}
    Document.objects.filter(pk__in=ids).update(**EMPTY_DOCUMENT_FIELDS, reason_code=reason, updated_at=timezone.now())
    forget_titles_in_log(ids)
    for model, path in reversed(derived_models().items()):
        model._default_manager.filter(**{f"{path}__in": ids}).delete()
    gone = delete_unreferenced_originals(files)
    # Pictures of a file that another document has as well stay with it.
    after = count_rows(ids, files) | {"previews": len(pictures_of(set(files) - gone))}
    counts = {table: {"before": before[table], "after": after[table]} for table in before}
    for table, number in (pair for each in marked for pair in each.items()):
        counts.setdefault(table, {})["marked"] = number
    return counts


def blob_ids_of_documents(ids: Sequence[int]) -> list[str]:
    """The originals, and the PDFs that were made of them."""
    rows = Revision.objects.filter(document__in=ids).values_list("blob_id", "rendition_id")
    return sorted({file for row in rows for file in row if file})


EMPTY_DOCUMENT_FIELDS: dict[str, Any] = {
    "status": Status.WITHDRAWN, "reason_detail": {}, "current_revision": None, "title": "", "url": "", "date": None,
    "metadata": {}, "flags": [], "document_type": "", "number": "", "term": None, "authors": [], "parties": [],
    "committee": "", "edited": None,
}  # fmt: skip
"""What is left of the row that identifies a document."""


def forget_titles_in_log(ids: Sequence[int]) -> None:
    """The admin's log says who changed a document and when, and no longer what it was called."""
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Document))
    about.filter(object_id__in=list(map(str, ids))).update(object_repr="…")


def lock_document_rows(ids: Sequence[int]) -> None:
    """First the steps, as workers do, then what new steps would point to: a running worker can store nothing more."""
    for rows in (
        Step.objects.filter(revision__document__in=ids).select_for_update(of=("self",)),
        Document.objects.filter(pk__in=ids).select_for_update(of=("self",)),
        Revision.objects.filter(document__in=ids).select_for_update(of=("self",)),
    ):
        list(rows.order_by("pk").values_list("pk"))


def derived_models() -> dict[type[models.Model], str]:
    """Every table that goes with a document, with the look-up from its rows to the document, nearest first."""
    found: dict[type[models.Model], str] = {}
    waiting: list[tuple[type[models.Model], str]] = [(Document, "")]
    for parent, path in waiting:
        for relation in parent._meta.get_fields(include_hidden=True):
            model = getattr(relation, "related_model", None)
            if not is_cascade(relation) or not isinstance(model, type) or model in found or model is Document:
                continue
            field = relation.field.name  # type: ignore[union-attr]
            found[model] = f"{field}__{path}" if path else field
            waiting.append((model, found[model]))
    return found


def is_cascade(relation: object) -> bool:
    """A foreign key from elsewhere whose rows go with the row they point to."""
    return isinstance(relation, models.ForeignObjectRel) and relation.on_delete is models.CASCADE


def count_rows(ids: Sequence[int], files: Sequence[str]) -> dict[str, int]:
    """Rows by table; of documents those that still have something to say."""
    rows = {
        model._meta.db_table: model._default_manager.filter(**{f"{path}__in": ids}).count()
        for model, path in derived_models().items()
    }
    documents = Document.objects.filter(pk__in=ids).exclude(status=Status.WITHDRAWN).count()
    return (
        {"documents_document": documents} | rows | {"documents_blob": Blob.objects.filter(pk__in_array=files).count()}
    )


def add_counts(total: dict[str, dict[str, int]], more: Mapping[str, Mapping[str, int]]) -> None:
    for table, numbers in more.items():
        row = total.setdefault(table, {})
        for name, number in numbers.items():
            row[name] = row.get(name, 0) + number
