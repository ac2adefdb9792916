"""Compares a document that is new in search with the others of its collection, and stores what contradicts.

Only facts that share a key are compared (fact_keys.py), so the work grows with what has changed, not with the
collection. It may run twice: what was found is found again, with the decisions that were made about it.
"""

import hashlib
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.db import DatabaseError, IntegrityError, OperationalError, transaction
from psycopg.errors import QueryCanceled

from apps.conflicts.comparison.decide_contradiction import Disagreement, find_disagreement
from apps.conflicts.detection.extract_and_store_facts import build_fact, store_facts
from apps.conflicts.detection.pending_revisions import COMPARISON_VERSION
from apps.conflicts.models import ComparedRevision, Conflict, Decision, StoredFact
from apps.database.execute_batch_sql import fetch_rows
from apps.documents.models import Document

logger = logging.getLogger(__name__)

NEAREST = 40
"""Facts that one fact is compared with, those first that share most keys."""
MOST_DOCUMENTS = 3
"""A sentence that is said otherwise in more documents than that is one that each says of itself, such as a fine."""
LONGEST_DIFFERENCE = 300
FAULTS = (ArithmeticError, AttributeError, DatabaseError, LookupError, RuntimeError, TypeError, ValueError)
"""What reading and comparing a text that nobody thought of may raise; RecursionError is a RuntimeError.

No MemoryError: the machine may have memory again in a minute.
"""
CANDIDATES = """
    SELECT mine.id, near.id FROM conflicts_storedfact mine
    CROSS JOIN LATERAL (
        SELECT other.id FROM (
            SELECT id, keys, revision_id FROM conflicts_storedfact
            WHERE keys && mine.keys AND revision_id <> mine.revision_id AND stated = '' OFFSET 0
        ) AS other
        CROSS JOIN LATERAL (
            SELECT FROM documents_document document WHERE document.current_revision_id = other.revision_id
                AND document.collection_id = %s AND document.status IN ('ready', 'ready_partial')
                AND document.reader_groups IS NULL OFFSET 0
        ) AS searchable
        ORDER BY cardinality(ARRAY(SELECT unnest(other.keys) INTERSECT SELECT unnest(mine.keys))) DESC, other.id
        LIMIT %s
    ) AS near
    WHERE mine.revision_id = %s
"""
"""Each OFFSET 0 keeps PostgreSQL from another order: the index of keys, then the document of what was found. Without
fresh statistics it looked into the index once for each document there is. The collection is compared by itself: keys
are short, and those of two collections may be the same by chance.
"""


@dataclass(frozen=True, slots=True)
class FoundConflict:
    """Two facts, the older one first, and what they disagree about."""

    first: StoredFact
    second: StoredFact
    about: Disagreement

    @property
    def fingerprint(self) -> str:
        return fingerprint_of_facts(self.first, self.second)


def fingerprint_of_facts(first: StoredFact, second: StoredFact) -> str:
    """Of both texts and what they stand under: the fee of a passport is not that of an identity card."""
    read = sorted(" ".join(f"{fact.context} {fact.reading} {fact.text}".split()) for fact in (first, second))
    return hashlib.sha256("\n".join(read).encode()).hexdigest()


def compare_document(document: Document) -> int:
    """How many contradictions it has now. One transaction; nothing when it leaves search meanwhile."""
    revision = document.current_revision_id
    if revision is None:
        return 0
    try:
        with transaction.atomic():
            store_facts(document, revision)
            found = drop_self_descriptions(find_conflicts(document.collection_id, revision))
            store_conflicts(document.collection_id, found)
            record_comparison(revision)
    except IntegrityError:
        # The revision was replaced or withdrawn between two statements; its successor is compared by itself.
        return 0
    return len(found)


