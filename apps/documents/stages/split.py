"""split: pages become chunks, each within one page; a record's own fields become chunks of their own kinds."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from operator import itemgetter

from apps.documents.copying import copy_rows
from apps.documents.models import Chunk, ChunkKind, Status
from apps.documents.splitting import Piece
from apps.documents.sql import fetch
from apps.documents.stages.stage import Job, Stage
from apps.documents.tools import CHUNK_TOKENS, Tools

CHUNK_NAMES = (
    "document", "revision", "page", "page_number", "kind", "position", "start", "text", "tokens", "text_hash",
)  # fmt: skip

FIELDS = "SELECT id, fields FROM documents_revision WHERE id = ANY(%s)"
PAGES = "SELECT revision_id, id, number, text FROM documents_page WHERE revision_id = ANY(%s) ORDER BY 1, 3"


@dataclass(frozen=True, slots=True)
class Pages:
    """(id, number, text) of each page, and the texts of the record's own fields by kind."""

    pages: list[tuple[int, int, str]]
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class Pieces:
    """What becomes chunks: (page id, page number, piece), and (kind, piece) for fields."""

    content: Sequence[tuple[int, int, Piece]]
    fields: Sequence[tuple[str, Piece]]


def load(jobs: Sequence[Job], tools: Tools) -> dict[int, Pages]:
    revisions = [job.revision_id for job in jobs]
    found = {revision: Pages([], json.loads(fields)) for revision, fields in fetch(FIELDS, [revisions])}
    for revision, page, number, text in fetch(PAGES, [revisions]):
        found[revision].pages.append((page, number, text))
    return found


def fingerprint(given: Pages, tools: Tools) -> str:
    # Chunks hang on the rows of their pages: pages that were written anew have lost theirs.
    return f"{CHUNK_TOKENS}/{[page for page, _, _ in given.pages]}/{sorted(given.fields.items())}"


async def compute(given: Pages, tools: Tools) -> Pieces:
    split = iter(await tools.splitter.split([text for *_, text in given.pages] + list(given.fields.values())))
    return Pieces(
        [(page, number, piece) for page, number, _ in given.pages for piece in next(split)],
        [(kind, piece) for kind in given.fields for piece in next(split)],
    )


def store(results: Sequence[tuple[Job, Pieces]]) -> None:
    if again := [job.revision_id for job, _ in results if job.may_have_output]:
        Chunk.objects.filter(revision__in=again).exclude(kind=ChunkKind.SUMMARY).delete()
    copy_rows(Chunk, CHUNK_NAMES, (row for job, pieces in results for row in chunk_rows(job, pieces)))


def chunk_rows(job: Job, pieces: Pieces) -> Iterator[tuple[object, ...]]:
    position = 0
    last_page = None
    for page, number, piece in pieces.content:
        position = position + 1 if page == last_page else 0
        last_page = page
        yield chunk_row(job, ChunkKind.CONTENT, piece, position, page, number)
    for kind, same_kind in groupby(pieces.fields, key=itemgetter(0)):
        for position, (_, piece) in enumerate(same_kind):
            yield chunk_row(job, kind, piece, position)


def chunk_row(
    job: Job, kind: str, piece: Piece, position: int, page: int | None = None, number: int | None = None
) -> tuple[object, ...]:
    return (
        job.document_id, job.revision_id, page, number, kind, position, piece.start, piece.text, piece.tokens,
        text_hash(piece.text),
    )  # fmt: skip


def text_hash(text: str) -> str:
    """Chunks of the same text share their vectors."""
    return sha256(text.encode()).hexdigest()


STAGE = Stage("split", 1, Status.SPLITTING, load, fingerprint, compute, store)
