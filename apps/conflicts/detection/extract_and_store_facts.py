"""Reads facts and statements of a revision from its pages, stores them with their keys, loads them to be compared."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from apps.conflicts.comparison.fact_keys import fact_keys
from apps.conflicts.comparison.facts import Fact, facts_of, read_fact
from apps.conflicts.models import StoredFact
from apps.conflicts.statements.sentences_in_context import passages
from apps.conflicts.statements.statement import ValueStatement
from apps.conflicts.statements.subject_word_overlap import statement_keys
from apps.documents.models import Document, Page

RowsOfPage = Callable[[Document, int, Page], Iterator[StoredFact]]
MOST_FACTS = 5_000
"""Of a document, and as many statements. A longer one is a law book or a table of measurements; its first ones are
compared."""


def store_facts(document: Document, revision_id: int) -> int:
    """In the place of those it had; how many. Inside the caller's transaction."""
    StoredFact.objects.filter(revision=revision_id).delete()
    rows = [row for rows_of in (fact_rows, statement_rows) for row in first_rows(rows_of, document, revision_id)]
    StoredFact.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def first_rows(rows_of: RowsOfPage, document: Document, revision_id: int) -> Iterator[StoredFact]:
    """The limit is of each kind alone: statements take no place of facts, which are compared word for word."""
    pages = Page.objects.filter(revision=revision_id).order_by("number")
    bodies = pages.only("number", "text", "body_start", "body_end").iterator()
    return islice((row for page in bodies for row in rows_of(document, revision_id, page)), MOST_FACTS)


def fact_rows(document: Document, revision_id: int, page: Page) -> Iterator[StoredFact]:
    for part in facts_of(page.body, document.title):
        keys = fact_keys(part.fact, str(document.collection_id))
        if keys:
            yield StoredFact(
                revision_id=revision_id, page=page.number, text=part.text, reading=part.reading, part=part.part,
                context=part.fact.context, keys=keys,
            )  # fmt: skip


def statement_rows(document: Document, revision_id: int, page: Page) -> Iterator[StoredFact]:
    """One for each kind of value that a sentence states."""
    for passage in passages(page.body):
        context = "\n".join(" ".join(part.split()) for part in (document.title, passage.lead, passage.before))
        read = statement(passage.row or passage.text, context, is_row=bool(passage.row))
        for kind in sorted(read.kinds):
            keys = statement_keys(read, kind, str(document.collection_id))
            if keys:
                yield StoredFact(
                    revision_id=revision_id, page=page.number, text=passage.text, reading=passage.row, context=context,
                    stated=kind, keys=keys,
                )  # fmt: skip


def statement_of(row: StoredFact) -> ValueStatement:
    return statement(row.reading or row.text, row.context, is_row=bool(row.reading))


@lru_cache(maxsize=4_000)
def statement(text: str, context: str, *, is_row: bool) -> ValueStatement:
    """`context`: the title of its document, what stands above it and before it, a line each."""
    title, lead, before = context.split("\n")
    return ValueStatement(text, title, lead, before, is_row)


def fact_of(row: StoredFact) -> Fact:
    return read_again(row.reading or row.text, row.part, row.context)


@lru_cache(maxsize=4_000)
def read_again(reading: str, part: int, context: str) -> Fact:
    return read_fact(reading, part, context)
