"""A hundred thousand pages: how long each algorithm searches, what the vector index finds, with a filter too.

    python benchmarks/scale.py [--data DIR] [--pages 100000 | --chunks 1000000 [--part fill]] [--keep] [--json]

Pages are made of the federal laws (law_pages.py): a tenth of them is imported into one database, all into another.
Questions are runs of 5, 12 and 30 words of a page. Times are our own: the whole search without the embedding call,
after one round that warms the caches. `filtered` keeps one page in a hundred. Recall counts a chunk as found when it is
as similar as the tenth of comparing all, with the breadth that each algorithm is shipped with. `bad_input` is the
slowest of the questions in bad_questions.py, each asked three times; one without passages and without a sentence that
says why counts as `unanswered`.

The databases are made and dropped. The full form takes half an hour or more, most of it the import; `--pages 20000`
takes a few minutes. `--chunks` writes the rows in bulk in place of an import and compares with 100,000
(scale_parts/many_chunks.py): a million take 20 GB of disk and some 90 minutes of processor; `--part fill` does that,
and `--part measure` asks both databases in turn. With `--keep` the databases stay, and each later run takes those that
are there, imports nothing and keeps them, too.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import as_the_web_process, kept_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.law_pages import questions, records  # noqa: E402
from benchmarks.scale_parts import many_chunks  # noqa: E402

DATABASE = "auskunft_benchmark_scale"
DATA = ROOT.parent / "shared" / "data"
ALGORITHMS = ("chunks-only", "summaries-then-chunks", "summaries-and-chunks", "keyword", "hybrid", "fields")
BY_VECTORS = ("chunks-only", "summaries-and-chunks", "hybrid", "fields")
"""Those that look for content by vectors, each with a breadth of its own."""
ASKED = 60
TOP = 10
FILTER = {"type": "Art 7"}
PAGES = 100_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--chunks", type=int, help="so many in bulk, beside 100,000 (or a tenth)")
    parser.add_argument("--part", choices=("fill", "measure"), default="", help="of --chunks; keeps the databases")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", action="store_true", help="keep the databases for later runs")
    options = parser.parse_args()
    archive = options.data / "de-laws" / "laws.tar.xz"
    if options.chunks:
        grown = many_chunks.measure(archive, options.chunks, part=options.part, keep=options.keep)
        print(json.dumps(grown, ensure_ascii=False, indent=None if options.json else 2))
        return
    pages = list(records(archive, options.pages))
    tenth = measured_in_a_database(pages[: len(pages) // 10], keep=options.keep)
    whole = measured_in_a_database(pages, keep=options.keep)
    result = {"pages": len(pages), "tenth": tenth, "all": whole, "growth": growth(tenth, whole)}
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def measured_in_a_database(pages: Sequence[dict[str, Any]], *, keep: bool) -> dict[str, Any]:
    """`import_seconds` is None when an earlier run has imported them."""
    with kept_database(f"{DATABASE}_{len(pages)}", keep=keep) as was_kept:
        seconds = None if was_kept else load(pages)
        assert number_of_documents() == len(pages), "An earlier run was ended before its time; drop its database."
        return {"import_seconds": seconds, **measured(pages), "index": index()}


def number_of_documents() -> int:
    from apps.documents.models import Document

    return Document.objects.filter(status="ready").count()


def load(pages: Sequence[dict[str, Any]]) -> float:
    """Seconds of an import with everything that belongs to it, the building of indexes too."""
    from django.db import connection

    from apps.documents.lifecycle.import_documents import import_paths

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
    ship_profiles()
    asked = [question for question, _ in questions(list(pages), ASKED)]
    return {
        "search_ms": {slug: search_times(asked, slug, None) for slug in ALGORITHMS},
        "filtered_ms": {slug: search_times(asked, slug, FILTER) for slug in ALGORITHMS},
        "recall_at_10": recalls(asked, None),
        "filtered_recall_at_10": recalls(asked, FILTER),
        "bad_input": bad_input(),
    }


def ship_profiles() -> None:
    """A database that was kept may have those of an earlier version."""
    from apps.retrieval.models import Profile
    from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles

    Profile.objects.all().delete()
    create_default_profiles()


def search_times(asked: Sequence[str], algorithm: str, filters: dict[str, str] | None) -> dict[str, float]:
    from asgiref.sync import async_to_sync

    from apps.database.settings_cache import use_settings_cache
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.query.filters import Filters
    from apps.retrieval.search.search import search
    from benchmarks.retrieval import percentiles

    async def own_time(question: str) -> float:
        result = await search(
            question, SearchRequest(algorithm=algorithm, filters=Filters.from_json(filters)), ledger=Ledger()
        )
        return result.seconds - sum(step.seconds for step in result.steps if step.name == "embed")

    # Settings are remembered, as in every process that answers.
    with as_the_web_process(), use_settings_cache():
        for question in asked:
            async_to_sync(own_time)(question)
        return percentiles([async_to_sync(own_time)(question) for question in asked])


def bad_input() -> dict[str, Any]:
    """The slowest question of each algorithm in ms, by its median; here the embedding call, ours as well, counts."""
    from asgiref.sync import async_to_sync

    from apps.database.settings_cache import use_settings_cache
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search
    from benchmarks.bad_questions import QUESTIONS

    slowest, unanswered = dict.fromkeys(ALGORITHMS, 0.0), 0
    with use_settings_cache():
        for slug in ALGORITHMS:
            for question in QUESTIONS:
                results = [
                    async_to_sync(search)(question, SearchRequest(algorithm=slug), ledger=Ledger()) for _ in range(3)
                ]
                slowest[slug] = max(slowest[slug], round(1000 * median(result.seconds for result in results), 2))
                unanswered += not (results[0].passages or results[0].explanation)
    return {"slowest_ms": slowest, "worst_ms": max(slowest.values()), "unanswered": unanswered}


def recalls(asked: Sequence[str], filters: dict[str, str] | None) -> dict[str, float]:
    """The mean share of the ten nearest chunks found with each algorithm's own breadth; `worst` is of all of them."""
    from asgiref.sync import async_to_sync

    from apps.evaluation.hit_rates.measure_hit_rates import embed_in_batches
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.load_search_inputs import load_search_setup
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.query.filters import Filters
    from apps.retrieval.query.narrow_to_few_documents import narrow_to_few_documents

    settings = {
        slug: load_search_setup(SearchRequest(algorithm=slug, filters=Filters.from_json(filters)), Ledger())
        for slug in BY_VECTORS
    }
    one = settings[BY_VECTORS[0]]
    shares: dict[str, list[float]] = {slug: [] for slug in BY_VECTORS}
    for text, vector in zip(asked, async_to_sync(embed_in_batches)(list(asked), one.embedder), strict=True):
        query = replace(one.query, text=text, vector=vector)
        exact = nearest_similarities(replace(query, indexed_kinds=frozenset()), one.limits)
        if not exact:
            continue
        query = narrow_to_few_documents(query) if filters else query
        for slug, own in settings.items():
            found = nearest_similarities(query, replace(own.limits, threshold=one.limits.threshold))
            shares[slug].append(sum(similarity >= exact[-1] - 1e-6 for similarity in found) / len(exact))
    means = {slug: round(sum(each) / len(each), 4) for slug, each in shares.items()}
    return {**means, "worst": min(means.values())}


