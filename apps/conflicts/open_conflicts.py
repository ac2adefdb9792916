"""Open contradictions of documents, as answers show them: both sentences with title, page and date."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from apps.conflicts.models import Conflict, ConflictState, StoredFact
from apps.database.enable_prepared_statements import use_prepared_statements
from apps.database.execute_batch_sql import fetch_rows
from apps.documents.models import SEARCHABLE

MOST = 200
# Most answers have none, and Django takes five milliseconds to build the query over both sides.
OF_DOCUMENTS = """
WITH fact AS NOT MATERIALIZED (
  SELECT fact.id FROM conflicts_storedfact AS fact JOIN documents_revision AS revision ON revision.id = fact.revision_id
  WHERE revision.document_id = ANY(%(documents)s))
SELECT conflict.id FROM conflicts_conflict AS conflict JOIN fact ON fact.id = conflict.first_id
WHERE conflict.state = %(state)s AND NOT conflict.is_possible
UNION
SELECT conflict.id FROM conflicts_conflict AS conflict JOIN fact ON fact.id = conflict.second_id
WHERE conflict.state = %(state)s AND NOT conflict.is_possible"""


@dataclass(frozen=True, slots=True)
class ConflictingSentence:
    """`url` opens the page with the sentence marked."""

    document_id: int
    title: str
    page: int
    date: datetime.date
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """The sentence of the newer document comes first."""

    newer: ConflictingSentence
    older: ConflictingSentence


def open_conflicts(document_ids: Collection[int]) -> list[OpenConflict]:
    """Returns conflicts of these documents with others in search, 200 at most. One query, or two if there are any.

    Both documents are in one collection and have no readers of their own, so whoever may read one may read the other.
    """
    if not document_ids:
        return []
    with use_prepared_statements():
        found = [
            pk
            for (pk,) in fetch_rows(OF_DOCUMENTS, {"state": str(ConflictState.OPEN), "documents": list(document_ids)})
        ]
    if not found:
        return []
    searchable = {f"{side}__revision__document__status__in": SEARCHABLE for side in ("first", "second")}
    are_open = Conflict.objects.between_open().filter(pk__in_array=found, state=ConflictState.OPEN, **searchable)
    rows = are_open.order_by("pk")
    return [
        build_open_conflict(row)
        for row in rows.select_related("first__revision__document", "second__revision__document")[:MOST]
    ]


def build_open_conflict(conflict: Conflict) -> OpenConflict:
    older, newer = sorted(
        (build_conflicting_sentence(conflict.first), build_conflicting_sentence(conflict.second)),
        key=lambda one: one.date,
    )
    return OpenConflict(newer, older)


def build_conflicting_sentence(fact: StoredFact) -> ConflictingSentence:
    document = fact.document
    return ConflictingSentence(document.pk, str(document), fact.page, fact.dated, fact.text, fact.url)
