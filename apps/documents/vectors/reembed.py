"""Another embedding model: its vectors fill in beside the old ones while search stays up, then one row switches."""

from collections.abc import Callable, Sequence
from itertools import islice

from asgiref.sync import async_to_sync
from django.db import transaction
from django.utils.translation import gettext as _

from apps.database.execute_sql import fetch
from apps.documents.models import Chunk
from apps.documents.vectors import embeddings, hnsw_index
from apps.documents.vectors.embeddings import EmbeddedChunk
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import embedder
from apps.llm.models import EmbeddingModel
from apps.llm.types import Embedder

BATCH = 512
"""Chunks embedded and stored together; a stop loses at most one batch."""

# What was withdrawn meanwhile is gone, what others have embedded stays; the rest cannot vanish before the commit.
STILL_MISSING = """
    SELECT chunk.id FROM documents_chunk chunk
    WHERE chunk.id = ANY(%s) AND NOT EXISTS (
        SELECT 1 FROM documents_embedding embedding WHERE embedding.chunk_id = chunk.id AND embedding.model_id = %s)
    ORDER BY chunk.id FOR KEY SHARE
"""

Progress = Callable[[int, int], None]


class VectorsMissing(Exception):  # noqa: N818 - it is an answer to the person who wanted to switch
    """The model has no vectors yet for some of what is in search; the message says for how many."""


def embed_missing(row: EmbeddingModel, progress: Progress = lambda done, total: None) -> int:
    """Embeds all chunks in search that this model has no vector for; returns how many that were.

    Calls the model, reads and writes the database in short transactions, builds the index at the end. May be stopped
    and run again, also beside an import. `progress` is told done and total. Raises ModelError.
    """
    total = embeddings.chunks_without_vector(row.pk).count()
    ledger = Ledger()
    model = embedder(row, ledger=ledger)
    done = 0
    with hnsw_index.bulk_load(row.pk):
        while batch := list(
            islice(embeddings.chunks_without_vector(row.pk).select_related("document").order_by("pk"), BATCH)
        ):
            store(row.pk, batch, vectors_of(row.pk, batch, model))
            ledger.save(f"embedding-model:{row.pk}")
            done += len(batch)
            progress(done, max(done, total))
    return done


def vectors_of(model_id: int, batch: Sequence[Chunk], model: Embedder) -> dict[str, bytes]:
    """A vector in wire format for each text of the batch, by the hash of the text."""
    known = embeddings.known_vectors(model_id, (chunk.text_hash for chunk in batch))
    wanted = {chunk.text_hash: chunk.text for chunk in batch if chunk.text_hash not in known}
    if not wanted:
        return known
    fresh = embeddings.to_wire(async_to_sync(model.embed)(list(wanted.values())))
    return known | dict(zip(wanted, fresh, strict=True))


def store(model_id: int, batch: Sequence[Chunk], vectors: dict[str, bytes]) -> None:
    with transaction.atomic():
        missing = {pk for (pk,) in fetch(STILL_MISSING, [[chunk.pk for chunk in batch], model_id])}
        rows = ((target(chunk), vectors[chunk.text_hash]) for chunk in batch if chunk.pk in missing)
        embeddings.write_vectors(model_id, rows)


def target(chunk: Chunk) -> EmbeddedChunk:
    return EmbeddedChunk(chunk.pk, chunk.document.collection_id, chunk.document_id, chunk.kind)


def switch_search_model(row: EmbeddingModel) -> None:
    """Search uses this model from the next question on. Raises VectorsMissing while it has not embedded everything."""
    with transaction.atomic():
        # Two people who switch at once take turns.
        list(EmbeddingModel.objects.select_for_update().order_by("pk").values_list("pk"))
        missing = embeddings.chunks_without_vector(row.pk).count()
        if missing:
            raise VectorsMissing(
                _("“%(model)s” has no vectors yet for %(missing)s pieces of text. Run: %(command)s")
                % {"model": row, "missing": missing, "command": f"manage.py reembed {row.name}"}
            )
        EmbeddingModel.objects.filter(is_default=True).exclude(pk=row.pk).update(is_default=False)
        EmbeddingModel.objects.filter(pk=row.pk).update(is_default=True)
