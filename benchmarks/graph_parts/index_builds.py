"""The index of 100 articles beside a bare loop that makes the same calls: time, calls, memory, and calls that fail.

Settings are those of the shared comparison with other implementations: pieces of 1,200 tokens that share 100, one round
of gleaning, communities of at most 10, 25 calls at once. Articles are stretches of the podcast transcripts.
"""

import statistics
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.graph_parts.bare_graph import BareGraph
from benchmarks.graph_parts.invented_graph import imported
from benchmarks.graph_parts.model_servers import DIMENSIONS, Behaviour, by_rule, served_by, server_process
from benchmarks.graph_parts.own_process import building
from benchmarks.process_memory import peak_megabytes

SLUG, ARTICLES, CHARACTERS, AT_ONCE = "articles", 100, 6_300, 25
LATENCIES = {"without_latency": 0.0, "at_50_ms": 0.05}
FAILING = 10
"""Of so many calls, one fails."""


def measure(data: Path, rounds: int) -> dict[str, Any]:
    """Ours and the bare loop take turns; medians."""
    imported(articles(data), SLUG)
    figures: dict[str, Any] = {"articles": ARTICLES, "rounds": rounds}
    for name, latency in LATENCIES.items():
        with serving(Behaviour(by_rule, latency)) as base_url:
            figures[name] = beside_bare(base_url, rounds)
    with serving(Behaviour(by_rule)):
        figures["peak_mb"] = peak_of_a_build()
        undisturbed = built()
    with serving(Behaviour(by_rule, every_nth=FAILING)):
        failing = built()
    figures["failing"] = {
        "seconds": round(failing.seconds, 1),
        "result_differs": int(failing.fingerprint != undisturbed.fingerprint),
    }
    return figures


def articles(data: Path) -> list[dict[str, str]]:
    with zipfile.ZipFile(data / "graphrag-podcast" / "transcripts.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".txt"))
        text = "\n".join(archive.read(name).decode() for name in names[:: len(names) // ARTICLES])
    starts = range(0, ARTICLES * CHARACTERS, CHARACTERS)
    return [{"id": f"a{n:03}", "title": f"Article {n}", "text": text[s : s + CHARACTERS]} for n, s in enumerate(starts)]


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[str]:
    """A server of its own for chat and vectors, until the end of the block."""
    from apps.llm.models import EmbeddingModel

    usual = EmbeddingModel.objects.get(is_default=True)
    with server_process(behaviour) as base_url, served_by(base_url, AT_ONCE) as endpoint:
        EmbeddingModel.objects.update(is_default=False)
        made = EmbeddingModel.objects.create(
            endpoint=endpoint, name="fake", dimensions=DIMENSIONS, batch_size=16, is_default=True
        )
        try:
            yield base_url
        finally:
            made.delete()
            EmbeddingModel.objects.filter(pk=usual.pk).update(is_default=True)


def fresh_index() -> Any:
    """Without anything known from an earlier build."""
    from apps.documents.models import Collection
    from apps.graph.models import GraphIndex

    found = Collection.objects.get(slug=SLUG)
    GraphIndex.objects.filter(collection=found).delete()
    return GraphIndex.objects.create(
        collection=found, method="model", chunk_tokens=1_200, chunk_overlap=100, gleanings=1, max_cluster_size=10
    )


def built() -> Any:
    """A build from nothing, which must come to its end."""
    from apps.graph.building.build_graph import build_collection_graph

    run = build_collection_graph(fresh_index())
    assert run.state == "complete", run.reason
    return run


def beside_bare(base_url: str, rounds: int) -> dict[str, Any]:
    from asgiref.sync import async_to_sync

    from apps.documents.models import Collection
    from apps.graph.extraction.load_text_units import load_unit_corpus

    corpus = load_unit_corpus(Collection.objects.get(slug=SLUG).pk, chunk_tokens=1_200, overlap=100)
    pieces = [piece.text for piece in corpus.units]
    ours, bare = [], []
    for _ in range(1 + rounds):
        run = built()
        ours.append(run.seconds)
        loop = BareGraph(base_url, AT_ONCE)
        bare.append(async_to_sync(loop.build)(pieces))
    calls = sum(number for purpose, number in run.calls.items() if purpose != "embed")
    # The first round loads libraries.
    seconds, least = statistics.median(ours[1:]), statistics.median(bare[1:])
    return {
        "seconds": round(seconds, 2),
        "bare_seconds": round(least, 2),
        "ratio": round(seconds / least, 2),
        "calls": calls,
        "bare_calls": loop.calls,
        "calls_ratio": round(calls / loop.calls, 2),
        "calls_per_1000_tokens": round(1_000 * calls / corpus.tokens, 2),
        "entities": run.entities,
        "relationships": run.relationships,
    }


def peak_of_a_build() -> float:
    """MB of a process that does nothing but build: the command."""
    fresh_index()
    process = building(SLUG)
    highest = 0.0
    while process.poll() is None:
        highest = max(highest, peak_megabytes(process.pid))
        time.sleep(0.02)
    return round(highest, 1)
