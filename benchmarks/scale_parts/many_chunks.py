"""`scale.py --chunks N`: 100,000 pages and so many, both written in bulk, asked the same way in one run.

Every page has at least one chunk, so N pages have N chunks and a tenth more. The index of the vectors is built by the
product (INDEX_BUILDERS processes help, as many as there are further processors). Then: the search by words, by vectors
and by both, what the index finds of the ten nearest, what importing one more document takes, and the disk.
"""

import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.database import kept_database
from benchmarks.law_pages import questions, records
from benchmarks.scale_parts.bulk_load import load, sizes

DATABASE = "auskunft_benchmark_scale_bulk"
FEW = 100_000
ALGORITHMS = ("keyword", "chunks-only", "hybrid")
ASKED, TOP = 60, 10
ONE_MORE = 15
INDEX_MEGABYTES = 6_000
"""More than a million vectors need; the database takes of it what it needs."""
CHOSEN_FROM = 40_000
"""Questions are runs of words of the first pages, which both databases hold."""
TABLES = ("documents_posting", "documents_posting_pkey", "documents_embedding", "documents_chunk", "documents_page",
          "documents_blob")  # fmt: skip


def measure(archive: Path, chunks: int, *, keep: bool) -> dict[str, Any]:
    few = min(FEW, chunks // 10)
    asked = [question for question, _ in questions(list(records(archive, min(CHOSEN_FROM, few))), ASKED)]
    small, large = (measured(archive, pages, asked, keep=keep) for pages in (few, chunks))
    growth = {
        "hybrid_p50": ratio(small, large, "search_ms", "hybrid", "p50_ms"),
        "hybrid_p95": ratio(small, large, "search_ms", "hybrid", "p95_ms"),
        "one_more_document": ratio(small, large, "one_more_document_ms"),
    }
    return {"pages": chunks, "few": small, "many": large, "growth": growth}


def ratio(small: dict[str, Any], large: dict[str, Any], *path: str) -> float:
    first: Any = small
    second: Any = large
    for name in path:
        first, second = first[name], second[name]
    return round(second / first, 2)


def measured(archive: Path, pages: int, asked: Sequence[str], *, keep: bool) -> dict[str, Any]:
    from django.conf import settings

    with kept_database(f"{DATABASE}_{pages}", keep=keep) as was_kept:
        settings.INDEX_MEMORY, settings.INDEX_BUILDERS = INDEX_MEGABYTES, max(0, (os.cpu_count() or 1) - 1)
        from apps.llm.model_registry import embedding_model_row

        model = embedding_model_row().pk
        loaded = {} if was_kept else load(records(archive, pages), model)
        return loaded | build(model) | found(asked) | {"one_more_document_ms": one_more()} | disk(pages)


def build(model: int) -> dict[str, Any]:
    """The index of the vectors, anew."""
    from apps.documents.models import Embedding
    from apps.documents.vectors.hnsw_index import index_name, rebuild_index

    rows = Embedding.objects.filter(model=model, kind="content").count()
    started = time.perf_counter()
    assert rebuild_index(model, "content")
    seconds = time.perf_counter() - started
    name = index_name(model, "content")
    return {"vectors": rows, "build_seconds": round(seconds, 1), "build_rows_per_second": round(rows / seconds),
            "vectors_index_megabytes": sizes([name])[name]}  # fmt: skip


def found(asked: Sequence[str]) -> dict[str, Any]:
    from benchmarks import scale

    scale.ship_profiles()
    return {
        "search_ms": {slug: scale.search_times(asked, slug, None) for slug in ALGORITHMS},
        "recall_at_10": scale.recalls(asked, None)["hybrid"],
    }


def one_more() -> float:
    """The median of importing a document of one page with all that belongs to it, in ms."""
    from apps.documents.lifecycle.import_documents import import_paths

    times = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ONE_MORE):
            page = {
                "id": f"one-more-{time.time_ns()}",
                "title": f"Nachtrag {number}",
                "text": f"Absatz {number} gilt ab 2027.",
            }
            path = Path(folder) / f"{number}.jsonl"
            path.write_text(json.dumps(page), encoding="utf-8")
            started = time.perf_counter()
            assert import_paths([path], "laws").as_json()["ready"] == 1
            times.append(time.perf_counter() - started)
    return round(1_000 * median(times), 1)


def disk(pages: int) -> dict[str, Any]:
    """Of the whole database with the original files, without the log."""
    from apps.database.execute_sql import fetch

    [[size]] = fetch("SELECT pg_database_size(current_database())", [])
    return {"megabytes": sizes(TABLES), "kilobytes_per_page": round(size / 1_024 / pages, 1)}
