"""import: a source's items are registered, then processed to their end here or handed to the worker, and reported."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import DataError

from apps.documents.facts import Facts
from apps.documents.models import Collection
from apps.documents.processing import OnWait, Processed, process
from apps.documents.registering import Registered, register
from apps.documents.reporting import ImportReport, report
from apps.documents.sources import Item, get_source

TOGETHER = 500
TOGETHER_BYTES = 32 * 2**20

Progress = Callable[[int, int], None]
"""Called with the number of documents that have ended and of those found so far."""


class ImportRefused(Exception):  # noqa: N818 - wrong use, told to the person
    """Nothing was imported; the message is one sentence that names the value and what would be right."""


def import_paths(
    paths: Sequence[Path],
    collection_slug: str,
    *,
    source: str = "files",
    limit: int | None = None,
    queue: bool = False,
    progress: Progress | None = None,
    on_wait: OnWait | None = None,
) -> ImportReport:
    """Registers everything the source lists; processes it to the end, or with `queue` leaves that to the worker.

    A document that fails does not stop the others. What a source no longer lists stays: nothing is withdrawn here.
    Raises SourceError (unknown source, nothing there), ImportRefused (collection), DatabaseError.
    """
    started = time.monotonic()
    items = islice(get_source(source).items(paths), limit)
    # Before the collection is made: a path that does not exist leaves nothing behind.
    batches = in_batches(unique_ids(items))
    first = next(batches, [])
    collection = collection_for(collection_slug)
    registered = Registered()
    for batch in chain([first] if first else [], batches):
        registered.add(register_all(collection.pk, batch, wake=queue))
        if progress is not None:
            progress(0, len(registered.documents))
    processed = Processed()
    if not queue:
        processed = process_registered(registered, progress, on_wait)
    return report(collection, registered, processed, seconds=time.monotonic() - started)


def register_one(collection: Collection, item: Item) -> int:
    """One document, for example an upload; the worker is told in the same transaction. The document's id."""
    return register(collection.pk, [item], wake=True).documents[0]


def register_all(collection_id: int, batch: Sequence[Item], *, wake: bool) -> Registered:
    """When the database refuses the batch for one item's sake, the others come in one by one and that one fails."""
    try:
        return register(collection_id, batch, wake=wake)
    except DataError:
        if len(batch) == 1:
            refused = replace(batch[0], title="", url="", metadata={}, facts=Facts(), reason_code="not_storable")
            return register(collection_id, [refused])
    registered = Registered()
    for item in batch:
        registered.add(register_all(collection_id, [item], wake=wake))
    return registered


def process_registered(registered: Registered, progress: Progress | None, on_wait: OnWait | None) -> Processed:
    found = len(registered.documents)
    ended = found - len(registered.revisions)

    def count(more: int) -> None:
        nonlocal ended
        ended += more
        if progress is not None:
            progress(ended, found)

    count(0)
    return process(registered.revisions, on_end=count, on_wait=on_wait)


def unique_ids(items: Iterable[Item]) -> Iterator[Item]:
    """The second document with an id becomes a failed one with its own name: neither may overwrite the other."""
    seen: set[str] = set()
    for item in items:
        if item.external_id not in seen:
            seen.add(item.external_id)
            yield item
            continue
        number = 2
        while (name := f"{item.external_id} ({number})") in seen:
            number += 1
        seen.add(name)
        yield Item(name, item.file_name, title=item.title, reason_code="duplicate_id")


def in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
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


def collection_for(slug: str) -> Collection:
    """The collection, made when it does not exist. Raises ImportRefused for a slug that is none."""
    try:
        validate_slug(slug)
    except ValidationError:
        raise ImportRefused(
            f"'{slug}' is no name for a collection: use letters without umlauts, digits, '-' and '_'."
        ) from None
    if len(slug) > 50:
        raise ImportRefused(f"The collection name '{slug}' has {len(slug)} characters, at most 50 are possible.")
    name = slug.replace("-", " ").replace("_", " ").strip().capitalize() or slug
    return Collection.objects.get_or_create(slug=slug, defaults={"name": name})[0]
