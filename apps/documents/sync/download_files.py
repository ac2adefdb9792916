"""Downloads the files of listed documents, each address once and a few at a time, and registers them for processing."""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from apps.database.execute_batch_sql import fetch_rows as rows
from apps.documents.fetching import (
    Fetched,
    FetchError,
    NotModified,
)
from apps.documents.lifecycle.import_documents import register_batch
from apps.documents.lifecycle.register_documents import item_checksum
from apps.documents.models import Document, Listing, ListingState, Revision, Source, SourceRun, Status
from apps.documents.parsing.formats.detect_media_type import (
    HTML,
    HTML_START,
    MEDIA_TYPE_BY_SUFFIX,
    TEXT_TYPES,
    XML_MESSAGE,
)
from apps.documents.parsing.formats.office_and_picture_media_types import PICTURES
from apps.documents.sources.connectors.connector import Connector, SourceAccess
from apps.documents.sources.connectors.local_files_and_folders import printable_name
from apps.documents.sources.connectors.metadata_to_columns import DocumentFacts
from apps.documents.sources.connectors.source_item import Item, SourceError
from apps.documents.step_scheduling import document_status_updates
from apps.documents.step_scheduling.document_status_updates import DocumentEnding
from apps.documents.sync.host_failures import HostFailures, host_and_port

