"""Registers a source's items in bulk: documents, revisions, files and the first step of each.

One importer at a time registers into a collection (an advisory lock), so that two imports of the same folder make no
document twice: the second finds what the first has made.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone
from psycopg.types.json import Jsonb

from apps.database.bulk_copy import copy_rows, reserve_ids
from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.lifecycle.restrict_document_access import set_readers_of_source
from apps.documents.models import Document, Revision, Status, Step, StepState
from apps.documents.parsing.formats.detect_media_type import RECORD
from apps.documents.pipeline import FIRST
from apps.documents.sources.connectors.source_item import Item
from apps.documents.stages.find_missing_title import best_title
from apps.documents.stages.publish import delete_revisions
from apps.documents.step_scheduling import document_status_updates
from apps.documents.step_scheduling.document_status_updates import DocumentEnding

# The name stays whatever becomes of this module: while a new version starts, importers of the old one wait for it, too.
# A text, where apps/database/advisory_lock.py takes numbers.
REGISTRATION_LOCK = "SELECT pg_advisory_xact_lock(hashtext('apps.documents.registering'), %s)"
# A file that is there already is locked, in the order of the hashes: whoever would delete it meanwhile, because nothing
# else needs it, waits and finds that it is needed again.
STORE_FILES = """
    INSERT INTO documents_blob (sha256, data, size, created_at)
    SELECT sha256, data, length(data), now() FROM unnest(%s::text[], %s::bytea[]) AS file(sha256, data) ORDER BY sha256
    ON CONFLICT (sha256) DO UPDATE SET size = documents_blob.size
"""
KNOWN = """
    SELECT document.external_id, document.id, document.current_revision_id, latest.id, latest.number, latest.blob_id,
           coalesce((SELECT array_agg(DISTINCT state) FROM documents_step WHERE revision_id = latest.id), '{}'),
           document.status = 'withdrawn' AND document.reason_code = 'withdrawn'
    FROM documents_document document
    LEFT JOIN LATERAL (
        SELECT id, number, blob_id FROM documents_revision WHERE document_id = document.id ORDER BY number DESC LIMIT 1
    ) latest ON true
    WHERE document.collection_id = %s AND document.external_id = ANY(%s)
"""


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """A document that is there already, with its newest revision; it has none when its file could never be read."""

    document: int
    current: int | None
    revision: int | None
    number: int
    sha256: str
    states: frozenset[str]
    withdrawn: bool
    """By a person: what a source delivers again must not bring it back."""


@dataclass(slots=True)
class Registered:
    """`documents` are all that the items name, `revisions` those that are to be processed."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    documents: list[int] = field(default_factory=list)
    revisions: list[int] = field(default_factory=list)

    def add(self, other: "Registered") -> None:
        self.new += other.new
        self.changed += other.changed
        self.unchanged += other.unchanged
        self.documents += other.documents
        self.revisions += other.revisions


@dataclass(frozen=True, slots=True)
class NewContent:
    """Content to be processed: the revision that is to be made of an item."""

    item: Item
    sha256: str
    document: int
    number: int
    renews: bool = False
    """The document was known before, so that what the item says of it counts when this is published."""


def register_items(
    collection_id: int, items: Sequence[Item], *, wake: bool = False, urgent: bool = False
) -> Registered:
    """One transaction for all items, which have different ids. May run twice: the second time all is unchanged.

    With `wake` a worker is told in the same transaction; what is `urgent` it takes before all imports. Raises
    DatabaseError.
    """
    with transaction.atomic():
        execute_sql(REGISTRATION_LOCK, [collection_id])
        known = known_documents(collection_id, [item.external_id for item in items])
        registered = Registered()
        fresh = add_documents(collection_id, [item for item in items if item.external_id not in known], registered)
        fresh += renew_documents(
            [(item, known[item.external_id]) for item in items if item.external_id in known], registered
        )
        registered.revisions += add_revisions(fresh, urgent=urgent)
        restrict_to_source_readers(collection_id, items)
        if wake and registered.revisions:
            from apps.documents.tasks import wake_worker

            wake_worker()
    return registered


