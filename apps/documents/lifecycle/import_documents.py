"""Imports documents: a source's items are registered, then processed here or handed to the worker, and reported."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import DataError
from django.utils.translation import gettext as _

from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.engine.run_engine_synchronously import OnWait, RunResult, process_revisions
from apps.documents.lifecycle.import_report import ImportReport, build_import_report
from apps.documents.lifecycle.register_documents import Registered, register_items
from apps.documents.models import Collection
from apps.documents.models.languages import languages
from apps.documents.sources import Item
from apps.documents.sources.connectors import local_files_and_folders
from apps.documents.sources.connectors.metadata_to_columns import DocumentFacts
from apps.text.index_terms import GERMAN

TOGETHER = 500
TOGETHER_BYTES = 32 * 2**20
LONGEST_SLUG = 50

Progress = Callable[[int, int], None]
"""Called with the number of documents that have ended and of those found so far."""


class ImportRefused(Exception):  # noqa: N818 - wrong use, told to the person
    """Nothing was imported; the message is one sentence that names the value and what would be right."""


@dataclass(slots=True)
class RegisteredBatches:
    """What has been registered so far, and how many of these documents have ended."""

    collection_id: int
    wake: bool
    progress: Progress | None
    registered: Registered = field(default_factory=Registered)
    ended: int = 0

    def take_in(self, batch: Sequence[Item]) -> list[int]:
        """Registers the items; the revisions that are to be processed. Raises DatabaseError."""
        more = register_batch(self.collection_id, batch, wake=self.wake)
        self.registered.add(more)
        self.count(0 if self.wake else len(more.documents) - len(more.revisions))
        return more.revisions

    def count(self, more: int) -> None:
        self.ended += more
        if self.progress is not None:
            self.progress(self.ended, len(self.registered.documents))


def import_paths(
    paths: Sequence[Path],
    collection_slug: str,
    *,
    language: str = "",
    limit: int | None = None,
    queue: bool = False,
    progress: Progress | None = None,
    on_wait: OnWait | None = None,
) -> ImportReport:
    """Registers all files there are; processes it to the end, or with `queue` leaves that to the worker.

    A document that fails does not stop the others. What is no longer there stays: nothing is withdrawn here.
    Raises SourceError (nothing there), ImportRefused (collection), DatabaseError.
    """
    started = time.monotonic()
    items = islice(local_files_and_folders.items_of_paths(paths), limit)
    # Before the collection is made: a path that does not exist leaves nothing behind.
    batches = batch_items(ensure_unique_ids(items))
    first = next(batches, [])
    collection = get_or_create_collection(collection_slug, language)
    intake = RegisteredBatches(collection.pk, wake=queue, progress=progress)
    revisions = OpenRevisions(
        arrivals=(partial(intake.take_in, batch) for batch in chain([first] if first else [], batches))
    )
    if queue:
        while revisions.arrive():
            pass
    processed = RunResult() if queue else process_revisions(revisions, on_end=intake.count, on_wait=on_wait)
    return build_import_report(collection, intake.registered, processed, seconds=time.monotonic() - started)


def register_batch(collection_id: int, batch: Sequence[Item], *, wake: bool, urgent: bool = False) -> Registered:
    """When the database refuses the batch for one item's sake, the others come in one by one and that one fails."""
    try:
        return register_items(collection_id, batch, wake=wake, urgent=urgent)
    except DataError:
        if len(batch) == 1:
            refused = replace(
                batch[0], title="", url="", metadata={}, facts=DocumentFacts(), reason_code="not_storable"
            )
            return register_items(collection_id, [refused])
    registered = Registered()
    for item in batch:
        registered.add(register_batch(collection_id, [item], wake=wake, urgent=urgent))
    return registered


def ensure_unique_ids(items: Iterable[Item]) -> Iterator[Item]:
    """The second document with an id becomes a failed one with its own name: neither may overwrite the other."""
    seen: set[str] = set()
    numbers: Counter[str] = Counter()
    for item in items:
        if item.external_id not in seen:
            seen.add(item.external_id)
            yield item
            continue
        # Counted on from the last one: an id may come as often as there are records.
        numbers[item.external_id] += 1
        while (name := f"{item.external_id} ({numbers[item.external_id] + 1})") in seen:
            numbers[item.external_id] += 1
        seen.add(name)
        yield Item(name, item.file_name, title=item.title, reason_code="duplicate_id")


def batch_items(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Few enough to hold in memory with their bytes, many enough for few statements."""
    batch: list[Item] = []
    size = 0
    for item in items:
        if batch and (len(batch) == TOGETHER or size + len(item.data) > TOGETHER_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += len(item.data)
    if batch:
        yield batch


def get_or_create_collection(slug: str, language: str = "") -> Collection:
    """The collection, made when it does not exist, in that language if one is named.

    Raises ImportRefused for a slug that is none, for an unknown language, and when the collection has another one.
    """
    try:
        validate_slug(slug)
    except ValidationError:
        said = _("'%(name)s' is no name for a collection: use letters without umlauts, digits, '-' and '_'.")
        raise ImportRefused(said % {"name": slug}) from None
    if len(slug) > LONGEST_SLUG:
        said = _("The collection name '%(name)s' has %(length)d characters, at most %(most)d are possible.")
        raise ImportRefused(said % {"name": slug, "length": len(slug), "most": LONGEST_SLUG})
    name = slug.replace("-", " ").replace("_", " ").strip().capitalize() or slug
    if language and language not in dict(languages()):
        said = _("'%(code)s' is no language, use its two letters, such as 'de' or 'en'.")
        raise ImportRefused(said % {"code": language})
    made = Collection.objects.get_or_create(slug=slug, defaults={"name": name, "language": language or GERMAN})[0]
    if language and made.language != language:
        said = _("The collection '%(name)s' has the language '%(code)s'; the admin can change it.")
        raise ImportRefused(said % {"name": slug, "code": made.language})
    return made
