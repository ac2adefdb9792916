"""A question about the whole podcast collection; what is not waiting for the model is our own time."""

import time
from typing import Any

from benchmarks.graph_parts.model_servers import Behaviour, always_points, served_by, server_process
from benchmarks.graph_parts.podcast import SLUG

LATENCY, AT_ONCE = 0.3, 16
QUESTIONS = 10
DEEPEST = 99


def measure() -> dict[str, Any]:
    """On the level the product chooses, and on the deepest one, which takes several rounds of calls."""
    from asgiref.sync import async_to_sync

    from apps.graph.models import GraphIndex

    index = GraphIndex.objects.filter(collection__slug=SLUG)
    with server_process(Behaviour(always_points, LATENCY)) as base_url, served_by(base_url, AT_ONCE):
        usual = async_to_sync(asked)()
        index.update(search_level=DEEPEST)
        deepest = async_to_sync(asked)()
        index.update(search_level=None)
    return {**usual, "deepest": deepest}


async def asked() -> dict[str, Any]:
    """The median of the questions after the first, which opens the connections."""
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search

    runs = []
    for _ in range(1 + QUESTIONS):
        started = time.perf_counter()
        found = await search(
            "What are the main themes?", SearchRequest(collections=[SLUG], algorithm="graph-global"), ledger=Ledger()
        )
        runs.append(time.perf_counter() - started)
    batches = next(step.detail["batches"] for step in found.steps if step.name == "map")
    waiting = LATENCY * -(-batches // AT_ONCE)
    seconds = sorted(runs[1:])[QUESTIONS // 2]
    return {
        "batches": batches,
        "seconds": round(seconds, 3),
        "own_percent": round(100 * (seconds - waiting) / seconds, 1),
        "own_percent_of_each": [round(100 * (each - waiting) / each, 1) for each in runs[1:]],
        "pages": len(found.passages),
    }
