"""Hundreds of thousands of documents of one page each, written straight into the tables by binary COPY.

What the import would make of them, by the same functions: pieces of pages, postings of words, vectors by spelling. Left
out are the steps, summaries, tags and fields of an import, which benchmarks/ingestion.py measures. The index of the
postings is built once over all of them, by as many processes as there are processors.
"""

import json
import os
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from typing import Any

BATCH = 2_000
AHEAD = 6
"""Batches in the hands of other processes: a million pages at once would not fit into memory."""
PIECES = 1_000
"""No page has more of them; ids of chunks are made of that of the page and the place on it."""
DROP_KEY = "ALTER TABLE documents_posting DROP CONSTRAINT IF EXISTS documents_posting_pkey"
ADD_KEY = "ALTER TABLE documents_posting ADD PRIMARY KEY (term, chunk_id) INCLUDE (weight)"
TABLES = ("blob", "document", "revision", "page", "chunk", "embedding", "posting")
NUMBERED = ("document", "revision", "page", "chunk", "embedding")
FOR_THE_BUILD = {"maintenance_work_mem": "1GB", "max_parallel_maintenance_workers": "2", "statement_timeout": "0"}


@dataclass(frozen=True, slots=True)
class Made:
    """What another process made of some pages."""

    first: int
    pages: list[dict[str, Any]]
    pieces: list[list[tuple[str, int, int]]]
    """(text, start, tokens) of each page."""
    vectors: list[bytes]
    """One for each piece, in wire format."""
    postings: bytes


def load(pages: Iterable[dict[str, Any]], model: int) -> dict[str, Any]:
    """All pages into the collection `laws`, which nobody else writes. Their numbers, and seconds of rows and index.

    Pages that an earlier run has written stay; the seconds of the rows are then those of the others.
    """
    from django.db import connection, transaction

    from apps.documents.models import Chunk, Collection, Page

    collection = Collection.objects.get_or_create(slug="laws", defaults={"name": "laws"})[0].pk
    written, chunks = Page.objects.count(), Chunk.objects.count()
    started = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute(DROP_KEY)
        # Foreign keys hold by construction; checking each row again would be half of the time.
        cursor.execute("SET session_replication_role = replica")
    for made in made_by_others(islice(pages, written, None), written + 1):
        with transaction.atomic():
            write(made, collection, model)
        written, chunks = written + len(made.pages), chunks + len(made.vectors)
        print(f"{written} pages, {time.perf_counter() - started:.0f} s", flush=True, file=sys.stderr)
    rows = time.perf_counter()
    finish()
    return {
        "pages": written,
        "chunks": chunks,
        "rows_seconds": round(rows - started, 1),
        "postings_index_seconds": round(time.perf_counter() - rows, 1),
    }


