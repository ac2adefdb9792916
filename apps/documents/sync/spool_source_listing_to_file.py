"""Spools a source's listing to a temporary file first, so that a listing that breaks off changes nothing."""

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO

from django.utils.translation import gettext as _

from apps.documents.sources.connectors.connector import (
    MOST_ENTRIES,
    DeletedBundle,
    Entry,
    ListedDocument,
    ListingEnd,
    RestatedBundle,
    SkippedRecord,
)
from apps.documents.sources.connectors.local_files_and_folders import printable_name
from apps.documents.sources.connectors.source_item import SourceError

TOGETHER = 500
TOGETHER_BYTES = 32 * 2**20
MOST_BYTES = 16 * 2**30
"""Of contents that come with a list: they wait on the disk until it has been read."""


@dataclass(slots=True)
class SpooledListing:
    """A list that was read to its end, or to the limit. Its documents wait in a file, one pickle each."""

    found: int = 0
    limited: bool = False
    partial: bool = False
    """It names only what changed."""
    goes_on: bool = False
    """It was too long for one run."""
    cursor: str = ""
    deleted: list[str] = field(default_factory=list)
    restated: list[str] = field(default_factory=list)
    skipped: list[SkippedRecord] = field(default_factory=list)

    def skip_refused(self, refused: Iterable[ListedDocument]) -> None:
        """Names documents whose names, addresses or metadata the database does not store."""
        self.found -= len(found := list(refused))
        problem = _("it has a sign or a length that the database refuses")
        self.skipped += [SkippedRecord(each.external_id, problem, each.bundle) for each in found]

    def printable_skipped(self, most: int) -> list[list[str]]:
        """The first of them as they can be stored with the run: what is wrong with a record may be its name."""
        return [[printable_name(each.where), printable_name(each.problem)] for each in self.skipped[:most]]


def spool_listing(entries: Iterator[Entry], spool: IO[bytes], limit: int | None) -> SpooledListing:
    """Raises what the source raises, and SourceError for a list that is too large; then nothing of it was used."""
    listing = SpooledListing()
    seen: set[str] = set()
    size = 0
    for number, entry in enumerate(entries, start=1):
        size += entry.size if isinstance(entry, ListedDocument) else 0
        check_size(number, size)
        if isinstance(entry, DeletedBundle):
            listing.deleted.append(entry.bundle)
        elif isinstance(entry, RestatedBundle):
            listing.restated.append(entry.bundle)
        elif isinstance(entry, ListingEnd):
            listing.partial, listing.cursor, listing.goes_on = entry.partial, entry.cursor, entry.goes_on
        elif isinstance(entry, SkippedRecord):
            listing.skipped.append(entry)
        elif entry.external_id in seen:
            listing.skipped.append(SkippedRecord(entry.external_id, _("its id stands in the list twice")))
        elif limit is not None and listing.found >= limit:
            listing.limited = True
            break
        else:
            seen.add(entry.external_id)
            listing.found += 1
            pickle.dump(entry, spool, pickle.HIGHEST_PROTOCOL)
    return listing


def check_size(entries: int, size: int) -> None:
    """Raises SourceError."""
    if entries > MOST_ENTRIES:
        raise SourceError(_("The list names more than %(most)d documents, divide the source.") % {"most": MOST_ENTRIES})
    if size > MOST_BYTES:
        raise SourceError(
            _("The documents of the list hold more than %(size)d MiB, divide the source.")
            % {"size": MOST_BYTES // 2**20}
        )


def read_spooled_batches(spool: IO[bytes]) -> Iterator[list[ListedDocument]]:
    """Few enough to hold in memory with their contents."""
    batch: list[ListedDocument] = []
    size = 0
    for listed in read_spool(spool):
        if batch and (len(batch) == TOGETHER or size + listed.size > TOGETHER_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(listed)
        size += listed.size
    if batch:
        yield batch


def read_spool(spool: IO[bytes]) -> Iterator[ListedDocument]:
    spool.seek(0)
    while True:
        try:
            # Written by ourselves a moment ago, into a file without a name.
            yield pickle.load(spool)  # noqa: S301
        except EOFError:
            return
