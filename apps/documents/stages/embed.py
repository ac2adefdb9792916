"""embed: every chunk of the revision gets its vector; texts embedded before keep theirs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.database.execute_batch_sql import fetch_rows
from apps.documents.chunking.chunk_rows import text_hash
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import ChunkKind, Embedding, Status
from apps.documents.stages import split, summarise
from apps.documents.step_scheduling.stage_interface import Job, Stage, WorkItem, has_stage_output
from apps.documents.vectors import write_vectors
from apps.documents.vectors.write_vectors import EmbeddedChunk

CHUNKS = "SELECT revision_id, id, kind, text, text_hash FROM documents_chunk WHERE revision_id = ANY(%s) ORDER BY id"


@dataclass(frozen=True, slots=True)
class ChunkToEmbed:
    """A chunk to embed; `known` is its vector in wire format when the model has seen the text before."""

    chunk_id: int
    kind: str
    text: str
    text_hash: str
    known: bytes | None


@dataclass(frozen=True, slots=True)
class Embedded:
    """(chunk id, kind, vector in wire format), all by the model `model_id`."""

    model_id: int
    vectors: Sequence[tuple[int, str, bytes]]


def load(items: Sequence[WorkItem], resources: Resources) -> dict[int, list[ChunkToEmbed]]:
    revisions = [item.revision_id for item in items]
    return attach_known_vectors(
        revisions,
        unsaved_chunks(items) if has_stage_output(items, "split") else fetch_rows(CHUNKS, [revisions]),
        resources,
    )


def unsaved_chunks(items: Sequence[WorkItem]) -> list[tuple[int, int, str, str, str]]:
    """Returns chunks of rows that are not stored yet: their ids are reserved here."""
    split.reserve_chunk_ids([item.outputs["split"] for item in items])
    summarise.reserve_chunk_ids([item.outputs["summarise"] for item in items])
    return [chunk for item in items for chunk in chunks_of_item(item)]


def chunks_of_item(item: WorkItem) -> Iterator[tuple[int, int, str, str, str]]:
    """Yields the chunks of an item in the form of the statement CHUNKS."""
    revision, pieces, summary = item.revision_id, item.outputs["split"], item.outputs["summarise"]
    parts = [(ChunkKind.CONTENT.value, piece) for *_, piece in pieces.content] + list(pieces.fields)
    for chunk, (kind, piece) in zip(pieces.chunk_ids, parts, strict=True):
        yield revision, chunk, kind, piece.text, text_hash(piece.text)
    if summary.piece is not None:
        text = summary.piece.text
        yield revision, summary.chunk_id, ChunkKind.SUMMARY.value, text, text_hash(text)


def attach_known_vectors(
    revisions: Sequence[int], chunks: Sequence[tuple[int, int, str, str, str]], resources: Resources
) -> dict[int, list[ChunkToEmbed]]:
    """The chunks by revision, with the vectors that there are already. One query."""
    found: dict[int, list[ChunkToEmbed]] = {revision: [] for revision in revisions}
    known = write_vectors.known_vectors(resources.embedding_model.pk, (digest for *_, digest in chunks))
    for revision, chunk, kind, text, digest in chunks:
        found[revision].append(ChunkToEmbed(chunk, kind, text, digest, known.get(digest)))
    return found


async def compute(given: Sequence[list[ChunkToEmbed]], resources: Resources) -> list[Embedded]:
    wanted = {piece.text_hash: piece.text for pieces in given for piece in pieces if piece.known is None}
    fresh = dict(zip(wanted, write_vectors.to_wire(await resources.embed(list(wanted.values()))), strict=True))
    return [
        Embedded(
            resources.embedding_model.pk,
            [(piece.chunk_id, piece.kind, piece.known or fresh[piece.text_hash]) for piece in pieces],
        )
        for pieces in given
    ]


def store(results: Sequence[tuple[Job, Embedded]]) -> None:
    model_id = results[0][1].model_id
    if again := [chunk for job, embedded in results if job.may_have_output for chunk, _, _ in embedded.vectors]:
        Embedding.objects.filter(chunk__in_array=again, model=model_id).delete()
    write_vectors.write_vectors(
        model_id,
        (
            (EmbeddedChunk(chunk, job.collection_id, job.document_id, kind), vector)
            for job, embedded in results
            for chunk, kind, vector in embedded.vectors
        ),
    )


STAGE = Stage(
    "embed", Status.EMBEDDING, load, compute, store,
    takes_over=frozenset({"split", "summarise"}), in_one_call=True,
)  # fmt: skip