def restrict_to_source_readers(collection_id: int, items: Sequence[Item]) -> None:
    """Restricts documents to the readers that their sources name, where they name any."""
    readers = {item.external_id: item.readers for item in items if item.readers is not None}
    if readers:
        named = Document.objects.filter(collection=collection_id, external_id__in_array=list(readers))
        set_readers_of_source((pk, readers[name]) for pk, name in named.values_list("pk", "external_id"))


def known_documents(collection_id: int, external_ids: Sequence[str]) -> dict[str, KnownDocument]:
    return {
        external_id: KnownDocument(document, current, revision, number or 0, file or "", frozenset(states), withdrawn)
        for external_id, document, current, revision, number, file, states, withdrawn in fetch_rows(
            KNOWN, [collection_id, list(external_ids)]
        )
    }


def add_documents(collection_id: int, items: Sequence[Item], registered: Registered) -> list[NewContent]:
    """Rows for documents that were never seen; those without bytes fail at once."""
    if not items:
        return []
    ids = reserve_ids(Document, len(items))
    numbered = list(zip(ids, items, strict=True))
    copy_documents(collection_id, numbered)
    registered.new += len(items)
    registered.documents += ids
    document_status_updates.end_documents(
        [document_ending(document, item) for document, item in numbered if item.reason_code]
    )
    return [NewContent(item, item_checksum(item), document, 1) for document, item in numbered if not item.reason_code]


def renew_documents(pairs: Sequence[tuple[Item, KnownDocument]], registered: Registered) -> list[NewContent]:
    """New revisions for changed files, another attempt for failed ones, nothing for the rest."""
    registered.documents += [known.document for _, known in pairs]
    registered.unchanged += sum(known.withdrawn for _, known in pairs)
    pairs = [(item, known) for item, known in pairs if not known.withdrawn]
    unreadable = [(item, known) for item, known in pairs if item.reason_code]
    readable = [(item, known, item_checksum(item)) for item, known in pairs if not item.reason_code]
    changed = [(item, known, sha) for item, known, sha in readable if sha != known.sha256]
    same = [known for _, known, sha in readable if sha == known.sha256]
    registered.changed += len(changed)
    registered.unchanged += len(unreadable) + len(same)
    document_status_updates.end_documents([document_ending(known.document, item) for item, known in unreadable])
    document_status_updates.restore_statuses(
        [known.revision for known in same if known.revision and known.revision == known.current]
    )
    registered.revisions += retry_failed_steps([known for known in same if StepState.FAILED in known.states])
    registered.revisions += [known.revision for known in same if known.revision and has_open_steps(known)]
    drop_unpublished_revisions([known.document for _, known, _ in changed])
    return [NewContent(item, sha, known.document, known.number + 1, renews=True) for item, known, sha in changed]


def has_open_steps(known: KnownDocument) -> bool:
    return bool(known.states & {StepState.WAITING, StepState.RUNNING}) and StepState.FAILED not in known.states


def document_ending(document: int, item: Item) -> DocumentEnding:
    return DocumentEnding(document, item.reason_code, item.reason_detail)


def item_checksum(item: Item) -> str:
    return sha256(item.data).hexdigest()


def retry_failed_steps(failed: Sequence[KnownDocument]) -> list[int]:
    """The failed step waits again, with a clean slate."""
    revisions = [known.revision for known in failed if known.revision]
    if revisions:
        Step.objects.filter(revision__in_array=revisions, state=StepState.FAILED).update(
            state=StepState.WAITING, failures=0, lost_leases=0, next_retry_at=None, error=""
        )
        requeue_documents([known.document for known in failed])
    return revisions


def drop_unpublished_revisions(documents: Sequence[int]) -> None:
    """Drops revisions that were never published: a newer file has overtaken them. Their workers can store no more."""
    if not documents:
        return
    overtaken = Revision.objects.filter(document__in_array=documents).exclude(
        pk__in=Document.objects.filter(pk__in_array=documents, current_revision__isnull=False).values(
            "current_revision"
        )
    )
    # Steps before documents, the order in which workers lock them too.
    Step.objects.filter(revision__in=overtaken).delete()
    list(Document.objects.filter(pk__in_array=documents).select_for_update().values_list("pk"))
    gone = list(overtaken.values_list("pk", "blob_id", "rendition_id"))
    delete_revisions([row[0] for row in gone], {file for row in gone for file in row[1:] if file})
    requeue_documents(documents)


