"""Fills in missing vectors after documents are published; a model that is to take over does so with the last one.

What is in search is found by words and by the vectors there are meanwhile.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q

from apps.database.advisory_lock import advisory_lock
from apps.documents.models import Embedding
from apps.documents.vectors import write_vectors
from apps.documents.vectors.reembed import Progress, VectorsMissing, always, embed_missing, switch_search_model
from apps.llm.model_registry import embedding_model_in_house, embedding_model_row, is_meaning, stand_in
from apps.llm.models import EmbeddingModel, is_sent_outside_the_house

LOCK = 0x66696C6C  # ASCII "fill"
PAUSE = 0.5
KEPT_IN_HOUSE = Q(document__collection__stays_in_house=True)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the texts in search a model has vectors of."""

    model: str
    done: int
    total: int

    @property
    def is_complete(self) -> bool:
        return self.done == self.total


def rows_to_fill() -> list[EmbeddingModel]:
    """The models whose vectors are not all made with the documents: the one used for search first. A few queries."""
    used = embedding_model_row()
    serving = [used, stand_in(used)] if used.endpoint_id is not None or is_meaning(used) else []
    successor = EmbeddingModel.objects.select_related("endpoint").filter(takes_over=True).first()
    return [row for row in (*serving, successor) if row is not None]


def is_anything_missing() -> bool:
    """A query for each model."""
    return any(write_vectors.chunks_without_vector(row).exists() for row in rows_to_fill()) or is_missing_in_house()


def row_in_house() -> EmbeddingModel | None:
    """The model that makes the missing vectors of what stays in the house; None where that of search reads it too."""
    row = embedding_model_in_house()
    return row if is_sent_outside_the_house(embedding_model_row()) and is_meaning(row) else None


def is_missing_in_house() -> bool:
    """One query, or two."""
    row = row_in_house()
    return row is not None and write_vectors.chunks_without_vector(row).filter(KEPT_IN_HOUSE).exists()


def fill(
    progress: Progress = lambda done, total: None, *, may_go_on: Callable[[], bool] = always, collection: str = ""
) -> bool:
    """All vectors, or those of the collection of that slug.

    Returns whether this process did it; False when another one is at it. Raises ModelError, DatabaseError.
    """
    wanted = of_collection(collection)
    with advisory_lock(LOCK, 0) as is_ours:
        for row in rows_to_fill() if is_ours else []:
            embed_missing(row, progress, may_go_on=may_go_on, only=wanted)
            if row.takes_over:
                take_over(row)
        if is_ours and (own := row_in_house()) is not None:
            embed_missing(own, progress, may_go_on=may_go_on, only=wanted & KEPT_IN_HOUSE)
    return is_ours


def fill_to_the_end(progress: Progress = lambda done, total: None, *, collection: str = "") -> None:
    """Here or, while another process is at it, there: until all, or those of the collection of that slug, are made.

    Those of others may take hours, for which nobody waits here: they are the worker's. Raises ModelError and
    DatabaseError.
    """
    while not fill(progress, collection=collection) and is_missing_in(collection):
        time.sleep(PAUSE)


def is_missing_in(collection: str) -> bool:
    """A query for each model. Without a slug in all collections."""
    wanted = of_collection(collection)
    return any(write_vectors.chunks_without_vector(row).filter(wanted).exists() for row in rows_to_fill())


def of_collection(slug: str) -> Q:
    return Q(document__collection__slug=slug) if slug else Q()


def take_over(row: EmbeddingModel) -> bool:
    """Whether it is used for search now. Never on an empty installation: its first documents are searched at once."""
    if not Embedding.objects.filter(model=row).exists():
        return False
    try:
        switch_search_model(row)
    except VectorsMissing:
        return False
    return True


def coverage(row: EmbeddingModel) -> Coverage:
    """Two queries that read all chunks in search."""
    total = write_vectors.chunks_for(row).count()
    return Coverage(row.name, max(0, total - write_vectors.chunks_without_vector(row).count()), total)
