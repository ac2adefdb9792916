"""Fills in missing vectors of published documents; switches search to a new embedding model once it has all.

What is in search is found by words and by the vectors there are meanwhile.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q

from apps.database.advisory_lock import advisory_lock
from apps.documents.models import Embedding
from apps.documents.vectors import write_vectors
from apps.documents.vectors.reembed import Progress, VectorsMissing, always_go_on, embed_missing, switch_search_model
from apps.llm.model_registry import (
    embedding_model_in_house,
    embedding_model_row,
    fallback_embedding_model,
    is_semantic_model,
)
from apps.llm.models import EmbeddingModel, is_remote_model

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
    serving = [used, fallback_embedding_model(used)] if used.endpoint_id is not None or is_semantic_model(used) else []
    successor = EmbeddingModel.objects.select_related("endpoint").filter(takes_over=True).first()
    return [row for row in (*serving, successor) if row is not None]


def is_anything_missing() -> bool:
    """A query for each model."""
    return any(write_vectors.chunks_without_vector(row).exists() for row in rows_to_fill()) or is_missing_in_house()


def in_house_model_to_fill() -> EmbeddingModel | None:
    """The model that makes the missing vectors of what stays in the house; None where that of search reads it too."""
    row = embedding_model_in_house()
    return row if is_remote_model(embedding_model_row()) and is_semantic_model(row) else None


def is_missing_in_house() -> bool:
    """One query, or two."""
    row = in_house_model_to_fill()
    return row is not None and write_vectors.chunks_without_vector(row).filter(KEPT_IN_HOUSE).exists()


def fill_missing_vectors(
    progress: Progress = lambda done, total: None, *, may_go_on: Callable[[], bool] = always_go_on, collection: str = ""
) -> bool:
    """All vectors, or those of the collection of that slug.

    Returns whether this process did it; False when another one is at it. Raises ModelError, DatabaseError."""
    wanted = in_collection_condition(collection)
    with advisory_lock(LOCK, 0) as is_ours:
        for row in rows_to_fill() if is_ours else []:
            embed_missing(row, progress, may_go_on=may_go_on, only=wanted)
            if row.takes_over:
                take_over(row)
        if is_ours and (own := in_house_model_to_fill()) is not None:
            embed_missing(own, progress, may_go_on=may_go_on, only=wanted & KEPT_IN_HOUSE)
    return is_ours


def fill_vectors_to_the_end(progress: Progress = lambda done, total: None, *, collection: str = "") -> None:
    """Here or, while another process is at it, there: until all, or those of the collection of that slug, are made.

    Those of others may take hours, for which nobody waits here: they are the worker's. Raises ModelError and
    DatabaseError.
    """
    while not fill_missing_vectors(progress, collection=collection) and is_missing_in(collection):
        time.sleep(PAUSE)


def is_missing_in(collection: str) -> bool:
    """A query for each model. Without a slug in all collections."""
    wanted = in_collection_condition(collection)
    return any(write_vectors.chunks_without_vector(row).filter(wanted).exists() for row in rows_to_fill())


def in_collection_condition(slug: str) -> Q:
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


def vector_coverage(row: EmbeddingModel) -> Coverage:
    """Two queries that read all chunks in search."""
    total = write_vectors.chunks_for(row).count()
    return Coverage(row.name, max(0, total - write_vectors.chunks_without_vector(row).count()), total)