def made_by_others(pages: Iterable[dict[str, Any]], first_page: int) -> Iterator[Made]:
    """In the order of the pages."""
    waiting: deque[Future[Made]] = deque()
    # Without `spawn` the children would share the connection to the database.
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as processes:
        for first, batch in batches(pages, first_page):
            waiting.append(processes.submit(make, first, batch))
            if len(waiting) >= AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def batches(pages: Iterable[dict[str, Any]], first: int) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Each with the id of its first page, of which `first` is that of the first."""
    found = iter(pages)
    while batch := list(islice(found, BATCH)):
        yield first, batch
        first += len(batch)


def make(first: int, pages: list[dict[str, Any]]) -> Made:
    """In another process, without Django."""
    import numpy
    from pgvector import HalfVector

    from apps.documents.keywords.build_posting_rows import posting_rows_of_texts
    from apps.text.ngram_vectors import ngram_vectors
    from apps.text.split_into_chunks import split_pages

    pages = [page | {"text": page["text"].replace("\0", "")} for page in pages]
    pieces = [
        [(piece.text, piece.start, piece.tokens) for piece in split]
        for split in split_pages([page["text"] for page in pages])
    ]
    searched = {
        chunk_id(first + place, position): f"{page['title'] if position == 0 else ''}\n{text}"
        for place, (page, own) in enumerate(zip(pages, pieces, strict=True))
        for position, (text, _, _) in enumerate(own)
    }
    rows = ngram_vectors([text for own in pieces for text, _, _ in own]).astype(numpy.float16)
    return Made(
        first, pages, pieces, [HalfVector(row).to_binary() for row in rows], posting_rows_of_texts(searched).tobytes()
    )


def chunk_id(page: int, position: int) -> int:
    return page * PIECES + position


def write(made: Made, collection: int, model: int) -> None:
    """Rows of all tables. Inside the caller's transaction."""
    from django.utils import timezone
    from psycopg.types.json import Jsonb

    from apps.database.bulk_copy import copy_rows
    from apps.documents.keywords.build_posting_rows import posting_rows_from_bytes
    from apps.documents.keywords.write_keyword_index import copy_posting_rows as copy_postings
    from apps.documents.models import Blob, Document, Page, Revision

    now, none = timezone.now(), Jsonb({})
    numbered = list(enumerate(made.pages, made.first))
    files = {number: json.dumps(page, ensure_ascii=False).encode() for number, page in numbered}
    sums = {number: sha256(file).hexdigest() for number, file in files.items()}
    copy_rows(
        Blob,
        ("sha256", "data", "size", "created_at"),
        ((sums[number], file, len(file), now) for number, file in files.items()),
    )
    copy_rows(
        Document,
        (
            "id", "collection", "external_id", "title", "url", "metadata", "document_type", "number", "authors",
            "parties", "committee", "status", "reason_code", "reason_detail", "flags", "current_revision",
            "created_at", "updated_at",
        ),
        (
            (number, collection, page["id"], page["title"], "", none, page["metadata"]["type"], "", [], [], "",
             "ready", "", none, [], number, now, now)
            for number, page in numbered
        ),
    )  # fmt: skip
    copy_rows(
        Revision,
        (
            "id", "document", "number", "blob", "file_name", "media_type", "title", "attributes", "fields", "flags",
            "reason_code", "reason_detail", "reader_version", "summary", "tags", "created_at",
        ),
        (
            (number, number, 1, sums[number], f"{page['id']}.json", "application/json", page["title"], none, none, [],
             "", none, "", "", [], now)
            for number, page in numbered
        ),
    )  # fmt: skip
    copy_rows(
        Page,
        ("id", "revision", "number", "text", "method", "rotation", "flags"),
        ((number, number, 1, page["text"], "text", 0, []) for number, page in numbered),
    )
    write_chunks(made, collection, model)
    copy_postings(posting_rows_from_bytes(made.postings))


def write_chunks(made: Made, collection: int, model: int) -> None:
    from apps.database.bulk_copy import copy_rows
    from apps.documents.chunking.chunk_rows import CHUNK_COLUMNS, text_hash
    from apps.documents.models import Chunk, ChunkKind
    from apps.documents.vectors.write_vectors import EmbeddedChunk, write_vectors

    kind = ChunkKind.CONTENT.value
    chunks = [
        (chunk_id(page, position), page, page, page, 1, kind, position, start, text, tokens, text_hash(text))
        for page, own in enumerate(made.pieces, made.first)
        for position, (text, start, tokens) in enumerate(own)
    ]
    copy_rows(Chunk, CHUNK_COLUMNS, chunks)
    targets = [EmbeddedChunk(row[0], collection, row[1], kind) for row in chunks]
    write_vectors(model, zip(targets, made.vectors, strict=True))


def finish() -> None:
    """The index of the postings, the sequences, and what the database does by itself within minutes of an import."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("RESET session_replication_role")
        for name, value in FOR_THE_BUILD.items():
            cursor.execute("SELECT set_config(%s, %s, false)", [name, value])
        for table in NUMBERED:
            name = f"documents_{table}"
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))")
        cursor.execute(ADD_KEY)
        cursor.execute(f"VACUUM (ANALYZE) {', '.join(f'documents_{table}' for table in TABLES)}")
        for name in FOR_THE_BUILD:
            cursor.execute(f"RESET {name}")


def sizes(names: Sequence[str]) -> dict[str, int]:
    """Megabytes of tables with what is stored out of line, or of indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_table_size(oid) / 1048576 FROM pg_class WHERE relname = ANY(%s)", [list(names)]
        )
        return {name: int(size) for name, size in cursor.fetchall()}
