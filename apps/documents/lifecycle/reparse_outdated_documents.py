"""Parses documents again that an older reader has read, or one with other options of their collection.

A new revision of the same file is made beside the one in search and takes its place when it is complete. Vectors of
texts that stay the same are kept; summaries and tags are made anew.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.lifecycle.register_documents import REGISTRATION_LOCK, add_first_steps
from apps.documents.models import Document
from apps.documents.parsing.collection_reading_options import Comments, ReadingOptions, TrackedChanges
from apps.documents.parsing.formats.reader_versions import reader_version

TOGETHER = 500
KIND = (
    "collection_id",
    "collection__tracked_changes",
    "collection__comments",
    "current_revision__media_type",
    "current_revision__reader_version",
)
# What extract reads of a revision, under the next number; all else is made by the stages. A title that its source does
# not state was the name of the file once: the content decides.
AGAIN = """
    INSERT INTO documents_revision (document_id, number, blob_id, file_name, media_type, title, attributes, fields,
                                    flags, reason_code, reason_detail, summary, tags, created_at)
    SELECT document_id, number + 1, blob_id, file_name, media_type, coalesce(said.attributes ->> 'title', ''),
           said.attributes, '{}', '{}', '', '{}', '', '{}', now()
    FROM documents_revision revision, LATERAL (
        SELECT revision.attributes - 'front_matter' - CASE WHEN EXISTS (
            SELECT FROM documents_listing WHERE document_id = revision.document_id AND NOT states_title
        ) THEN 'title' ELSE '' END AS attributes
    ) said
    WHERE revision.id = ANY(%s)
    RETURNING id
"""


def outdated_counts(collection_ids: Iterable[int] | None = None) -> dict[int, int]:
    """How many documents in search would be read otherwise today, by collection. One query."""
    counts: dict[int, int] = {}
    for kind, number in outdated_kinds(collection_ids):
        counts[kind[0]] = counts.get(kind[0], 0) + number
    return counts


def outdated_kinds(collection_ids: Iterable[int] | None) -> Iterator[tuple[tuple[int, str, str], int]]:
    """(collection, media type, reader) with the number of documents; who is being read again counts until then."""
    documents = Document.objects.searchable()
    if collection_ids is not None:
        documents = documents.filter(collection__in=list(collection_ids))
    rows = documents.order_by().values_list(*KIND).annotate(number=Count("pk"))
    for collection, changes, comments, media_type, reader, number in rows:
        choices = ReadingOptions(TrackedChanges(changes), Comments(comments))
        if reader_version(media_type, choices) != reader:
            yield (collection, media_type, reader), number


def outdated_documents(collection_ids: Iterable[int] | None = None) -> QuerySet[Document]:
    """Documents in search that would be read otherwise today and for which nothing newer is under way."""
    matches = Q(pk__in=[])
    for (collection, media_type, reader), _ in outdated_kinds(collection_ids):
        same = {"current_revision__media_type": media_type, "current_revision__reader_version": reader}
        matches |= Q(collection=collection, **same)
    newer = Document.objects.filter(revisions__number__gt=F("current_revision__number"))
    return Document.objects.searchable().filter(matches).exclude(pk__in=newer.values("pk"))


def reparse_outdated_documents(collection_ids: Iterable[int] | None = None, *, wake: bool = True) -> list[int]:
    """The new revisions, which wait for a worker; it is told with `wake`. May run twice: nothing is made twice."""
    made: list[int] = []
    rows = outdated_documents(collection_ids).order_by("collection_id", "pk").values_list("collection_id", "pk")
    for collection, documents in groupby(list(rows), key=lambda row: row[0]):
        ids = [pk for _, pk in documents]
        for start in range(0, len(ids), TOGETHER):
            made += begin_reparsing(collection, ids[start : start + TOGETHER], wake=wake)
    return made


def begin_reparsing(collection_id: int, document_ids: Sequence[int], *, wake: bool) -> list[int]:
    """One transaction, beside no import into the collection."""
    from apps.documents.tasks import wake_worker

    with transaction.atomic():
        execute_sql(REGISTRATION_LOCK, [collection_id])
        current = outdated_documents([collection_id]).filter(pk__in_array=list(document_ids))
        revisions = list(current.values_list("current_revision", flat=True))
        made = [pk for (pk,) in fetch_rows(AGAIN, [revisions])]
        add_first_steps(made)
        if wake and made:
            wake_worker()
    return made
