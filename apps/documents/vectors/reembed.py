"""Re-embeds with another embedding model while search stays up; then one row switches.

Each reply of the model is stored when it comes, so a stop, a crash or a timeout loses the calls under way and no more.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from apps.database.execute_batch_sql import fetch_rows
from apps.documents.models import Chunk, ChunkQuerySet
from apps.documents.vectors import hnsw_index, write_vectors
from apps.documents.vectors.write_vectors import EmbeddedChunk
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.model_registry import build_embedder
from apps.llm.models import EmbeddingModel
from apps.llm.transport.priority_semaphore import in_background
from apps.llm.types import Embedder

READ_AT_ONCE = 512
"""Chunks read from the database together; their texts are in memory at the same time."""

# What was withdrawn meanwhile is gone, what others have embedded stays; the rest cannot vanish before the commit.
STILL_MISSING = """
    SELECT chunk.id FROM documents_chunk chunk
    WHERE chunk.id = ANY(%s) AND NOT EXISTS (
        SELECT 1 FROM documents_embedding embedding WHERE embedding.chunk_id = chunk.id AND embedding.model_id = %s)
    ORDER BY chunk.id FOR KEY SHARE
"""

ALL = Q()
Progress = Callable[[int, int], None]


class VectorsMissing(Exception):  # noqa: N818 - it is an answer to the person who wanted to switch
    """The model has no vectors yet for some of what is in search; the message says for how many."""


def always_go_on() -> bool:
    return True


@in_background()
def embed_missing(
    row: EmbeddingModel,
    progress: Progress = lambda done, total: None,
    *,
    may_go_on: Callable[[], bool] = always_go_on,
    only: Q = ALL,
) -> int:
    """Embeds all chunks in search that this model has no vector for, or `only` some of them; returns how many that
    were.

    Calls the model, with the patience of the background; reads and writes the database in short transactions; builds
    the index at the end. May be stopped and run again, also beside an import. `progress` is told done and total after
    each reply, `may_go_on` is asked before each call. Raises ModelError after what else came was stored.
    """
    work = MissingVectors(row, progress, may_go_on, only)
    work.total = work.missing().count()
    with hnsw_index.bulk_load(row.pk):
        while may_go_on() and (chunks := work.next_chunks()):
            async_to_sync(work.embed)(chunks)
    return work.done


@dataclass(slots=True)
class MissingVectors:
    """The chunks without a vector, in the order of their ids, and how many have got theirs."""

    row: EmbeddingModel
    progress: Progress
    may_go_on: Callable[[], bool]
    only: Q = ALL
    total: int = 0
    done: int = 0
    reached: int = 0

    def missing(self) -> ChunkQuerySet:
        return write_vectors.chunks_without_vector(self.row).filter(self.only)

    def next_chunks(self) -> list[Chunk]:
        """From the last one on, and once more from the beginning: documents come while this runs."""
        missing = self.missing().select_related("document").order_by("pk")
        found = list(islice(missing.filter(pk__gt=self.reached), READ_AT_ONCE))
        if not found and self.reached:
            found = list(islice(missing, READ_AT_ONCE))
        self.reached = found[-1].pk if found else 0
        return found

    async def embed(self, chunks: Sequence[Chunk]) -> None:
        """Embeds with as many calls at once as the endpoint allows. Raises the first ModelError when all have ended."""
        ledger = Ledger()
        model = build_embedder(self.row, ledger=ledger, deadline=float(settings.BATCH_DEADLINE))
        turns = asyncio.Semaphore(self.row.endpoint.max_concurrency if self.row.endpoint else 1)
        failures: list[ModelError] = []

        async def in_turn(batch: Sequence[Chunk]) -> None:
            async with turns:
                if failures or not await sync_to_async(self.may_go_on)():
                    return
                try:
                    await self._embed_batch(batch, model)
                except ModelError as error:
                    failures.append(error)

        try:
            await asyncio.gather(*(in_turn(batch) for batch in batches(chunks, self.row.batch_size)))
        finally:
            await sync_to_async(ledger.save)(f"embedding-model:{self.row.pk}")
        if failures:
            raise failures[0]

    async def _embed_batch(self, batch: Sequence[Chunk], model: Embedder) -> None:
        """A server that is too slow for a batch may be quick enough for half of it. Raises ModelError."""
        known = await sync_to_async(write_vectors.known_vectors)(self.row.pk, [chunk.text_hash for chunk in batch])
        wanted = {chunk.text_hash: chunk.text for chunk in batch if chunk.text_hash not in known}
        try:
            fresh = write_vectors.to_wire(await model.embed(list(wanted.values()))) if wanted else []
        except ModelError as error:
            if error.code != "timeout" or len(batch) == 1:
                raise
            for half in batches(batch, -(-len(batch) // 2)):
                await self._embed_batch(half, model)
            return
        await sync_to_async(self._keep)(batch, known | dict(zip(wanted, fresh, strict=True)))

    def _keep(self, batch: Sequence[Chunk], vectors: dict[str, bytes]) -> None:
        store_vectors(self.row.pk, batch, vectors)
        self.done += len(batch)
        self.progress(self.done, max(self.done, self.total))


def batches(chunks: Sequence[Chunk], size: int) -> Iterator[Sequence[Chunk]]:
    return (chunks[start : start + size] for start in range(0, len(chunks), size))


def store_vectors(model_id: int, batch: Sequence[Chunk], vectors: dict[str, bytes]) -> None:
    with transaction.atomic():
        missing = {pk for (pk,) in fetch_rows(STILL_MISSING, [[chunk.pk for chunk in batch], model_id])}
        rows = ((embedded_chunk(chunk), vectors[chunk.text_hash]) for chunk in batch if chunk.pk in missing)
        write_vectors.write_vectors(model_id, rows)


def embedded_chunk(chunk: Chunk) -> EmbeddedChunk:
    return EmbeddedChunk(chunk.pk, chunk.document.collection_id, chunk.document_id, chunk.kind)


def switch_search_model(row: EmbeddingModel) -> None:
    """Search uses this model from the next question on. Raises VectorsMissing while it has not embedded everything."""
    with transaction.atomic():
        # Two people who switch at once take turns.
        list(EmbeddingModel.objects.select_for_update().order_by("pk").values_list("pk"))
        missing = write_vectors.chunks_without_vector(row).count()
        if missing:
            raise VectorsMissing(
                _("“%(model)s” has no vectors yet for %(missing)s pieces of text. Run: %(command)s")
                % {"model": row, "missing": missing, "command": f"manage.py reembed {row.name}"}
            )
        EmbeddingModel.objects.filter(is_default=True).exclude(pk=row.pk).update(is_default=False)
        EmbeddingModel.objects.filter(takes_over=True).update(takes_over=False)
        EmbeddingModel.objects.filter(pk=row.pk).update(is_default=True)


def schedule_takeover(row: EmbeddingModel) -> None:
    """Search uses this model when its vectors, which fill in in the background, are complete."""
    with transaction.atomic():
        EmbeddingModel.objects.filter(takes_over=True).exclude(pk=row.pk).update(takes_over=False)
        EmbeddingModel.objects.filter(pk=row.pk).update(takes_over=True)
