"""Records what a source listed: new documents, changed facts, and files that have to be fetched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.db import DataError, transaction
from psycopg.types.json import Jsonb

from apps.database.bulk_copy import reserve_ids
from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.lifecycle.register_documents import REGISTRATION_LOCK, copy_documents, is_title, register_items
from apps.documents.lifecycle.restrict_document_access import (
    UnknownReaders,
    open_documents_to_all,
    set_readers_of_source,
)
from apps.documents.lifecycle.withdraw_documents import BY_PERSON
from apps.documents.models import Document, Listing, ListingState, SourceRun, Status
from apps.documents.sources.connectors.connector import ALL_READERS, ListedDocument
from apps.documents.sources.connectors.source_item import Item, NamedReaders

KNOWN = """
    SELECT document.external_id, document.id, document.status, document.reason_code, coalesce(listing.checksum, ''),
           coalesce(document.created_at >= %s::timestamptz, false)
    FROM documents_document document
    LEFT JOIN documents_listing listing ON listing.document_id = document.id AND listing.source_id = %s
    WHERE document.collection_id = %s AND document.external_id = ANY(%s)
"""
# What the source says of a document counts at once, whatever becomes of its file; what an editor has corrected stays.
UPDATE = """
    UPDATE documents_document document
    SET title = CASE WHEN said.title = '' OR 'title' = ANY(document.edited) THEN document.title ELSE said.title END,
        url = CASE WHEN 'url' = ANY(document.edited) THEN document.url ELSE said.url END,
        date = CASE WHEN 'date' = ANY(document.edited) THEN document.date ELSE said.date END,
        metadata = CASE WHEN 'metadata' = ANY(document.edited) THEN document.metadata ELSE said.metadata END,
        document_type = said.document_type, number = said.number, term = said.term,
        authors = said.authors, parties = said.parties, committee = said.committee, updated_at = clock_timestamp(),
        status = CASE WHEN document.status = 'withdrawn' THEN 'queued' ELSE document.status END,
        reason_code = CASE WHEN document.status = 'withdrawn' THEN '' ELSE document.reason_code END
    FROM jsonb_to_recordset(%s) AS said(
        id bigint, title text, url text, date date, metadata jsonb, document_type text, number text, term smallint,
        authors text[], parties text[], committee text)
    WHERE document.id = said.id
"""
REMEMBER = """
    INSERT INTO documents_listing AS listing
        (source_id, document_id, bundle, address, states_title, checksum, state, etag, modified, is_closed, seen_in_id)
    SELECT %(source)s, said.document, said.bundle, said.address, said.states_title, said.checksum,
        said.state, '', '', said.is_closed, %(run)s
    FROM jsonb_to_recordset(%(listed)s) AS said(
        document bigint, bundle text, address text, states_title boolean, checksum text, state text,
        is_closed boolean)
    ON CONFLICT (source_id, document_id) DO UPDATE
    SET bundle = EXCLUDED.bundle, address = EXCLUDED.address, states_title = EXCLUDED.states_title,
        checksum = EXCLUDED.checksum,
        seen_in_id = EXCLUDED.seen_in_id,
        is_closed = coalesce(EXCLUDED.is_closed, listing.is_closed),
        etag = CASE WHEN listing.address = EXCLUDED.address THEN listing.etag ELSE '' END,
        modified = CASE WHEN listing.address = EXCLUDED.address THEN listing.modified ELSE '' END,
        state = CASE WHEN EXCLUDED.state = 'fetched' THEN 'fetched'
                     WHEN listing.checksum <> EXCLUDED.checksum OR listing.state <> 'fetched' THEN 'waiting'
                     WHEN %(recheck)s THEN 'waiting'
                     ELSE listing.state END
"""


@dataclass(frozen=True, slots=True)
class KnownListing:
    """A document of the collection that the list names; `checksum` is that of what this source said of it last."""

    document: int
    status: str
    reason_code: str
    checksum: str
    is_of_this_run: bool
    """First seen since the run began: before its worker died, when it is taken up."""

    @property
    def is_blocked(self) -> bool:
        """Withdrawn by a person: no source brings it back."""
        return (self.status, self.reason_code) == (Status.WITHDRAWN, BY_PERSON)


@dataclass(slots=True)
class ListingChanges:
    """Counts of documents; `revisions` are those that came with their content and are to be processed."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    documents: list[int] = field(default_factory=list)
    revisions: list[int] = field(default_factory=list)
    unknown: UnknownReaders = field(default_factory=UnknownReaders)
    """Readers whom nobody knows here."""

    def add(self, other: "ListingChanges") -> None:
        self.new += other.new
        self.changed += other.changed
        self.unchanged += other.unchanged
        self.documents += other.documents
        self.revisions += other.revisions
        self.unknown = self.unknown | other.unknown


def record_listing(run: SourceRun, listed: Sequence[ListedDocument], *, recheck: bool) -> ListingChanges:
    """One transaction for documents with different ids. May run twice: the second time all is unchanged.

    What a person withdrew stays withdrawn. Raises DatabaseError.
    """
    source = run.source
    with transaction.atomic():
        execute_sql(REGISTRATION_LOCK, [source.collection_id])
        names = [each.external_id for each in listed]
        rows = fetch_rows(KNOWN, [run.started_at, source.pk, source.collection_id, names])
        known = {external_id: KnownListing(*columns) for external_id, *columns in rows}
        blocked = {name for name, each in known.items() if each.is_blocked}
        changes = ListingChanges(unchanged=len(blocked), documents=[known[name].document for name in blocked])
        open_ones = [each for each in listed if each.external_id not in blocked]
        ids = {name: each.document for name, each in known.items()}
        ids |= add_unknown_documents(
            [each for each in open_ones if each.external_id not in known], source.collection_id, changes
        )
        count_known(open_ones, known, changes)
        set_listed_readers(source.pk, ids, open_ones, changes)
        update_documents([(ids[each.external_id], each) for each in open_ones if differs_from_known(each, known)])
        remember_listed(run, [(ids[each.external_id], each) for each in open_ones], recheck=recheck)
        changes.documents += [ids[each.external_id] for each in open_ones]
        changes.revisions += register_contents(source.collection_id, open_ones, changes)
    return changes