def compare_document_or_skip(document: Document) -> bool:
    """False for a document whose comparison raises: that is noted, so that the others are compared.

    Raises OperationalError, InterfaceError where the database is away or busy, which is no fault of the document; that
    its statements take too long is one.
    """
    try:
        compare_document(document)
    except FAULTS as error:
        is_slow = getattr(error.__cause__, "sqlstate", None) == QueryCanceled.sqlstate
        if isinstance(error, OperationalError) and not is_slow:
            raise
        logger.exception("Document %d cannot be compared with the others.", document.pk)
        with suppress(IntegrityError), transaction.atomic():
            record_comparison(document.current_revision_id or 0, type(error).__name__)
        return False
    return True


def record_comparison(revision: int, error: str = "") -> None:
    """That it was compared, or why it cannot be. Raises IntegrityError for one that is gone."""
    defaults = {"version": COMPARISON_VERSION, "error": error}
    ComparedRevision.objects.update_or_create(revision_id=revision, defaults=defaults)


def find_conflicts(collection: int, revision: int) -> list[FoundConflict]:
    """Finds the contradictions of this revision with documents of its collection. Two queries."""
    pairs = fetch_rows(CANDIDATES, [collection, NEAREST, revision])
    rows = StoredFact.objects.select_related("revision").in_bulk({pk for pair in pairs for pk in pair})
    found = []
    for pair in pairs:
        first, second = (rows[pk] for pk in sorted(pair))
        about = find_disagreement(build_fact(first), build_fact(second))
        if about is not None:
            found.append(FoundConflict(first, second, about))
    return list({(one.first.revision_id, one.second.revision_id, one.fingerprint): one for one in found}.values())


def drop_self_descriptions(found: Sequence[FoundConflict]) -> list[FoundConflict]:
    """Drops sentences that many documents have, each with its own figure: none contradicts; older ones go."""
    partners = conflicting_documents_by_fact(found)
    everywhere = {pk for pk, documents in partners.items() if len(documents) > MOST_DOCUMENTS}
    texts = StoredFact.objects.filter(pk__in_array=everywhere)
    Conflict.objects.filter(first__in=texts).delete()
    Conflict.objects.filter(second__in=texts).delete()
    return [one for one in found if not {one.first.pk, one.second.pk} & everywhere]


def conflicting_documents_by_fact(found: Iterable[FoundConflict]) -> Mapping[int, set[int]]:
    """The documents that contradict a fact, earlier ones included, by the fact's id."""
    partners: dict[int, set[int]] = defaultdict(set)
    facts = {fact.pk: fact for one in found for fact in (one.first, one.second)}
    # An older version that runs beside this one may still mark pairs as merely possible.
    sure = Conflict.objects.filter(is_possible=False)
    known = sure.filter(first__in_array=facts).values_list("first", "second__revision__document")
    also = sure.filter(second__in_array=facts).values_list("second", "first__revision__document")
    for pk, document in (*known, *also):
        partners[pk].add(document)
    for one in found:
        partners[one.first.pk].add(one.second.revision.document_id)
        partners[one.second.pk].add(one.first.revision.document_id)
    return partners


def store_conflicts(collection: int, found: Sequence[FoundConflict]) -> None:
    """The rows, each with what was decided about its two texts before."""
    decisions = {
        decision.fingerprint: decision
        for decision in Decision.objects.filter(
            collection=collection, fingerprint__in_array=[one.fingerprint for one in found]
        )
    }
    Conflict.objects.bulk_create(
        [build_conflict_row(collection, one, decisions.get(one.fingerprint)) for one in found], ignore_conflicts=True
    )


def build_conflict_row(collection: int, found: FoundConflict, decision: Decision | None) -> Conflict:
    about = found.about
    row = Conflict(
        collection_id=collection, first=found.first, second=found.second, kind=about.kind,
        difference=f"{about.first or '∅'} ↔ {about.second or '∅'}"[:LONGEST_DIFFERENCE], fingerprint=found.fingerprint,
    )  # fmt: skip
    if decision is not None:
        row.state, row.note = decision.state, decision.note
        row.decided_by_id, row.decided_at = decision.decided_by_id, decision.decided_at
    return row
