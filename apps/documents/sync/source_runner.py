"""A run of a source: read the list to its end, note what it says, withdraw what vanished, fetch the files.

The list is read completely before anything is noted, so that one that cannot be read leaves nothing behind. One run at
a time for each source: an advisory lock, which the database frees when its holder dies. A run that was interrupted
begins its list again and goes on with its files where it was.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from tempfile import TemporaryFile
from typing import IO, Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.documents.fetching import FetchError, FetchLimits
from apps.documents.fetching.fetch_limits import LISTING_LIMITS
from apps.documents.lifecycle.restrict_document_access import UnknownReaders
from apps.documents.models import Listing, ListingState, Source, SourceRun, SourceRunState
from apps.documents.sources.allowed_locations import check_location
from apps.documents.sources.connector_registry import get_connector
from apps.documents.sources.connectors.connector import Entry, ListingUnchanged
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sync import withdraw_disappeared_documents
from apps.documents.sync.connector_network_access import NO_STAMPS, ListStamps, build_source_access
from apps.documents.sync.download_files import Downloader
from apps.documents.sync.record_listing import record_storable
from apps.documents.sync.source_lock import source_lock
from apps.documents.sync.spool_source_listing_to_file import SpooledListing, read_spooled_batches, spool_listing
from apps.documents.sync.withdraw_disappeared_documents import WATCHED_DAYS, DisappearedDocuments

SKIPPED_KEPT = 50
State = SourceRunState


@dataclass(slots=True)
class SourceRunner:
    """One run. With `trusted` the location may be any file or host: a person with a shell named it."""

    run: SourceRun
    trusted: bool = False
    wakes_worker: bool = True
    """Whether what was fetched is processed by the worker; else by the caller, who finds it in `revisions`."""
    on_progress: Callable[[], None] | None = None
    revisions: list[int] = field(default_factory=list)
    documents: list[int] = field(default_factory=list)
    stamps: ListStamps = NO_STAMPS
    """Of the list that was read in this run."""

    @property
    def source(self) -> Source:
        return self.run.source

    def work(self, stop_at: float = float("inf")) -> bool:
        """True when the run has ended, in whatever state; False when it should be gone on with later.

        Uses network and database. Raises DatabaseError, and ValueError for a kind that does not exist.
        """
        with source_lock(self.source.pk) as is_ours:
            self.run.refresh_from_db()
            if not is_ours or self.run.state not in SourceRun.OPEN:
                return True
            if self.run.state != State.FETCHING and not self._read_list():
                return True
            return self._fetch_files(stop_at)

    def _read_list(self) -> bool:
        """False when the run has ended here."""
        self.run.found = self.run.new = self.run.changed = self.run.unchanged = 0
        self.run.vanished, self.run.reason_code, self.run.reason_detail = 0, "", {}
        self.run.started_at = self.run.started_at or timezone.now()
        self._save(State.LISTING)
        self.stamps = NO_STAMPS
        with TemporaryFile() as spool:
            try:
                listing = spool_listing(self._entries(), spool, self.run.limit)
            except ListingUnchanged:
                self.run.unchanged_listing = True
                self.documents = list(Listing.objects.filter(source=self.source).values_list("document", flat=True))
                self.run.found = self.run.unchanged = len(self.documents)
                self._ask_again(ListingState.FAILED, *([ListingState.FETCHED] if self._rechecks() else []))
            except (SourceError, FetchError) as error:
                self._alarm("listing_failed", error=str(error))
                self._save(State.FAILED, finished=True)
                return False
            else:
                self._note(listing, spool)
                self._withdraw(listing)
                self._remember_list(listing)
        waiting = Listing.objects.filter(source=self.source, state=ListingState.WAITING).exclude(address="")
        self.run.to_fetch = waiting.count() if self.run.fetches else 0
        self._save(State.FETCHING)
        return True

    def _entries(self) -> Iterator[Entry]:
        """Notes the stamps of the list. Raises SourceError, FetchError, ListingUnchanged."""
        source, kind = self.source, get_connector(self.source.kind)
        check_location(source.location, kind, trusted=self.trusted)
        known = source.fingerprint == self._fingerprint() and self.run.limit is None
        stamps = ListStamps(source.etag, source.modified) if known else NO_STAMPS
        cursor = self._cursor(kind.options | source.options)
        access = build_source_access(
            source, LISTING_LIMITS, trusted=self.trusted, cursor=cursor, known=stamps, on_list_read=self._note_stamps
        )
        return kind.entries(access)

    def _note_stamps(self, stamps: ListStamps) -> None:
        self.stamps = stamps

    def _cursor(self, options: Mapping[str, Any]) -> str:
        """Empty when everything is to be listed: the form was changed, or it is time to look for what was missed."""
        source, days = self.source, options.get("full_list_days", 0)
        same = source.fingerprint == self._fingerprint() and self.run.limit is None
        since = source.full_list_at
        recent = since is not None and timezone.now() - since < timedelta(days=days)
        return source.cursor if same and recent else ""

    def _note(self, listing: SpooledListing, spool: IO[bytes]) -> None:
        recheck = self._rechecks()
        self.run.skipped = listing.printable_skipped(SKIPPED_KEPT)
        unknown = UnknownReaders()
        for batch in read_spooled_batches(spool):
            changes, refused = record_storable(self.run, batch, recheck=recheck)
            listing.skip_refused(refused)
            self.run.skipped = listing.printable_skipped(SKIPPED_KEPT)
            self.run.found += len(batch) - len(refused)
            self.run.new += changes.new
            self.run.changed += changes.changed
            self.run.unchanged += changes.unchanged
            self.documents += changes.documents
            unknown = unknown | changes.unknown
            self.run.unknown_groups = sorted(unknown.groups)[:SKIPPED_KEPT] or None
            self.run.unknown_people = sorted(unknown.people)[:SKIPPED_KEPT] or None
            self._hand_over(changes.revisions)
            self._save(State.LISTING)

    def _rechecks(self) -> bool:
        """Whether files are asked for again although the list says nothing new of them."""
        kind = get_connector(self.source.kind)
        return bool((kind.options | self.source.options).get("recheck_files", kind.rechecks))

    def _ask_again(self, *states: ListingState) -> None:
        listings = Listing.objects.filter(source=self.source, state__in=states).exclude(address="")
        listings.update(state=ListingState.WAITING)

    def _withdraw(self, listing: SpooledListing) -> None:
        """Only what a complete list says is gone; any doubt is an alarm instead."""
        if listing.limited:
            self._alarm("listing_limited", limit=self.run.limit)
            return
        if listing.partial:
            self._keep_unnamed(listing)
        vanished = withdraw_disappeared_documents.find_disappeared(
            self.run, listing.deleted, complete=listing.found > 0 or listing.partial, skipped=listing.skipped
        )
        if vanished.missing and not vanished.needs_person:
            vanished = self._exclude_still_present(vanished)
        if vanished.needs_person:
            self._ask_about(vanished)
        else:
            with transaction.atomic():
                self.run.withdrawn += withdraw_disappeared_documents.withdraw_disappeared(self.run, vanished.all)
                self._save(State.LISTING)
        if not (listing.found or listing.deleted or listing.partial):
            self._alarm("listing_empty")
        if listing.skipped and not self.run.reason_code:
            self._alarm("records_skipped", skipped=len(listing.skipped))

    def _ask_about(self, vanished: DisappearedDocuments) -> None:
        """Nothing is withdrawn until a person has looked."""
        gone = self.run.vanished = len(vanished.all)
        if replace(vanished, listed_before=0).needs_person:
            self._alarm("many_vanished", vanished=gone, known=vanished.known)
        else:
            shrunk = {"known": vanished.listed_before, "now": vanished.listed, "vanished": gone}
            self._alarm("list_has_shrunk", days=WATCHED_DAYS, **shrunk)

    def _exclude_still_present(self, vanished: DisappearedDocuments) -> DisappearedDocuments:
        """Leaves out what the source still has, where it can be asked, and everything when it gives no answer."""
        still_has = get_connector(self.source.kind).still_has
        if still_has is None:
            return vanished
        try:
            access = build_source_access(self.source, LISTING_LIMITS, trusted=self.trusted)
            left = withdraw_disappeared_documents.exclude_still_present(self.run, vanished, partial(still_has, access))
        except (SourceError, FetchError) as error:
            self._alarm("listing_failed", error=str(error))
            return replace(vanished, missing=[])
        self._count_as_unchanged(set(vanished.missing) - set(left.missing))
        return left

    def _count_as_unchanged(self, present: set[int]) -> None:
        self.documents += present
        self.run.found += len(present)
        self.run.unchanged += len(present)

    def _keep_unnamed(self, listing: SpooledListing) -> None:
        """What a list of changes does not name is as it was; files that failed are asked for again all the same."""
        known = Listing.objects.filter(source=self.source).exclude(seen_in=self.run.pk)
        unnamed = known.exclude(bundle__in_array=[*listing.deleted, *listing.restated])
        documents = list(unnamed.values_list("document", flat=True))
        unnamed.update(seen_in=self.run.pk)
        self._count_as_unchanged(set(documents))
        self._ask_again(ListingState.FAILED, *([ListingState.FETCHED] if self._rechecks() else []))

    def _remember_list(self, listing: SpooledListing) -> None:
        """So that the same list need not be read again; one that raised an alarm is.

        A cursor moves on unless something is undecided: records that cannot be used will not be better next time.
        """
        source, clean = self.source, not self.run.reason_code
        decided = clean or (self.run.reason_code == "records_skipped" and listing.cursor != "")
        stamps = self.stamps if clean else NO_STAMPS
        source.etag, source.modified = stamps.etag, stamps.modified
        if decided:
            source.cursor, source.fingerprint = listing.cursor, self._fingerprint()
            kept = listing.partial and not listing.goes_on
            source.full_list_at = source.full_list_at if kept else self.run.started_at
        elif not listing.partial:
            source.fingerprint = ""
        # Not saved as a whole: that would set the time of the next run.
        names = ("etag", "modified", "cursor", "fingerprint", "full_list_at")
        Source.objects.filter(pk=source.pk).update(**{name: getattr(source, name) for name in names})

    def _fingerprint(self) -> str:
        """Hashes everything that decides what is read out of a list."""
        kind = get_connector(self.source.kind)
        said = [kind.slug, self.source.location, kind.options | self.source.options, self.source.collection_id]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def _fetch_files(self, stop_at: float) -> bool:
        if self.run.fetches:
            access = build_source_access(self.source, FetchLimits(), trusted=self.trusted)
            collector = Downloader(self.source, get_connector(self.source.kind), self.run, access)
            collector.on_progress = lambda: self._hand_over_from(collector)
            ended = collector.collect(stop_at)
            self._hand_over_from(collector)
            self.run.refresh_from_db(fields=["changed", "unchanged", "fetched", "not_fetched"])
            if not ended:
                return False
        self._save(State.NEEDS_DECISION if self.run.vanished else State.DONE, finished=True)
        return True

    def _hand_over_from(self, collector: Downloader) -> None:
        revisions, collector.revisions = collector.revisions, []
        self._hand_over(revisions)

    def _hand_over(self, revisions: list[int]) -> None:
        self.revisions += revisions
        if revisions and self.wakes_worker:
            from apps.documents.tasks import wake_worker

            wake_worker()
        if self.on_progress is not None:
            self.on_progress()

    def _alarm(self, reason_code: str, **detail: object) -> None:
        self.run.reason_code, self.run.reason_detail = reason_code, detail

    def _save(self, state: SourceRunState, *, finished: bool = False) -> None:
        self.run.state = state
        if finished:
            self.run.finished_at = timezone.now()
        # What the collector counts is counted in the database.
        kept = {"id", "source", "created_at", "fetched", "not_fetched"}
        self.run.save(update_fields=[field.name for field in SourceRun._meta.concrete_fields if field.name not in kept])


def begin_run(source: Source, *, limit: int | None = None, fetches: bool = True) -> SourceRun | None:
    """A run that waits to be worked on; None when one is open already. Raises DatabaseError."""
    try:
        with transaction.atomic():
            return SourceRun.objects.create(source=source, limit=limit or source.limit, fetches=fetches)
    except IntegrityError:
        return None