AT_ONCE = 4
"""Connections of one source: quick enough, and no burden for an authority's server."""
TOGETHER = 32
NEVER_PAGES = frozenset(MEDIA_TYPE_BY_SUFFIX.values()) - PICTURES - {*TEXT_TYPES, XML_MESSAGE}
"""Wikis show pages about pictures under the names of these."""
# Asked conditionally only when of every document that shares the file the newest version is in search: ETag and time
# are those of the file that came last, and where it could not be read the next attempt needs it.
WAITING = """
    SELECT address, array_agg(document_id ORDER BY document_id),
           CASE WHEN bool_and(is_shown) THEN min(etag) ELSE '' END,
           CASE WHEN bool_and(is_shown) THEN min(modified) ELSE '' END
    FROM (
        SELECT listing.address, listing.document_id, listing.etag, listing.modified,
               coalesce(document.current_revision_id = (
                   SELECT id FROM documents_revision WHERE document_id = document.id ORDER BY number DESC LIMIT 1
               ), false) AS is_shown
        FROM documents_listing listing JOIN documents_document document ON document.id = listing.document_id
        WHERE listing.source_id = %s AND listing.state = 'waiting' AND listing.address <> ''
    ) waiting
    GROUP BY address ORDER BY address LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class PendingDownload:
    """An address that is to be fetched, for the documents that share its file; ETag and time as its server said."""

    address: str
    documents: list[int]
    etag: str
    modified: str


@dataclass(slots=True)
class Downloader:
    """Works through what waits at one source. Uses the network in threads, the database in the caller's thread only."""

    source: Source
    kind: Connector
    run: SourceRun
    access: SourceAccess
    on_progress: Callable[[], None] | None = None
    revisions: list[int] = field(default_factory=list)
    """To be processed: what was fetched and is new or changed."""
    _failures: HostFailures = field(default_factory=HostFailures)

    def collect(self, stop_at: float = float("inf")) -> bool:
        """False when `stop_at` (monotonic seconds) came first. Raises DatabaseError."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            while pending := self._waiting():
                if time.monotonic() >= stop_at:
                    return False
                self._show(pending)
                asked = {pool.submit(self._fetch, each): each for each in pending}
                for answered in as_completed(asked):
                    self._store(asked[answered], answered.result())
                self._give_up_dead_hosts()
                if self.on_progress is not None:
                    self.on_progress()
        return True

    def _waiting(self) -> list[PendingDownload]:
        return [PendingDownload(*row) for row in rows(WAITING, [self.source.pk, TOGETHER])]

    def _show(self, pending: Sequence[PendingDownload]) -> None:
        """People see what is under way; a document in search stays as it is."""
        document_status_updates.show_statuses(
            {document: Status.FETCHING for each in pending for document in each.documents}
        )

    def _fetch(self, pending: PendingDownload) -> Fetched | NotModified | FetchError:
        try:
            if self.kind.fetch_file is not None:
                return self.kind.fetch_file(self.access, pending.address, pending.etag, pending.modified)
            return self.access.get_file(pending.address, etag=pending.etag, modified=pending.modified)
        except FetchError as error:
            return error
        except SourceError as error:
            return FetchError("download_failed", error=str(error))

    def _store(self, pending: PendingDownload, answer: Fetched | NotModified | FetchError) -> None:
        """One transaction for an address, whatever came of it."""
        host = host_and_port(pending.address)
        with transaction.atomic():
            if isinstance(answer, Fetched):
                self._failures.forget(host)
                self._store_file(pending, answer)
            elif isinstance(answer, NotModified):
                self._failures.forget(host)
                self._mark([pending.address], ListingState.FETCHED, fetched=len(pending.documents))
                document_status_updates.restore_statuses(current_revisions(pending.documents))
            else:
                self._failures.note(host, answer)
                self._fail([pending], answer)

    def _store_file(self, pending: PendingDownload, fetched: Fetched) -> None:
        with fetched.file:
            data = fetched.read()
        if not self._may_be_page(pending.address) and HTML_START.match(data[:4096]):
            self._fail([pending], FetchError("download_html", address=pending.address[:200]))
            return
        documents = list(Document.objects.filter(pk__in=pending.documents))
        listings = Listing.objects.filter(source=self.source, document__in=pending.documents)
        untitled = set(listings.filter(states_title=False).values_list("document", flat=True))
        # What an editor calls it is no word of its source.
        titles = [
            "" if document.pk in untitled or "title" in (document.edited or ()) else document.title
            for document in documents
        ]
        named = zip(documents, titles, strict=True)
        items = [self._item(document, title, pending.address, data, fetched) for document, title in named]
        self._count_changed(documents, items)
        self.revisions += register_batch(self.source.collection_id, items, wake=False).revisions
        self._mark([pending.address], ListingState.FETCHED, fetched=len(items))
        listings.update(etag=fetched.etag, modified=fetched.modified)

    def _may_be_page(self, address: str) -> bool:
        """A web page in place of a file is most often a login or an excuse."""
        named = MEDIA_TYPE_BY_SUFFIX.get(PurePosixPath(urlsplit(address).path).suffix.lower())
        return named not in NEVER_PAGES if self.kind.prepare is not None else self.kind.holds_pages and named == HTML

    def _count_changed(self, documents: Sequence[Document], items: Sequence[Item]) -> None:
        """Another file of a document of which the list said nothing new, so that it was counted as unchanged."""
        revisions = Revision.objects.filter(document__in=documents).order_by("number")
        stored = dict(revisions.values_list("document", "blob"))
        began = self.run.started_at
        changed = sum(
            document.pk in stored and stored[document.pk] != item_checksum(item)
            for document, item in zip(documents, items, strict=True)
            # What the list says anew is written down before, in the same run.
            if began is None or document.updated_at < began
        )
        SourceRun.objects.filter(pk=self.run.pk).update(
            changed=F("changed") + changed, unchanged=Greatest(F("unchanged") - changed, 0)
        )

    def _item(self, document: Document, title: str, address: str, data: bytes, fetched: Fetched) -> Item:
        known = fetched.media_type if fetched.media_type in MEDIA_TYPE_BY_SUFFIX.values() else ""
        item = item_of_document(document, title, address, data, known)
        return item if self.kind.prepare is None else self.kind.prepare(replace(item, media_type=known or HTML))

    def _fail(self, pending: Iterable[PendingDownload], error: FetchError) -> None:
        failed = list(pending)
        document_status_updates.end_documents(
            [
                DocumentEnding(document, error.reason_code, error.facts | {"address": each.address[:200]})
                for each in failed
                for document in each.documents
            ]
        )
        count = sum(len(each.documents) for each in failed)
        self._mark([each.address for each in failed], ListingState.FAILED, not_fetched=count)

    def _mark(self, addresses: Sequence[str], state: ListingState, **counts: int) -> None:
        waiting = Listing.objects.filter(source=self.source, address__in_array=addresses, state=ListingState.WAITING)
        waiting.update(state=state)
        SourceRun.objects.filter(pk=self.run.pk).update(**{name: F(name) + number for name, number in counts.items()})

    def _give_up_dead_hosts(self) -> None:
        """Ten thousand files of a host that does not answer would take days to fail one by one."""
        for host, last in self._failures.take_dead_hosts():
            everything = [PendingDownload(*row) for row in rows(WAITING, [self.source.pk, None])]
            with transaction.atomic():
                self._fail([each for each in everything if host_and_port(each.address) == host], last)


def current_revisions(documents: Sequence[int]) -> list[int]:
    found = Document.objects.filter(pk__in_array=documents).values_list("current_revision", flat=True)
    return [revision for revision in found if revision is not None]


def item_of_document(document: Document, title: str, address: str, data: bytes, media_type: str) -> Item:
    """The file with all that its source says of it; `title` is empty where it does not say what it is called."""
    facts = DocumentFacts(
        document.document_type, document.number, document.term, tuple(document.authors), tuple(document.parties),
        document.committee,
    )  # fmt: skip
    name = printable_name(unquote(urlsplit(address).path.rpartition("/")[2])) or document.external_id
    return Item(
        document.external_id,
        name,
        data,
        media_type,
        title,
        document.url,
        document.date,
        document.metadata,
        facts,
    )
