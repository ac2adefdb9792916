"""How fast documents come in, beside the least that any program would have to do.

    python benchmarks/ingestion.py [--data DIR] [--rounds 3] [--full] [--json]

`qa`: 2,271 small records. The bare loop reads, splits, embeds in batches and copies the vectors into a plain table; the
product does all it does. Both use the same splitter and the same offline embedder, take turns, and start empty.
`without_models` leaves out the time in which at least one model call was under way: what the product stores meanwhile
is not counted, as with a model server elsewhere. `replies_at_hand` counts everything: there the models of both answer
from memory what they have answered before, so that nothing hides behind them. `pdf`: 72 PDFs, all of which have to be
ready. `standing`: an import of the day while a vector index stands over 20,000 pages, with --full over 50,000
(standing_index.py).
Works in a database of its own, which it makes and drops.
"""

import argparse
import asyncio
import gzip
import json
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("MODEL_HOSTS", "127.0.0.0/8")
os.environ["LOG_LEVEL"] = "ERROR"

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.standing_index import measure_standing  # noqa: E402

DATABASE = "auskunft_benchmark_ingestion"
DATA = ROOT.parent / "shared" / "data"
BATCH = 64
COPY = "COPY bare FROM STDIN (FORMAT BINARY)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--full", action="store_true")
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
        empty_tables()
        result["standing"] = measure_standing(records, Path(folder), indexed=50_000 if options.full else 20_000)
    print(json.dumps(result, ensure_ascii=False) if options.json else json.dumps(result, ensure_ascii=False, indent=2))


def measure_records(path: Path, rounds: int) -> dict[str, Any]:
    bare, ours = in_turns(path, rounds)
    with replies_at_hand():
        bare_at_hand, ours_at_hand = in_turns(path, rounds)
    return {
        "rounds": rounds,
        "bare_loop": rounded(bare),
        "product": rounded(ours),
        "ratio_without_models": round(ours["per_second_without_models"] / bare["per_second_without_models"], 2),
        "replies_at_hand": {
            "bare_seconds": round(bare_at_hand["seconds"], 2),
            "seconds": round(ours_at_hand["seconds"], 2),
            "ratio": round(bare_at_hand["seconds"] / ours_at_hand["seconds"], 2),
        },
    }


def in_turns(path: Path, rounds: int) -> list[dict[str, float]]:
    """The medians of the bare loop and of the product, after a round in which both load what they need."""
    ways: list[Callable[[Path], dict[str, float]]] = [bare_loop, product]
    for way in ways:
        way(path)
    runs = [[way(path) for way in ways] for _ in range(rounds)]
    return [
        {name: statistics.median(run[place][name] for run in runs) for name in runs[0][place]}
        for place in range(len(ways))
    ]


@contextmanager
def replies_at_hand() -> Iterator[None]:
    """Within it the built-in models work once for each text, and answer from memory when it comes again."""
    from apps.documents.model_calls import run_builtin_models_in_processes
    from apps.llm.offline import OfflineLanguageModel
    from apps.text import ngram_vectors

    replies: dict[tuple[str, str], str] = {}
    work = OfflineLanguageModel._reply

    def reply(model: OfflineLanguageModel, messages: Any) -> str:
        asked = (model.purpose, messages[-1].text)
        if asked not in replies:
            replies[asked] = work(model, messages)
        return replies[asked]

    # Their processes have no memory in common with this one.
    with (
        patch.object(run_builtin_models_in_processes, "WORTH", math.inf),
        patch.object(OfflineLanguageModel, "_reply", reply),
        patch.object(ngram_vectors, "ngram_vector", cache(ngram_vectors.ngram_vector)),
    ):
        yield


def bare_loop(path: Path) -> dict[str, float]:
    """Read, split, embed in batches, COPY: no documents, no pages, no steps, no search."""
    import numpy
    from django.db import connection, transaction

    from apps.llm.offline import OfflineEmbedder
    from apps.text.split_into_chunks import split_page

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
    from apps.documents.lifecycle.import_documents import import_paths
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
    from apps.documents.lifecycle.import_documents import import_paths

    empty_tables()
    # Only the PDFs: the folder also holds the questions and the exact text.
    report = import_paths([folder / "single", folder / "bundle"], "benchmark")
    facts = report.as_json()
    return {name: facts[name] for name in ("found", "ready", "pages", "chunks", "seconds", "model_seconds")}


def empty_tables() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE documents_collection, documents_blob, llm_modelcall CASCADE")


def rounded(values: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 2) for name, value in values.items()}


if __name__ == "__main__":
    main()
