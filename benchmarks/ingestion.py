"""How fast documents come in, beside the least that any program would have to do.

    python benchmarks/ingestion.py [--data DIR] [--rounds 3] [--standing] [--json]

`qa`: 2,271 small records. The bare loop reads, splits, embeds in batches and copies the vectors into a plain table; the
product does all it does. Both use the same splitter and the same offline embedder, take turns, and start empty. Times
without models leave out what the models took on either side. `pdf`: 72 PDFs, all of which have to be ready.
`standing` (only with --standing): an import of the day while the vector indexes stand, in vectors a second with all
that belongs to it, beside two connections that insert vectors into a table with an index of the same size.
Works in a database of its own, which it makes and drops.
"""

import argparse
import asyncio
import gzip
import json
import os
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["LOG_LEVEL"] = "ERROR"

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_ingestion"
DATA = ROOT.parent / "shared" / "data"
BATCH = 64
COPY = "COPY bare FROM STDIN (FORMAT BINARY)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--standing", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with own_database(DATABASE), tempfile.TemporaryDirectory() as folder:
        lines = gzip.decompress((options.data / "de-parliament-qa" / "documents.jsonl.gz").read_bytes())
        records = Path(folder) / "documents.jsonl"
        records.write_bytes(lines)
        result = {
            "qa": measure_records(records, options.rounds),
            "pdf": measure_pdf(options.data / "de-parliament-pdf"),
        }
        if options.standing:
            result["standing"] = measure_standing(records, Path(folder))
    print(json.dumps(result, ensure_ascii=False) if options.json else json.dumps(result, ensure_ascii=False, indent=2))


def measure_records(path: Path, rounds: int) -> dict[str, Any]:
    bare_loop(path)
    product(path)
    runs = [(bare_loop(path), product(path)) for _ in range(rounds)]
    bare = {name: statistics.median(run[0][name] for run in runs) for name in runs[0][0]}
    ours = {name: statistics.median(run[1][name] for run in runs) for name in runs[0][1]}
    return {
        "rounds": rounds,
        "bare_loop": rounded(bare),
        "product": rounded(ours),
        "ratio_without_models": round(ours["per_second_without_models"] / bare["per_second_without_models"], 2),
    }


def bare_loop(path: Path) -> dict[str, float]:
    """Read, split, embed in batches, COPY: no documents, no pages, no steps, no search."""
    import numpy
    from django.db import connection, transaction

    from apps.documents.splitting import split_page
    from apps.llm.offline import OfflineEmbedder

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS bare")
        cursor.execute("CREATE TABLE bare (id text, chunk text, vector halfvec)")
        cursor.execute("ALTER TABLE bare ALTER COLUMN vector SET STORAGE PLAIN")
    started = time.monotonic()
    with path.open("rb") as lines:
        records = [json.loads(line) for line in lines]
    chunks = [(record["id"], piece.text) for record in records for piece in split_page(record["text"])]
    embedder, models, head = OfflineEmbedder(), 0.0, (1024).to_bytes(2, "big") + b"\0\0"
    with transaction.atomic(), connection.cursor() as cursor, cursor.cursor.copy(COPY) as copy:
        copy.set_types(["text", "text", "bytea"])
        for start in range(0, len(chunks), BATCH):
            batch = chunks[start : start + BATCH]
            before = time.monotonic()
            vectors = asyncio.run(embedder.embed([text for _, text in batch]))
            models += time.monotonic() - before
            for (identity, text), vector in zip(batch, numpy.asarray(vectors, dtype=">f2"), strict=True):
                copy.write_row((identity, text, head + vector.tobytes()))
    return figures(time.monotonic() - started, models, len(records), len(chunks), len(chunks))


def product(path: Path) -> dict[str, float]:
    """import_documents as people run it: registered, six stages, summary, tags, vectors, published, analysed."""
    from apps.documents.importing import import_paths
    from apps.documents.models import Embedding

    empty_tables()
    report = import_paths([path], "benchmark")
    assert report.as_json()["ready"] == report.found, report.problems[:3]
    return figures(
        report.seconds, report.model_seconds, report.found, sum(line.chunks for line in report.documents),
        Embedding.objects.count(),
    )  # fmt: skip


def figures(seconds: float, models: float, documents: int, chunks: int, vectors: int) -> dict[str, float]:
    return {
        "documents": documents,
        "chunks": chunks,
        "vectors": vectors,
        "seconds": seconds,
        "model_seconds": models,
        "per_second": documents / seconds,
        "per_second_without_models": documents / (seconds - models),
    }


def measure_pdf(folder: Path) -> dict[str, Any]:
    from apps.documents.importing import import_paths

    empty_tables()
    # Only the PDFs: the folder also holds the questions and the exact text.
    report = import_paths([folder / "single", folder / "bundle"], "benchmark")
    facts = report.as_json()
    return {name: facts[name] for name in ("found", "ready", "pages", "chunks", "seconds", "model_seconds")}


def measure_standing(path: Path, folder: Path) -> dict[str, float]:
    """Three collections of the records make the indexes; then a quarter of one comes in. No text is there twice."""
    from apps.documents.importing import import_paths
    from apps.documents.models import Embedding
    from apps.documents.vector_index import indexed_kinds

    empty_tables()
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    for number in range(3):
        import_paths([renamed(lines, number, folder)], "standing")
    model, before = Embedding.objects.values_list("model", flat=True)[0], Embedding.objects.count()
    assert "content" in indexed_kinds(model)
    report = import_paths([renamed(lines[::4], 3, folder)], "standing")
    written = Embedding.objects.count() - before
    # The bare inserts have their vectors at hand.
    without_models = written / (report.seconds - report.model_seconds)
    bare = bare_inserts(written)
    return rounded(
        {
            "vectors": written,
            "per_second": written / report.seconds,
            "per_second_without_models": without_models,
            "bare_per_second": bare,
            "ratio_without_models": without_models / bare,
        }
    )


def renamed(records: list[dict[str, Any]], number: int, folder: Path) -> Path:
    path = folder / f"standing-{number}.jsonl"
    changed = (
        record | {"id": f"{record['id']}-{number}", "title": f"{record['title']} {number}"}
        | {"text": f"Fassung {number}. {record['text']}"}
        for record in records
    )  # fmt: skip
    path.write_text("\n".join(map(json.dumps, changed)), encoding="utf-8")
    return path


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


def empty_tables() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE documents_collection, documents_blob, llm_modelcall CASCADE")


def rounded(values: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 2) for name, value in values.items()}


if __name__ == "__main__":
    main()
