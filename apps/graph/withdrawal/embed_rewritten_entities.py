"""Makes the vectors of entities whose description a withdrawal has rewritten: without one nobody finds them."""

import logging
from collections.abc import Sequence

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import transaction

from apps.database.execute_batch_sql import fetch_rows
from apps.graph.model_calls.models_of_a_build import embedding_model_of_names
from apps.graph.models import Build, Entity, EntityVector, GraphIndex
from apps.graph.storage.entity_vectors import embedded_text
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.model_registry import build_embedder
from apps.llm.models import EmbeddingModel
from apps.llm.transport.priority_semaphore import in_background

logger = logging.getLogger(__name__)
MISSING = """
    SELECT DISTINCT ON (text_hash) text_hash, name, description FROM graph_entity entity
    WHERE build_id = %(build)s AND NOT EXISTS (
        SELECT FROM graph_entityvector vector
        WHERE vector.index_id = %(index)s AND vector.model_id = %(model)s AND vector.text_hash = entity.text_hash)
    ORDER BY text_hash
"""


@in_background()
def embed_rewritten_entities(index: GraphIndex) -> None:
    """Embed what the graph in use lacks. Calls the embedding model; one that fails is left to the next build."""
    row = embedding_model_of_names(index)
    missing = fetch_rows(MISSING, {"build": index.current_id, "index": index.pk, "model": row.pk})
    ledger = Ledger()
    embedder = build_embedder(row, ledger=ledger, deadline=settings.BATCH_DEADLINE)
    try:
        for start in range(0, len(missing), row.batch_size):
            batch = missing[start : start + row.batch_size]
            vectors = async_to_sync(embedder.embed)([embedded_text(name, said) for _, name, said in batch])
            store_vectors(index, row, {digest: vector for (digest, _, _), vector in zip(batch, vectors, strict=True)})
    except ModelError as error:
        logger.warning("Entities of graph %s are not found until its next build: %s", index.pk, error.code)
    finally:
        ledger.save(f"graph:{index.current_id}")


def store_vectors(index: GraphIndex, row: EmbeddingModel, vectors: dict[str, Sequence[float]]) -> None:
    """Only those whose text is still in the graph: a withdrawal that runs meanwhile holds the row of the build.

    Stores none where the graph was deleted meanwhile.
    """
    with transaction.atomic():
        if not Build.objects.select_for_update().filter(pk=index.current_id or 0):
            return
        known = Entity.objects.filter(build=index.current_id, text_hash__in=list(vectors))
        EntityVector.objects.bulk_create(
            [
                EntityVector(index=index, model=row, text_hash=digest, vector=list(vectors[digest]))
                for digest in set(known.values_list("text_hash", flat=True))
            ],
            ignore_conflicts=True,
        )
