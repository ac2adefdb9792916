"""Writes vectors to the database: one row per chunk and embedding model, by binary COPY."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from pgvector import HalfVector

from apps.database.bulk_copy import copy_rows
from apps.database.execute_batch_sql import fetch_rows
from apps.documents.models import TEXT_FIRST, Chunk, ChunkQuerySet, Embedding
from apps.documents.vectors import hnsw_index
from apps.documents.vectors.sign_random_projection import HEADER, signs_on_the_wire
from apps.llm.models import EmbeddingModel, is_remote_model

NAMES = ("chunk", "model", "collection", "document", "kind", "vector", "signs", "waits")

KNOWN = """
    SELECT wanted.text_hash, (
        SELECT halfvec_send(embedding.vector)
        FROM documents_chunk chunk JOIN documents_embedding embedding ON embedding.chunk_id = chunk.id
        WHERE chunk.text_hash = wanted.text_hash AND embedding.model_id = %s LIMIT 1)
    FROM unnest(%s::text[]) AS wanted(text_hash)
"""


@dataclass(frozen=True, slots=True)
class EmbeddedChunk:
    """The chunk that a vector belongs to, with what the nearest-neighbour query filters on."""

    chunk_id: int
    collection_id: int
    document_id: int
    kind: str


def write_vectors(model_id: int, rows: Iterable[tuple[EmbeddedChunk, bytes]]) -> None:
    """Vectors in wire format, all of one model. Those of a kind that has a vector index wait to be taken into it.

    Kind by kind: a search compares one of them, and without an index it reads every block that holds one of its rows.
    Signs are written at once, a tenth of a millisecond each: what came without them just before an index of signs is
    built would be in no index and wait for none.
    """
    standing = hnsw_index.built_or_building_kinds(model_id)
    given = sorted(rows, key=lambda row: row[0].kind)
    signs = signs_on_the_wire([vector for _, vector in given])
    copy_rows(
        Embedding,
        NAMES,
        (
            (to.chunk_id, model_id, to.collection_id, to.document_id, to.kind, vector, bits, to.kind in standing)
            for (to, vector), bits in zip(given, signs, strict=True)
        ),
    )


def to_wire(vectors: Sequence[Sequence[float]]) -> list[bytes]:
    """Each as the bytes that binary COPY writes."""
    if not len(vectors):
        return []
    import numpy

    halves = numpy.asarray(vectors, dtype=numpy.float16)
    head = HalfVector(halves[0]).to_binary()[:HEADER]
    return [head + row.tobytes() for row in halves.astype(">f2")]


def known_vectors(model_id: int, text_hashes: Iterable[str]) -> dict[str, bytes]:
    """The vectors, in wire format, of those texts that this model has embedded before. One query."""
    rows = fetch_rows(KNOWN, [model_id, sorted(set(text_hashes))])
    return {text_hash: bytes(vector) for text_hash, vector in rows if vector is not None}


def chunks_for(row: EmbeddingModel) -> ChunkQuerySet:
    """Chunks in search that this model may read: one on a server outside, none that stay in the house."""
    published = Chunk.objects.published()
    return published.exclude(document__collection__stays_in_house=True) if is_remote_model(row) else published


def chunks_without_vector(row: EmbeddingModel) -> ChunkQuerySet:
    """Returns the chunks without a vector of this model, but for those of which only the text is in search yet."""
    embedded = Embedding.objects.filter(chunk=OuterRef("pk"), model=row)
    return chunks_for(row).exclude(document__flags__contains=[TEXT_FIRST]).filter(~Exists(embedded))