def record_storable(
    run: SourceRun, listed: Sequence[ListedDocument], *, recheck: bool
) -> tuple[ListingChanges, list[ListedDocument]]:
    """As `record_listing`, with the documents that the database refuses: they do not stop the others.

    Halves the list until they stand alone. Raises DatabaseError.
    """
    try:
        return record_listing(run, listed, recheck=recheck), []
    except DataError:
        if len(listed) == 1:
            return ListingChanges(), list(listed)
    changes, refused = ListingChanges(), list[ListedDocument]()
    half = len(listed) // 2
    for part in (listed[:half], listed[half:]):
        more, of_these = record_storable(run, part, recheck=recheck)
        changes.add(more)
        refused += of_these
    return changes, refused


def set_listed_readers(
    source: int, ids: dict[str, int], listed: Sequence[ListedDocument], changes: ListingChanges
) -> None:
    """Sets who may read them, in the transaction that lists them: before anything of them can be read.

    With each list, because groups are made meanwhile. All may read again what the source itself had closed; what was
    closed here alone stays so.
    """
    named = ((ids[each.external_id], each.readers) for each in listed if isinstance(each.readers, NamedReaders))
    changes.unknown = set_readers_of_source(named)
    for_all = [ids[each.external_id] for each in listed if each.readers is ALL_READERS]
    closed = Listing.objects.filter(source=source, document__in_array=for_all, is_closed=True)
    open_documents_to_all(list(closed.values_list("document", flat=True)) if for_all else [])


def differs_from_known(listed: ListedDocument, known: Mapping[str, KnownListing]) -> bool:
    """It is known, and its source says something else of it than before, or speaks of it for the first time."""
    return listed.external_id in known and known[listed.external_id].checksum != listed.checksum


def add_unknown_documents(listed: Sequence[ListedDocument], collection: int, changes: ListingChanges) -> dict[str, int]:
    """Rows for documents nobody knew; their ids by their ids at the source."""
    ids = reserve_ids(Document, len(listed)) if listed else []
    if listed:
        copy_documents(collection, zip(ids, map(item_of_listed, listed), strict=True))
    changes.new += len(listed)
    return {each.external_id: document for each, document in zip(listed, ids, strict=True)}


def count_known(listed: Sequence[ListedDocument], known: Mapping[str, KnownListing], changes: ListingChanges) -> None:
    """Counts the known ones. Those that come back after a withdrawal at the source are new again."""
    for each in listed:
        if each.external_id not in known:
            continue
        if known[each.external_id].status == Status.WITHDRAWN or known[each.external_id].is_of_this_run:
            changes.new += 1
        elif differs_from_known(each, known):
            changes.changed += 1
        else:
            changes.unchanged += 1


def update_documents(changed: Sequence[tuple[int, ListedDocument]]) -> None:
    """Writes down what the source says of documents, by their ids. One statement."""
    if changed:
        rows = [
            {"id": document, "title": each.title, "url": each.url, "date": each.date and each.date.isoformat(),
             "metadata": each.metadata, **each.facts.as_columns()}
            for document, each in changed
        ]  # fmt: skip
        execute_sql(UPDATE, [Jsonb(rows)])


def remember_listed(run: SourceRun, listed: Sequence[tuple[int, ListedDocument]], *, recheck: bool) -> None:
    """Notes that this run has seen them, and which of their files wait to be fetched: all of them with `recheck`."""
    rows = [
        {"document": document, "bundle": each.bundle or each.container, "address": each.address,
         "states_title": is_title(each.title), "checksum": each.checksum,
         "state": ListingState.WAITING if each.address else ListingState.FETCHED,
         "is_closed": None if each.readers is None else each.readers is not ALL_READERS}
        for document, each in listed
    ]  # fmt: skip
    if rows:
        execute_sql(REMEMBER, {"source": run.source_id, "run": run.pk, "listed": Jsonb(rows), "recheck": recheck})
    if unsure := [document for document, each in listed if each.may_have_changed]:
        mine = Listing.objects.filter(source=run.source_id, document__in_array=unsure, state=ListingState.FETCHED)
        mine.update(state=ListingState.WAITING)


def register_contents(collection: int, listed: Sequence[ListedDocument], changes: ListingChanges) -> list[int]:
    """Sends content that came with the list to the pipeline; a changed content is a changed document."""
    items = [item_of_listed(each) for each in listed if not each.address]
    if not items:
        return []
    registered = register_items(collection, items)
    only_content = max(0, registered.changed - changes.new - changes.changed)
    changes.changed += only_content
    changes.unchanged -= only_content
    return registered.revisions


def item_of_listed(listed: ListedDocument) -> Item:
    """Builds the item, with its content if there is one. A file that cannot be read is an item with a reason."""
    data, problem = listed.data, ""
    if listed.path:
        try:
            data = Path(listed.path).read_bytes()
        except OSError as error:
            problem = str(error.strerror)
    return Item(
        listed.external_id, listed.file_name or listed.external_id, data, listed.media_type, listed.title, listed.url,
        listed.date, listed.metadata, listed.facts, "unreadable_file" if problem else "",
        {"error": problem} if problem else {},
    )  # fmt: skip
