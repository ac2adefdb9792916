"""graph-local over the planted graph of 20,000 entities: our own time, without the embedding of the question."""

from typing import Any

from benchmarks.graph_parts.planted_topics import build_planted

SLUG = "planted"
WARMING, QUESTIONS, APART = 10, 100, 193


def measure() -> dict[str, Any]:
    from asgiref.sync import async_to_sync

    from apps.evaluation.hit_rates.hit_rate import percentile
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search

    build_planted(SLUG)
    taken = []
    for number in range(WARMING + QUESTIONS):
        question = f"What is known of entity {number * APART:05}?"
        found = async_to_sync(search)(
            question, SearchRequest(collections=[SLUG], algorithm="graph-local"), ledger=Ledger()
        )
        taken.append(found.seconds - sum(step.seconds for step in found.steps if step.name == "embed"))
    return {
        "questions": QUESTIONS,
        "p50_ms": round(1000 * percentile(taken[WARMING:], 50), 1),
        "p95_ms": round(1000 * percentile(taken[WARMING:], 95), 1),
        "passages": len(found.passages),
    }
