"""Our graph index for the shared comparison of GraphRAG implementations.

    python ours_graph.py ARTICLES.jsonl WORKDIR RESULT.json BASE_URL

The same settings as the others: pieces of 1,200 tokens with 100 shared, one round of gleaning, communities of at most
10, 25 calls at once. Articles are imported first, as one does before any search; the index is everything from there on:
reading, extraction, merging, communities, reports, vectors, and all of it in tables of PostgreSQL.
"""

import json
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_graph_peer"
AT_ONCE = 25


def main(articles: str, result: str, base_url: str) -> None:
    started = time.perf_counter()
    # Named in the rows below; from the environment they would serve the import too.
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        os.environ.pop(name, None)
    os.environ.setdefault("MODEL_HOSTS", "127.0.0.0/8")
    with own_database(DATABASE):
        prepared = prepare(Path(articles), base_url)
        ready = time.perf_counter()
        run, seconds = indexed(prepared)
    Path(result).write_text(
        json.dumps(
            {
                "setup_s": round(ready - started, 3),
                "index_s": round(seconds, 3),
                "nodes": run.entities,
                "edges": run.relationships,
                "communities": sum(level["communities"] for level in run.levels),
                "chunks": run.chunks,
                "state": run.state,
                "calls": run.calls,
                "problems": len(run.problems),
            }
        ),
        encoding="utf-8",
    )


def prepare(articles: Path, base_url: str):  # type: ignore[no-untyped-def]
    """The articles imported with the built-in models, then the server for everything the index asks."""
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.models import Collection
    from apps.graph.models import GraphIndex
    from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelOrder, Purpose

    import_paths([articles], "articles")
    endpoint = Endpoint.objects.create(name="bench", base_url=base_url, max_concurrency=AT_ONCE)
    model = ChatModel.objects.create(endpoint=endpoint, name="gpt-4o-mini", context_window=128_000)
    for purpose in (Purpose.EXTRACT, Purpose.SUMMARISE, Purpose.REPORT):
        ModelOrder.objects.create(purpose=purpose, model=model, position=1)
    EmbeddingModel.objects.update(is_default=False)
    EmbeddingModel.objects.create(endpoint=endpoint, name="embedding", dimensions=1536, batch_size=16, is_default=True)
    return GraphIndex.objects.create(
        collection=Collection.objects.get(slug="articles"),
        method="model",
        chunk_tokens=1_200,
        chunk_overlap=100,
        gleanings=1,
        max_cluster_size=10,
    )


def indexed(index):  # type: ignore[no-untyped-def]
    # Loaded before the clock starts, as with the others.
    import graspologic_native  # noqa: F401

    import apps.llm.endpoints.checked_aiohttp_transport  # noqa: F401
    from apps.graph.building.build_graph import build_collection_graph

    started = time.perf_counter()
    run = build_collection_graph(index)
    return run, time.perf_counter() - started


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[3], sys.argv[4])
