"""Reads the facts of a revision from its pages, stores them with their keys, loads them to be compared."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from apps.conflicts.comparison.extract_facts import Fact, extract_facts, read_fact
from apps.conflicts.comparison.fact_keys import fact_keys
from apps.conflicts.models import StoredFact
from apps.documents.models import Document, Page

MOST_FACTS = 5_000
"""Of a document. A longer one is a law book or a table of measurements; its first facts are compared."""


def store_facts(document: Document, revision_id: int) -> int:
    """In the place of those it had; how many. Inside the caller's transaction."""
    StoredFact.objects.filter(revision=revision_id).delete()
    rows = list(islice(build_fact_rows(document, revision_id), MOST_FACTS))
    StoredFact.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def build_fact_rows(document: Document, revision_id: int) -> Iterator[StoredFact]:
    pages = Page.objects.filter(revision=revision_id).order_by("number")
    for page in pages.only("number", "text", "body_start", "body_end").iterator():
        for part in extract_facts(page.body, document.title):
            keys = fact_keys(part.fact, str(document.collection_id))
            if keys:
                yield StoredFact(
                    revision_id=revision_id, page=page.number, text=part.text, reading=part.reading, part=part.part,
                    context=part.fact.context, keys=keys,
                )  # fmt: skip


def build_fact(row: StoredFact) -> Fact:
    return read_fact_cached(row.reading or row.text, row.part, row.context)


@lru_cache(maxsize=4_000)
def read_fact_cached(reading: str, part: int, context: str) -> Fact:
    return read_fact(reading, part, context)
