"""Rows of chunks as they are copied into the table, for every stage that makes chunks."""

from hashlib import sha256

from apps.documents.step_scheduling.stage_interface import Job
from apps.text.split_into_chunks import TextPiece

CHUNK_COLUMNS = (
    "id", "document", "revision", "page", "page_number", "kind", "position", "start", "text", "tokens", "text_hash",
)  # fmt: skip


def chunk_row(
    chunk_id: int,
    job: Job,
    kind: str,
    piece: TextPiece,
    position: int,
    page: int | None = None,
    number: int | None = None,
) -> tuple[object, ...]:
    """The values of CHUNK_COLUMNS. `page` is the id of the page's row, `number` counts from 1; a field has neither."""
    return (
        chunk_id, job.document_id, job.revision_id, page, number, kind, position, piece.start, piece.text, piece.tokens,
        text_hash(piece.text),
    )  # fmt: skip


def text_hash(text: str) -> str:
    """Chunks of the same text share their vectors."""
    return sha256(text.encode()).hexdigest()
