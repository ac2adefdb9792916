"""How a graph stands: what it covers, what is stale, what it has cost."""

from decimal import Decimal
from typing import Any

from apps.documents.models import Collection, Document
from apps.documents.sql import fetch
from apps.graph.asking import together
from apps.graph.locking import is_being_built
from apps.graph.models import Build, GraphIndex

# In search in another revision than was read, or not read at all; and read, but no longer in search.
STALE = """
    SELECT count(*) FROM (
        SELECT id AS document_id, current_revision_id AS revision FROM documents_document
        WHERE collection_id = %s AND status IN ('ready', 'ready_partial') AND current_revision_id IS NOT NULL
    ) AS searched
    FULL JOIN (
        SELECT document_id, revision_number AS revision FROM graph_covereddocument WHERE build_id = %s
    ) AS covered USING (document_id)
    WHERE searched.revision IS DISTINCT FROM covered.revision
"""


def index_of(collection: Collection) -> GraphIndex:
    """The graph of a collection, made with the usual settings when there is none."""
    return GraphIndex.objects.select_related("collection", "current").get_or_create(collection=collection)[0]


def stale_documents(collection_id: int, build: Build | None) -> int:
    """New, changed and withdrawn documents that the graph in use does not know of."""
    if build is None:
        return Document.objects.searchable().filter(collection=collection_id).count()
    [[number]] = fetch(STALE, [collection_id, build.pk])
    return int(number) + build.withdrawn


def state_of(index: GraphIndex, stale: int) -> str:
    """empty, building, incomplete, stale or complete. `incomplete` means that there is nothing to search yet."""
    if is_being_built(index.pk):
        return "building"
    if index.current is None:
        return "incomplete" if index.builds.exists() else "empty"
    return "stale" if stale else "complete"


def status(collection: Collection) -> dict[str, Any]:
    """The object that the command prints. Sync, a handful of queries."""
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
        "fingerprint": build.fingerprint if build else "",
    }
    return shown | totals(index) | {"last_build": last_build(index)}


def totals(index: GraphIndex | None) -> dict[str, Any]:
    """Over all builds of this graph."""
    calls: dict[str, int] = {}
    tokens, cost = 0, Decimal(0)
    for build in Build.objects.filter(index=index) if index else ():
        calls = together(calls, build.calls)
        tokens += build.input_tokens + build.output_tokens
        cost += build.cost
    return {"model_calls": calls, "tokens": tokens, "cost": float(cost)}


def last_build(index: GraphIndex | None) -> dict[str, Any] | None:
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
