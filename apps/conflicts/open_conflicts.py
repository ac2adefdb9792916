"""Open contradictions of documents, as answers show them: both sentences with title, page and date."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from apps.conflicts.models import Conflict, ConflictState, StoredFact
from apps.documents.models import SEARCHABLE

MOST = 200


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
    """Those that one of these documents has with another in search, 200 at most. One query.

    Both documents are of one collection and have no readers of their own, so who may read one may read the other.
    """
    if not document_ids:
        return []
    here = Q(first__revision__document__in=document_ids) | Q(second__revision__document__in=document_ids)
    searchable = {f"{side}__revision__document__status__in": SEARCHABLE for side in ("first", "second")}
    rows = Conflict.objects.between_open().filter(here, state=ConflictState.OPEN, **searchable).order_by("pk")
    return [
        as_shown(row) for row in rows.select_related("first__revision__document", "second__revision__document")[:MOST]
    ]


def as_shown(conflict: Conflict) -> OpenConflict:
    older, newer = sorted((sentence_of(conflict.first), sentence_of(conflict.second)), key=lambda one: one.date)
    return OpenConflict(newer, older)


def sentence_of(fact: StoredFact) -> ConflictingSentence:
    document = fact.document
    return ConflictingSentence(document.pk, str(document), fact.page, fact.dated, fact.text, fact.url)
