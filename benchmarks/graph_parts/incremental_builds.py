"""A full build by a model that extracts by rule; then one document more, then one less: calls, and what is left."""

from typing import Any

from benchmarks.graph_parts.invented_graph import distinctive, imported, texts
from benchmarks.graph_parts.model_servers import counted, rule_server, served_by

SLUG, AT_ONCE = "growing", 16
WITHDRAWN = 3
"""Place of the document that leaves."""


def measure(number: int) -> dict[str, Any]:
    """Of `number` documents. The last figure looks into every table of the database."""
    from apps.documents.lifecycle.withdraw_documents import withdraw_documents
    from apps.documents.models import Collection, Document
    from apps.graph.building.build_graph import build_collection_graph
    from apps.graph.building.build_options import BuildOptions
    from apps.graph.building.estimate_cost import estimate_build_cost
    from apps.graph.building.graph_status import get_or_create_graph_index
    from tests.tables import tables_with

    build_options = BuildOptions(method="model")
    documents = texts(number + 1)
    imported(documents[:number], SLUG)
    found = Collection.objects.get(slug=SLUG)
    with rule_server() as server, served_by(server.base_url, AT_ONCE):
        forecast = estimate_build_cost(get_or_create_graph_index(found), "model")["model_calls"]
        assert isinstance(forecast, int)
        full, all_calls = counted(
            server, lambda: build_collection_graph(get_or_create_graph_index(found), build_options)
        )
        imported(documents, SLUG)
        grown, more = counted(server, lambda: build_collection_graph(get_or_create_graph_index(found), build_options))
    withdraw_documents([Document.objects.get(collection=found, external_id=documents[WITHDRAWN]["id"]).pk])
    phrases = distinctive(documents, WITHDRAWN)
    return {
        "documents": number,
        "calls": all_calls,
        "calls_forecast": forecast,
        "forecast_off_percent": round(100 * abs(forecast - all_calls) / all_calls, 1),
        "seconds": round(full.seconds, 1),
        "calls_for_one_more": more,
        "percent_for_one_more": round(100 * more / all_calls, 2),
        "full_build_by_purpose": full.calls,
        "one_more_by_purpose": grown.calls,
        "phrases_searched": len(phrases),
        "places_left_after_withdrawal": sum(len(tables_with(phrase)) for phrase in phrases),
    }