def requeue_documents(documents: Sequence[int]) -> None:
    """Queues documents that are not in search; those in search stay as they are until their new content is."""
    Document.objects.filter(pk__in_array=documents, current_revision__isnull=True).update(
        status=Status.QUEUED, reason_code="", reason_detail={}, updated_at=timezone.now()
    )


def copy_documents(collection_id: int, numbered: Iterable[tuple[int, Item]]) -> None:
    now = timezone.now()
    names = (
        "id", "collection", "external_id", "title", "url", "date", "metadata", "status", "reason_code", "reason_detail",
        "flags", "created_at", "updated_at", "document_type", "number", "term", "authors", "parties", "committee",
    )  # fmt: skip
    empty = Jsonb({})
    copy_rows(
        Document,
        names,
        (
            (
                document, collection_id, item.external_id, provisional_title(item), item.url,
                item.date, Jsonb(item.metadata), Status.QUEUED.value, "", empty, [], now, now,
                *item.facts.as_columns().values(),
            )
            for document, item in numbered
        ),
    )  # fmt: skip


def provisional_title(item: Item) -> str:
    """What people see until the content has been read."""
    return best_title(item.title, "", item.external_id if item.media_type == RECORD else item.file_name)


def is_title(stated: str) -> bool:
    """Whether a person may have written it; else the content decides what the document is called."""
    return best_title(stated, "", "") != ""


def add_revisions(fresh: Sequence[NewContent], *, urgent: bool = False) -> list[int]:
    """Stores revisions with their files and first steps; returns the revisions' ids."""
    if not fresh:
        return []
    files = {each.sha256: each.item.data for each in fresh}
    execute_sql(STORE_FILES, [list(files), list(files.values())])
    ids = reserve_ids(Revision, len(fresh))
    copy_revisions(zip(ids, fresh, strict=True), timezone.now())
    add_first_steps(ids, urgent=urgent)
    return ids


def add_first_steps(revisions: Sequence[int], *, urgent: bool = False) -> None:
    """Adds the steps by which revisions wait for a worker."""
    names = (
        "revision", "stage", "state", "attempts", "failures", "lost_leases", "worker", "created_at",
        "input_tokens", "output_tokens", "cost", "error", "urgent",
    )  # fmt: skip
    now = timezone.now()
    waiting = (FIRST, StepState.WAITING.value, 0, 0, 0, "", now, 0, 0, 0, "", urgent)
    copy_rows(Step, names, ((revision, *waiting) for revision in revisions))


def copy_revisions(numbered: Iterable[tuple[int, NewContent]], now: datetime) -> None:
    names = (
        "id", "document", "number", "blob", "file_name", "media_type", "title", "attributes", "fields", "flags",
        "reason_code", "reason_detail", "summary", "tags", "created_at",
    )  # fmt: skip
    empty = Jsonb({})
    copy_rows(
        Revision,
        names,
        (
            (
                revision, each.document, each.number, each.sha256, each.item.file_name[-500:], each.item.media_type,
                each.item.title[:1_000], Jsonb(revision_attributes(each)), empty, [], "", empty, "", [], now,
            )
            for revision, each in numbered
        ),
    )  # fmt: skip


def revision_attributes(fresh: NewContent) -> dict[str, Any]:
    """What the document takes over on publishing; a new document has all but its title already."""
    item = fresh.item
    # A record's title is part of its content; a file may be called otherwise than its source calls it.
    stated = {"title": item.title} if item.title and item.media_type != RECORD else {}
    if not fresh.renews:
        return stated
    date = item.date.isoformat() if item.date else None
    return stated | {"url": item.url, "date": date, "metadata": item.metadata, "facts": item.facts.as_columns()}
