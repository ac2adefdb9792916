"""The transcripts of the GraphRAG paper as a graph by noun phrases: what is read for a question on each level."""

import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any

SLUG = "podcast"


def measure(data: Path, *, whole: bool) -> dict[str, Any]:
    """Built twice, to compare the communities and what their reports say."""
    from apps.graph.building.build_graph import build_collection_graph
    from apps.graph.building.build_options import BuildOptions
    from apps.graph.building.graph_status import get_or_create_graph_index
    from apps.graph.models import Report

    found = imported(data, whole=whole)
    started = time.perf_counter()
    first = build_collection_graph(get_or_create_graph_index(found), BuildOptions(method="noun-phrases"))
    seconds = time.perf_counter() - started
    told = list(Report.objects.order_by("community__number").values_list("title", "summary", "tokens"))
    again = build_collection_graph(
        get_or_create_graph_index(found), BuildOptions(method="noun-phrases", rebuild_communities=True)
    )
    told_again = list(Report.objects.order_by("community__number").values_list("title", "summary", "tokens"))
    return {
        "seconds": round(seconds, 1),
        "documents": again.documents,
        "pieces": again.chunks,
        "entities": again.entities,
        "relationships": again.relationships,
        **tokens_of(again),
        "second_build_differs": int(first.fingerprint != again.fingerprint or told != told_again),
    }


def imported(data: Path, *, whole: bool) -> Any:
    """The collection; a fifth of the transcripts if not `whole`."""
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.models import Collection

    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(data / "graphrag-podcast" / "transcripts.zip") as archive:
            names = sorted(name for name in archive.namelist() if name.endswith(".txt"))
            archive.extractall(folder, names if whole else names[::5])
        import_paths([Path(folder)], SLUG)
    return Collection.objects.get(slug=SLUG)


def tokens_of(build: Any) -> dict[str, Any]:
    """The table of the paper: communities and tokens of each level, in percent of reading everything."""
    from django.db.models import Sum

    from apps.graph.models import Unit

    everything = Unit.objects.filter(build=build).aggregate(tokens=Sum("tokens"))["tokens"]
    levels = [
        level | {"percent_of_everything": round(100 * level["report_tokens"] / everything, 1)} for level in build.levels
    ]
    return {
        "tokens_of_everything": everything,
        "levels": levels,
        "root_percent": levels[0]["percent_of_everything"],
        "deepest_percent": levels[-1]["percent_of_everything"],
    }
