"""How long the planted graph takes to be divided, beside the bare library on the same edges."""

import time
from typing import Any

from benchmarks.graph_parts.planted_topics import planted

ROUNDS = 3


def measure() -> dict[str, Any]:
    """Interleaved; the best of each, because other work of the machine only adds."""
    import graspologic_native

    from apps.graph.communities.leiden import detect_communities

    names, edges = planted()
    ours, bare = [], []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        hierarchy = detect_communities(names, edges)
        ours.append(time.perf_counter() - started)
        started = time.perf_counter()
        graspologic_native.hierarchical_leiden(edges, max_cluster_size=10, seed=1)  # type: ignore[call-arg]
        bare.append(time.perf_counter() - started)
    return {
        "seconds": round(min(ours), 2),
        "library_seconds": round(min(bare), 2),
        "levels": hierarchy.depth,
        "levels_that_miss_or_repeat_one": sum(
            sorted(node for group in hierarchy.level(level) for node in group.members) != names
            for level in range(hierarchy.depth)
        ),
    }