def nearest_similarities(query: Any, limits: Any) -> list[float]:
    """Best first."""
    from psycopg.sql import SQL

    from apps.documents.models import ChunkKind
    from apps.retrieval.query.execute_search_sql import fetch_search_rows
    from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte, nearest_chunks_parameters

    table = nearest_chunks_cte("content", query, ChunkKind.CONTENT, TOP)
    statement = SQL("WITH {} SELECT similarity FROM content ORDER BY 1 DESC").format(table)
    return [row[0] for row in fetch_search_rows(statement, nearest_chunks_parameters(query, limits))]


def growth(tenth: dict[str, Any], whole: dict[str, Any]) -> dict[str, float]:
    """How many times as long the median search takes with ten times as many pages; `worst` is of all algorithms."""
    times = {
        slug: round(whole["search_ms"][slug]["p50_ms"] / tenth["search_ms"][slug]["p50_ms"], 2) for slug in ALGORITHMS
    }
    return {**times, "worst": max(times.values())}


def index() -> dict[str, Any]:
    """Sizes in MB, and the seconds that building the index of the content anew takes."""
    from django.db import connection

    from apps.documents.vectors import hnsw_index
    from apps.llm.model_registry import embedding_model_row

    model = embedding_model_row().pk
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_relation_size(oid) / 1048576 FROM pg_class WHERE relname = ANY(%s)",
            [["documents_posting", "documents_posting_pkey", hnsw_index.index_name(model, "content")]],
        )
        sizes = {("vectors_of_content" if "hnsw" in name else name): int(size) for name, size in cursor.fetchall()}
        cursor.execute(f'DROP INDEX IF EXISTS "{hnsw_index.index_name(model, "content")}"')
    started = time.perf_counter()
    hnsw_index.ensure_index(model)
    return {"megabytes": sizes, "build_seconds": round(time.perf_counter() - started, 1)}


if __name__ == "__main__":
    main()
