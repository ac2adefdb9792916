"""What a graph costs, how it is kept current, and what questions to it take.

    python benchmarks/graph.py [--data DIR] [--short] [--only communities,growing] [--json]

Each part is a file of graph_parts, which says what it measures. `--short` takes a fifth of the documents. `global` asks
the graph of `podcast`, so it needs that one before it. Works in a database of its own.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.graph_parts import (  # noqa: E402
    communities,
    hops,
    incremental_builds,
    index_builds,
    killed_builds,
    local_questions,
    podcast,
)
from benchmarks.graph_parts import whole_questions as global_questions  # noqa: E402

DATABASE = "auskunft_benchmark_graph"
DATA = ROOT.parent / "shared" / "data"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", help="names of parts, separated by commas")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    measures = parts(options.data, short=options.short)
    names = options.only.split(",") if options.only else list(measures)
    if unknown := [name for name in names if name not in measures]:
        parser.error(f"Unknown part '{unknown[0]}'. Known: {', '.join(measures)}.")
    figures: dict[str, Any] = {"documents": "a fifth" if options.short else "all"}
    with own_database(DATABASE):
        for name in names:
            print(f"{name} …", file=sys.stderr, flush=True)
            started = time.perf_counter()
            figures[name] = measures[name]()
            taken = time.perf_counter() - started
            print(f"{taken:.0f} s {json.dumps(figures[name])}", file=sys.stderr, flush=True)
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def parts(data: Path, *, short: bool) -> dict[str, Callable[[], dict[str, Any]]]:
    """In an order in which each finds what it needs."""
    return {
        "communities": communities.measure,
        "podcast": lambda: podcast.measure(data, whole=not short),
        "global": global_questions.measure,
        "local": local_questions.measure,
        "hops": lambda: hops.measure(10 if short else 40),
        "index": lambda: index_builds.measure(data, rounds=1 if short else 3),
        "growing": lambda: incremental_builds.measure(100 if short else 500),
        "killed": lambda: killed_builds.measure(30 if short else 60),
    }


if __name__ == "__main__":
    main()
