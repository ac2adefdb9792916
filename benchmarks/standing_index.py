"""An import of the day while the vector indexes stand, beside bare inserts into a table with such an index.

Part of benchmarks/ingestion.py. The bare inserts have their vectors at hand, come from two connections and bring
nothing but vectors; the import brings all that belongs to a document.
"""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

EVERY = 4
"""One record in four comes in again, with another text."""


def measure_standing(path: Path, folder: Path, *, collections: int) -> dict[str, float]:
    """So many collections of the records make the indexes; then a quarter of one comes in. No text is there twice."""
    from apps.documents.importing import import_paths
    from apps.documents.models import Embedding

    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    for number in range(collections):
        import_paths([renamed(lines, number, folder)], "standing")
    stand()
    before = Embedding.objects.count()
    report = import_paths([renamed(lines[::EVERY], collections, folder)], "standing")
    written = Embedding.objects.count() - before
    bare = bare_inserts(written)
    rates = {
        "per_second": written / report.seconds,
        "per_second_without_models": written / (report.seconds - report.model_seconds),
    }
    figures = {
        "indexed": before,
        "written": written,
        "bare_per_second": bare,
        **rates,
        "ratio": rates["per_second"] / bare,
        "ratio_without_models": rates["per_second_without_models"] / bare,
    }
    return {name: round(value, 2) for name, value in figures.items()}


def renamed(records: list[dict[str, Any]], number: int, folder: Path) -> Path:
    path = folder / f"standing-{number}.jsonl"
    changed = (
        record | {"id": f"{record['id']}-{number}", "title": f"{record['title']} {number}"}
        | {"text": f"Fassung {number}. {record['text']}"}
        for record in records
    )  # fmt: skip
    path.write_text("\n".join(map(json.dumps, changed)), encoding="utf-8")
    return path


def stand() -> None:
    """An index for each kind, also where there are too few rows for one to pay."""
    from apps.documents.models import Embedding
    from apps.documents.vector_index import indexed_kinds, rebuild_index

    kinds = Embedding.objects.values_list("model", "kind").distinct().order_by("model", "kind")
    for model, kind in list(kinds):
        if kind not in indexed_kinds(model):
            rebuild_index(model, kind)


def bare_inserts(count: int) -> float:
    """Vectors a second from two connections into a table with an index over as many as one kind of ours has."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS standing, fresh")
        cursor.execute("CREATE TABLE standing AS SELECT vector FROM documents_embedding WHERE kind = 'content'")
        cursor.execute("ALTER TABLE standing ALTER COLUMN vector SET STORAGE PLAIN")
        cursor.execute("CREATE INDEX ON standing USING hnsw ((vector::halfvec(1024)) halfvec_ip_ops)")
        cursor.execute(
            "CREATE TABLE fresh AS SELECT row_number() OVER () AS number, vector FROM"
            " (SELECT vector FROM documents_embedding ORDER BY id DESC LIMIT %s) AS newest",
            [count],
        )
    started = time.monotonic()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(insert_half, (0, 1)))
    return count / (time.monotonic() - started)


def insert_half(half: int) -> None:
    from django.db import connection

    try:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO standing SELECT vector FROM fresh WHERE number %% 2 = %s", [half])
    finally:
        connection.close()
