"""An import of the day while the vector index of a collection stands, beside bare inserts through such an index.

Part of benchmarks/ingestion.py. The index holds as many vectors as that of an ordinary installation: those of the
records, and mixtures of them. The bare inserts have their vectors at hand, come from two connections and bring nothing
but vectors; the import makes its vectors itself and brings all that belongs to a document. Both end when what they
brought can be found: the import leaves vectors beside the index, where searches compare them one by one. Taking them
into the index is the worker's, every hour if many wait; what that would take is stated apart (`taking_in_seconds`).
"""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

EVERY = 4
"""One record in four comes in again, with another text."""

MORE_CHUNKS = """
    WITH source AS (SELECT * FROM documents_chunk WHERE kind = 'content' ORDER BY id)
    INSERT INTO documents_chunk
        (document_id, revision_id, page_id, page_number, kind, position, start, text, tokens, text_hash)
    SELECT document_id, revision_id, page_id, page_number, kind, position + 1000 * copy, start, text, tokens,
           md5(copy || text_hash)
    FROM source, generate_series(1, %s) AS copy ORDER BY copy, source.id LIMIT %s
    RETURNING id, document_id
"""


def measure_standing(path: Path, folder: Path, *, indexed: int) -> dict[str, float]:
    """A collection with so many vectors of pages in their index; then a quarter of the records comes in anew."""
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.models import Embedding

    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    import_paths([path], "standing")
    grow(indexed)
    seconds_to_build = stand()
    before = Embedding.objects.count()
    report = import_paths([renamed(lines[::EVERY], folder)], "standing")
    written = Embedding.objects.count() - before
    bare, bare_without_index = bare_inserts(written)
    waiting = Embedding.objects.filter(waits=True).count()
    taking_in_seconds = seconds_to_take_in()
    rates = {
        "per_second": written / report.seconds,
        "per_second_without_models": written / (report.seconds - report.model_seconds),
    }
    figures = {
        "indexed": before,
        "seconds_to_build": seconds_to_build,
        "built_per_second": before / seconds_to_build,
        "written": written,
        "bare_per_second": bare,
        "bare_without_index_per_second": bare_without_index,
        **rates,
        "ratio": rates["per_second"] / bare,
        "ratio_without_models": rates["per_second_without_models"] / bare,
        "taking_in_seconds": taking_in_seconds,
        "taken_in_per_second": waiting / taking_in_seconds,
    }
    return {name: round(value, 2) for name, value in figures.items()}


def renamed(records: list[dict[str, Any]], folder: Path) -> Path:
    path = folder / "standing.jsonl"
    changed = (
        record | {"id": f"{record['id']}-new", "title": f"{record['title']} (neu)"}
        | {"text": f"Neue Fassung. {record['text']}"}
        for record in records
    )  # fmt: skip
    path.write_text("\n".join(map(json.dumps, changed)), encoding="utf-8")
    return path


def grow(wanted: int) -> None:
    """More vectors of pages, until there are so many: each is halfway between two that are there."""
    import numpy
    from django.db import connection

    from apps.documents.models import ChunkKind, Collection, Embedding
    from apps.documents.vectors.write_vectors import EmbeddedChunk, to_wire, write_vectors

    there = list(Embedding.objects.filter(kind=ChunkKind.CONTENT).order_by("id").values_list("model", "vector"))
    model, collection = there[0][0], Collection.objects.get(slug="standing").pk
    matrix = numpy.asarray([vector for _, vector in there], dtype="f4")
    missing = wanted - len(there)
    with connection.cursor() as cursor:
        cursor.execute(MORE_CHUNKS, [-(-missing // len(there)), missing])
        chunks = cursor.fetchall()
    for copy, start in enumerate(range(0, len(chunks), len(there)), 1):
        part = chunks[start : start + len(there)]
        mixed = (matrix + numpy.roll(matrix, copy * 37, axis=0))[: len(part)]
        mixed /= numpy.linalg.norm(mixed, axis=1, keepdims=True)
        targets = (EmbeddedChunk(chunk, collection, document, ChunkKind.CONTENT.value) for chunk, document in part)
        write_vectors(model, zip(targets, to_wire(mixed), strict=True))


def stand() -> float:
    """An index for each kind, also where there are too few rows for one to pay; the seconds it took."""
    from apps.documents.models import Embedding
    from apps.documents.vectors.hnsw_index import indexed_kinds, rebuild_index

    started = time.monotonic()
    kinds = Embedding.objects.values_list("model", "kind").distinct().order_by("model", "kind")
    for model, kind in list(kinds):
        if kind not in indexed_kinds(model):
            rebuild_index(model, kind)
    return time.monotonic() - started


def bare_inserts(count: int) -> tuple[float, float]:
    """Vectors a second from two connections, with an index over as many as ours of pages has, and without one."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS standing, unindexed, fresh")
        cursor.execute(
            "CREATE TABLE standing AS SELECT vector FROM documents_embedding WHERE kind = 'content' AND NOT waits"
        )
        cursor.execute("ALTER TABLE standing ALTER COLUMN vector SET STORAGE PLAIN")
        cursor.execute("CREATE TABLE unindexed (LIKE standing INCLUDING STORAGE)")
        cursor.execute("SET maintenance_work_mem = '256MB'")
        cursor.execute("CREATE INDEX ON standing USING hnsw ((vector::halfvec(1024)) halfvec_ip_ops)")
        cursor.execute("RESET maintenance_work_mem")
        cursor.execute(
            "CREATE TABLE fresh AS SELECT row_number() OVER () AS number, vector FROM"
            " (SELECT vector FROM documents_embedding ORDER BY id DESC LIMIT %s) AS newest",
            [count],
        )
    return count / seconds_to_insert("standing"), count / seconds_to_insert("unindexed")


def seconds_to_insert(table: str) -> float:
    started = time.monotonic()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(partial(insert_half, table), (0, 1)))
    return time.monotonic() - started


def insert_half(table: str, half: int) -> None:
    from django.db import connection

    try:
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {table} SELECT vector FROM fresh WHERE number %% 2 = %s", [half])
    finally:
        connection.close()


def seconds_to_take_in() -> float:
    """What the worker would take to bring all that waits into the index, if it were enough to do so."""
    from unittest.mock import patch

    from apps.documents.vectors import index_maintenance

    started = time.monotonic()
    with patch.object(index_maintenance, "MOST_WAITING", 0):
        index_maintenance.take_in()
    return time.monotonic() - started
