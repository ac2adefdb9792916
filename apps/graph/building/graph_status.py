"""The status of a graph: what it covers, what is stale, what it has cost."""

from decimal import Decimal
from typing import Any

from apps.documents.models import Collection
from apps.graph.building.build_inputs import is_decided_otherwise
from apps.graph.building.build_lock import is_being_built
from apps.graph.building.stale_documents import stale_documents
from apps.graph.model_calls.model_client import add_calls
from apps.graph.models import Build, GraphIndex


def index_of(collection: Collection) -> GraphIndex:
    """The graph of a collection, made with the usual settings when there is none."""
    return GraphIndex.objects.select_related("collection", "current").get_or_create(collection=collection)[0]


def state_of(index: GraphIndex, stale: int) -> str:
    """empty, building, incomplete, stale or complete. `incomplete` means that there is nothing to search yet."""
    if is_being_built(index.pk):
        return "building"
    if index.current is None:
        return "incomplete" if index.builds.exists() else "empty"
    return "stale" if stale else "complete"


def status(collection: Collection) -> dict[str, Any]:
    """The object that the command prints. A handful of queries."""
    index = GraphIndex.objects.select_related("current").filter(collection=collection).first()
    build = index.current if index else None
    stale = stale_documents(collection.pk, build)
    shown: dict[str, Any] = {
        "collection": collection.slug,
        "state": state_of(index, stale) if index else "empty",
        "method": build.method if build else index.method if index else "",
        "documents": build.documents if build else 0,
        "chunks": build.chunks if build else 0,
        "entities": build.entities if build else 0,
        "relationships": build.relationships if build else 0,
        "claims": build.claims if build else 0,
        "levels": build.levels if build else [],
        "stale_documents": stale,
        "settings_changed": index is not None and is_decided_otherwise(index),
        "fingerprint": build.fingerprint if build else "",
    }
    return shown | totals(index) | {"last_build": last_build(index)}


def totals(index: GraphIndex | None) -> dict[str, object]:
    """Over all builds of this graph."""
    calls: dict[str, int] = {}
    tokens, cost = 0, Decimal(0)
    for build in Build.objects.filter(index=index) if index else ():
        calls = add_calls(calls, build.calls)
        tokens += build.input_tokens + build.output_tokens
        cost += build.cost
    return {"model_calls": calls, "tokens": tokens, "cost": float(cost)}


def last_build(index: GraphIndex | None) -> dict[str, object] | None:
    """The newest run, which may not be the one in use: whether it ended, and why not."""
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
