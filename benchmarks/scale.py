"""A hundred thousand pages: how long each algorithm searches, what the vector index finds, with a filter too.

    python benchmarks/scale.py [--data DIR] [--pages 100000] [--json]

Pages are made of the federal laws (law_pages.py): first a tenth of them is imported and measured, then all. Questions
are runs of 5, 12 and 30 words of a page. Times are our own: the whole search without the embedding call, after one
round that warms the caches. `filtered` keeps one page in a hundred. Recall counts a chunk as found when it is as
similar as the tenth of comparing all. Works in a database of its own, which it makes and drops. The full form takes
half an hour or more, most of it the import; `--pages 20000` takes a few minutes.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.law_pages import questions, records  # noqa: E402

DATABASE = "auskunft_benchmark_scale"
DATA = ROOT.parent / "shared" / "data"
ALGORITHMS = ("chunks-only", "summaries-then-chunks", "summaries-and-chunks", "keyword", "hybrid", "fields")
BY_VECTORS_ALONE = "chunks-only"
"""Whose breadth of the index search the recall is measured with."""
ASKED = 60
TOP = 10
FILTER = {"type": "Art 7"}
PAGES = 100_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    pages = list(records(options.data / "de-laws" / "laws.tar.xz", options.pages))
    with own_database(DATABASE):
        few = pages[: len(pages) // 10]
        tenth = {"import_seconds": load(few), **measured(few)}
        whole = {"import_seconds": load(pages[len(few) :]), **measured(pages)}
        result = {"pages": len(pages), "tenth": tenth, "all": whole, "growth": growth(tenth, whole), "index": index()}
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def load(pages: Sequence[dict[str, Any]]) -> float:
    """Seconds of an import with everything that belongs to it, the building of indexes too."""
    from django.db import connection

    from apps.documents.importing import import_paths

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{pages[0]['id']}.jsonl"
        file.write_text("\n".join(json.dumps(page) for page in pages), encoding="utf-8")
        started = time.perf_counter()
        assert import_paths([file], "laws").as_json()["ready"] == len(pages)
        seconds = time.perf_counter() - started
    with connection.cursor() as cursor:
        # What the database does by itself within minutes of an import.
        cursor.execute("VACUUM (ANALYZE) documents_posting, documents_embedding, documents_chunk, documents_document")
    return round(seconds, 1)


def measured(pages: Sequence[dict[str, Any]]) -> dict[str, Any]:
    asked = [question for question, _ in questions(list(pages), ASKED)]
    return {
        "search_ms": {slug: search_times(asked, slug, None) for slug in ALGORITHMS},
        "filtered_ms": {slug: search_times(asked, slug, FILTER) for slug in ALGORITHMS},
        "recall_at_10": recall(asked, None),
        "filtered_recall_at_10": recall(asked, FILTER),
    }


def search_times(asked: Sequence[str], algorithm: str, filters: dict[str, str] | None) -> dict[str, float]:
    from asgiref.sync import async_to_sync

    from apps.llm.ledger import Ledger
    from apps.llm.remembering import remembering
    from apps.retrieval.filters import Filters
    from apps.retrieval.search import search
    from benchmarks.retrieval import percentiles

    async def own_time(question: str) -> float:
        result = await search(question, algorithm=algorithm, filters=Filters.from_json(filters), ledger=Ledger())
        return result.seconds - sum(step.seconds for step in result.steps if step.name == "embed")

    # Settings are remembered, as in every process that answers.
    with remembering():
        for question in asked:
            async_to_sync(own_time)(question)
        return percentiles([async_to_sync(own_time)(question) for question in asked])


def recall(asked: Sequence[str], filters: dict[str, str] | None) -> float:
    """The mean share of the ten nearest chunks that a search by vectors alone finds."""
    from asgiref.sync import async_to_sync

    from apps.evaluation.measuring import embed_all
    from apps.llm.ledger import Ledger
    from apps.retrieval.filters import Filters
    from apps.retrieval.narrowing import narrowed
    from apps.retrieval.search import load_settings

    settings = load_settings(ledger=Ledger(), algorithm=BY_VECTORS_ALONE, filters=Filters.from_json(filters))
    vectors = async_to_sync(embed_all)(list(asked), settings.embedder)
    shares = []
    for text, vector in zip(asked, vectors, strict=True):
        query = settings.query(text, vector)
        exact = nearest_similarities(replace(query, indexed_kinds=frozenset()), settings.limits)
        found = nearest_similarities(narrowed(query) if filters else query, settings.limits)
        if exact:
            shares.append(sum(similarity >= exact[-1] - 1e-6 for similarity in found) / len(exact))
    return round(sum(shares) / len(shares), 4)


def nearest_similarities(query: Any, limits: Any) -> list[float]:
    """Best first."""
    from psycopg.sql import SQL

    from apps.documents.models import ChunkKind
    from apps.retrieval.nearest import INDEX_SETTINGS, nearest, parameters
    from apps.retrieval.statements import fetch

    table = nearest("content", query, ChunkKind.CONTENT, TOP)
    statement = SQL("WITH {}, {} SELECT similarity FROM content ORDER BY 1 DESC").format(INDEX_SETTINGS, table)
    return [row[0] for row in fetch(statement, parameters(query, limits))]


def growth(tenth: dict[str, Any], whole: dict[str, Any]) -> dict[str, float]:
    """How many times as long the median search takes with ten times as many pages; `worst` is of all algorithms."""
    times = {
        slug: round(whole["search_ms"][slug]["p50_ms"] / tenth["search_ms"][slug]["p50_ms"], 2) for slug in ALGORITHMS
    }
    return {**times, "worst": max(times.values())}


def index() -> dict[str, Any]:
    """Sizes in MB, and the seconds that building the index of the content anew takes."""
    from django.db import connection

    from apps.documents import vector_index
    from apps.llm.registry import embedding_model_row

    model = embedding_model_row().pk
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_relation_size(oid) / 1048576 FROM pg_class WHERE relname = ANY(%s)",
            [["documents_posting", "documents_posting_pkey", vector_index.index_name(model, "content")]],
        )
        sizes = {("vectors_of_content" if "hnsw" in name else name): int(size) for name, size in cursor.fetchall()}
        cursor.execute(f'DROP INDEX IF EXISTS "{vector_index.index_name(model, "content")}"')
    started = time.perf_counter()
    vector_index.ensure_index(model)
    return {"megabytes": sizes, "build_seconds": round(time.perf_counter() - started, 1)}


if __name__ == "__main__":
    main()
