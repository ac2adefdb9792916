"""What searches find, and how long they take.

    python benchmarks/retrieval.py [--data DIR] [--json]

`pdf`: 72 PDFs, 472 questions taken word for word from a page: document and page hit rates of every algorithm. `qa`:
2,271 documents, 150 questions: the same, and the time of a whole search without the embedding call. `index`: the
vectors of `qa` with an HNSW index, against comparing all of them. Works in a database of its own, which it makes and
drops.
"""

import argparse
import asyncio
import gzip
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

from benchmarks.database import as_the_web_process, own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_retrieval"
DATA = ROOT.parent / "shared" / "data"
ROUNDS = 3
TOP = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with own_database(DATABASE):
        pdf, qa = options.data / "de-parliament-pdf", options.data / "de-parliament-qa"
        load(pdf, qa)
        result = {
            "pdf": hit_rates("pdf", pdf / "verbatim_page_questions.jsonl"),
            "qa": hit_rates("qa", qa / "verbatim_questions.jsonl"),
            "search": search_times("qa", qa / "verbatim_questions.jsonl"),
            "index": index_against_comparing("qa", qa / "verbatim_questions.jsonl"),
        }
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def load(pdf: Path, qa: Path) -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    assert import_paths([pdf / "single", pdf / "bundle"], "pdf").as_json()["ready"] == 72
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "documents.jsonl"
        records.write_bytes(gzip.decompress((qa / "documents.jsonl.gz").read_bytes()))
        assert import_paths([records], "qa").as_json()["ready"] == 2_271


def hit_rates(collection: str, questions: Path) -> dict[str, Any]:
    """All algorithms, and what the best of them reaches."""
    from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
    from apps.evaluation.planning.question_files import read_ranked_questions
    from apps.retrieval.algorithms import ALGORITHMS

    started = time.perf_counter()
    algorithms = list(ALGORITHMS.values())
    found = measure_hit_rates(
        read_ranked_questions(questions), algorithms=algorithms, collections=[collection]
    ).as_json()
    best = max(found["algorithms"], key=lambda name: found["algorithms"][name]["hit_rate"]["3"])
    figures = found["algorithms"][best]
    return {
        **found,
        "seconds": round(time.perf_counter() - started, 1),
        "best": {
            "algorithm": best,
            "hit_rate_at_3": figures["hit_rate"]["3"],
            "page_hit_rate_at_10": figures["page_hit_rate"]["10"],
        },
    }


def search_times(collection: str, questions: Path) -> dict[str, Any]:
    """A whole search by the active profile: rights, statements, passages; without the embedding call.

    Settings are remembered, as in every process that answers.
    """
    from asgiref.sync import async_to_sync

    from apps.database.settings_cache import use_settings_cache
    from apps.evaluation.planning.question_files import read_ranked_questions
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search

    async def run() -> list[float]:
        taken = []
        for question in [item.text for item in read_ranked_questions(questions)] * ROUNDS:
            result = await search(question, SearchRequest(collections=[collection]), ledger=Ledger())
            models = sum(step.seconds for step in result.steps if step.name == "embed")
            taken.append(result.seconds - models)
        return taken

    with as_the_web_process(), use_settings_cache():
        return percentiles(async_to_sync(run)())


def index_against_comparing(collection: str, questions: Path) -> dict[str, Any]:
    """Share of the ten best chunks that the index finds, its time, and how long it takes to build."""
    from apps.documents.vectors import hnsw_index
    from apps.evaluation.hit_rates.measure_hit_rates import embed_in_batches
    from apps.evaluation.planning.question_files import read_ranked_questions
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.load_search_inputs import load_search_setup
    from apps.retrieval.preparation.search_request import SearchRequest

    setup = load_search_setup(SearchRequest(collections=[collection], algorithm="chunks-only"), Ledger())
    texts = [item.text for item in read_ranked_questions(questions)]
    vectors = asyncio.run(embed_in_batches(texts, setup.embedder))
    queries = [replace(setup.query, text=text, vector=vector) for text, vector in zip(texts, vectors, strict=True)]
    compared, comparing = nearest_ten([replace(query, indexed_kinds=frozenset()) for query in queries], setup.limits)
    hnsw_index.INDEX_PAYS_FROM = 1_000
    started = time.perf_counter()
    kinds = hnsw_index.ensure_index(setup.query.embedding_model_id)
    seconds = time.perf_counter() - started
    indexed, walking = nearest_ten([replace(query, indexed_kinds=kinds) for query in queries], setup.limits)
    recall = [len(set(left) & set(right)) / len(left) for left, right in zip(compared, indexed, strict=True)]
    return {
        "recall_at_10": round(sum(recall) / len(recall), 4),
        "ef_search": max(setup.limits.ef_search, hnsw_index.BREADTH_OF_SMALL),
        "build_seconds": round(seconds, 2),
        "comparing": comparing,
        "index": walking,
    }


def nearest_ten(queries: Sequence[Any], limits: Any) -> tuple[list[list[int]], dict[str, float]]:
    from psycopg.sql import SQL

    from apps.documents.models import ChunkKind
    from apps.retrieval.query.execute_search_sql import fetch_search_rows
    from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte, nearest_chunks_parameters

    found, taken = [], []
    for query in queries:
        table = nearest_chunks_cte("content", query, ChunkKind.CONTENT, TOP)
        statement = SQL("WITH {} SELECT chunk_id FROM content").format(table)
        started = time.perf_counter()
        rows = fetch_search_rows(statement, nearest_chunks_parameters(query, limits))
        taken.append(time.perf_counter() - started)
        found.append([row[0] for row in rows])
    return found, percentiles(taken)


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    from apps.evaluation.hit_rates.hit_rate import percentile

    return {f"p{percent}_ms": round(1000 * percentile(seconds, percent), 2) for percent in (50, 95)}


if __name__ == "__main__":
    main()
