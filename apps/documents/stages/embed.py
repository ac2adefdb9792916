"""embed: every chunk of the revision gets its vector; a text that was embedded before keeps the one it has."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.documents import embeddings
from apps.documents.embeddings import Target
from apps.documents.models import Embedding, Status
from apps.documents.sql import fetch
from apps.documents.stages.stage import Job, Stage
from apps.documents.tools import Tools

CHUNKS = "SELECT revision_id, id, kind, text, text_hash FROM documents_chunk WHERE revision_id = ANY(%s) ORDER BY id"


@dataclass(frozen=True, slots=True)
class Piece:
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


def load(jobs: Sequence[Job], tools: Tools) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {job.revision_id: [] for job in jobs}
    chunks = fetch(CHUNKS, [list(found)])
    known = embeddings.known(tools.embedding_model.pk, (text_hash for *_, text_hash in chunks))
    for revision, chunk, kind, text, text_hash in chunks:
        found[revision].append(Piece(chunk, kind, text, text_hash, known.get(text_hash)))
    return found


def fingerprint(pieces: list[Piece], tools: Tools) -> str:
    return f"{tools.embedding_model.pk}/{[piece.chunk_id for piece in pieces]}"


async def compute(pieces: list[Piece], tools: Tools) -> Embedded:
    wanted = {piece.text_hash: piece.text for piece in pieces if piece.known is None}
    fresh = dict(zip(wanted, embeddings.to_wire(await tools.embed(list(wanted.values()))), strict=True))
    return Embedded(
        tools.embedding_model.pk,
        [(piece.chunk_id, piece.kind, piece.known or fresh[piece.text_hash]) for piece in pieces],
    )


def store(results: Sequence[tuple[Job, Embedded]]) -> None:
    model_id = results[0][1].model_id
    if again := [chunk for job, embedded in results if job.may_have_output for chunk, _, _ in embedded.vectors]:
        Embedding.objects.filter(chunk__in=again, model=model_id).delete()
    embeddings.write(
        model_id,
        (
            (Target(chunk, job.collection_id, job.document_id, kind), vector)
            for job, embedded in results
            for chunk, kind, vector in embedded.vectors
        ),
    )


STAGE = Stage("embed", 1, Status.EMBEDDING, load, fingerprint, compute, store)
