"""The status of a graph: what it covers, what is stale, what it has cost."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from apps.documents.models import Collection
from apps.graph.building.build_lock import is_being_built
from apps.graph.building.build_settings_and_merges import has_changed_build_inputs
from apps.graph.building.stale_documents import count_stale_documents
from apps.graph.model_calls.model_client import add_call_counts
from apps.graph.models import Build, GraphIndex
from apps.llm.models import ModelCall


def get_or_create_graph_index(collection: Collection) -> GraphIndex:
    """The graph of a collection, made with the usual settings when there is none."""
    return GraphIndex.objects.select_related("collection", "current").get_or_create(collection=collection)[0]


def graph_state(index: GraphIndex, stale: int) -> str:
    """empty, building, incomplete, stale or complete. `incomplete` means that there is nothing to search yet."""
    if is_being_built(index.pk):
        return "building"
    if index.current is None:
        return "incomplete" if index.builds.exists() else "empty"
    return "stale" if stale else "complete"


def graph_status(collection: Collection) -> dict[str, Any]:
    """The object that the command prints. Seven queries at the most."""
    index = GraphIndex.objects.select_related("current").filter(collection=collection).first()
    stale = count_stale_documents(collection.pk, index.current if index else None)
    # A build that never ran has the figures of one that found nothing.
    build = (index and index.current) or Build(method=index.method if index else "")
    shown: dict[str, Any] = {
        "collection": collection.slug,
        "state": graph_state(index, stale) if index else "empty",
        "method": build.method,
        "documents": build.documents,
        "chunks": build.chunks,
        "entities": build.entities,
        "relationships": build.relationships,
        "claims": build.claims,
        "levels": build.levels,
        "stale_documents": stale,
        "settings_changed": index is not None and has_changed_build_inputs(index),
        "fingerprint": build.fingerprint,
    }
    return shown | totals_of_builds(index) | {"last_build": last_build(index)}


def totals_of_builds(index: GraphIndex | None) -> dict[str, object]:
    """Calls by purpose, tokens and cost of all builds of this graph. Two queries.

    `unpriced` are the models whose calls are no part of the cost, because no price was entered.
    """
    calls: dict[str, int] = {}
    tokens, cost = 0, Decimal(0)
    builds: list[int] = []
    spent = Build.objects.filter(index=index).values_list("pk", "calls", "input_tokens", "output_tokens", "cost")
    for build, calls_of_build, read, written, cost_of_build in spent if index else ():
        builds.append(build)
        calls = add_call_counts(calls, calls_of_build)
        tokens += read + written
        cost += cost_of_build
    return {"model_calls": calls, "tokens": tokens, "cost": float(cost), "unpriced": unpriced_models(builds)}


def unpriced_models(builds: Sequence[int]) -> list[str]:
    made = ModelCall.objects.filter(reference__in=[f"graph:{build}" for build in builds], cost=None)
    return sorted(made.order_by().values_list("model", flat=True).distinct())


def last_build(index: GraphIndex | None) -> dict[str, object] | None:
    """The newest build, which may not be the one in use: whether it ended, and why not. One query."""
    build = Build.objects.filter(index=index).order_by("-pk").first() if index else None
    if build is None:
        return None
    return {
        "state": build.state,
        "reason": build.reason,
        "language": build.language,
        "model": build.model,
        "model_calls": build.calls,
        "tokens": build.input_tokens + build.output_tokens,
        "cost": float(build.cost),
        "seconds": build.seconds,
        "kept_communities": build.keeps_partition,
        "problems": build.problems,
    }
