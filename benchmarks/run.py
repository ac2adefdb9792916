"""All benchmarks in one go: results as JSON in benchmarks/results, the page docs/benchmarks.md with its pictures.

    python benchmarks/run.py [--only parsing,retrieval] [--full] [--render]

Each benchmark is a program of its own that prints its figures with --json; what was asked stands in goals.tsv. A busy
machine gives bad times: the load at the start is written down beside them. `--full` runs those that have a short and a
full form in the full one, which takes an hour more; `--render` only writes the tables anew. `million` takes 20 GB and
90 minutes of the processor and runs when it is named.
Exit status 1 when a goal was missed or a benchmark failed. `changes.py` compares what is stored with another commit.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.goals import GOALS  # noqa: E402 - importable once the folder is on the path
from benchmarks.tables import page, pictures  # noqa: E402

WITH_A_FULL_FORM = {"attacks", "channels", "ingestion", "office_throughput", "sockets"}
ONLY_BY_NAME = {"million"}
RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "benchmarks.md"
IMAGES = ROOT / "docs" / "images"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only",
        default=",".join(name for name in GOALS if name not in ONLY_BY_NAME),
        help="names, separated by commas",
    )
    parser.add_argument("--full", action="store_true", help="the sizes that were asked for, where a short form exists")
    parser.add_argument("--render", action="store_true", help="write the tables from the stored results")
    options = parser.parse_args()
    names = options.only.split(",")
    unknown = [name for name in names if name not in GOALS]
    if unknown:
        parser.error(f"Unknown benchmark '{unknown[0]}'. Known: {', '.join(GOALS)}.")
    failed = [] if options.render else [name for name in names if not run(name, full=options.full)]
    results = stored_results()
    PAGE.write_text(page(results), encoding="utf-8")
    for name, picture in pictures(results).items():
        (IMAGES / name).write_text(picture, encoding="utf-8")
    missed = [goal["what"] for result in results for goal in result["goals"] if not goal["met"]]
    for sentence in [*(f"{name} failed" for name in failed), *(f"missed: {what}" for what in missed)]:
        print(sentence, file=sys.stderr)
    sys.exit(1 if failed or missed else 0)


def run(name: str, *, full: bool) -> bool:
    """Run one benchmark and store what it measured; False when it failed.

    The older result stays then, and when the benchmark was skipped for want of what it needs.
    """
    command = ["benchmarks/" + name + ".py", *(["--full"] if full and name in WITH_A_FULL_FORM else []), "--json"]
    print(f"{name} …", file=sys.stderr, flush=True)
    conditions = machine()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        return False
    figures = json.loads(done.stdout)
    if "skipped" in figures:
        print(figures["skipped"], file=sys.stderr)
        return True
    result = {
        "benchmark": name,
        "command": " ".join(["python", *command]),
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit(),
        "machine": conditions,
        "goals": [judged(goal, figures) for goal in GOALS[name]],
        "figures": figures,
    }
    RESULTS.mkdir(exist_ok=True)
    stored(name).write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return True


def stored_results() -> list[dict[str, Any]]:
    """In the order of the goals."""
    return [json.loads(path.read_text(encoding="utf-8")) for name in GOALS if (path := stored(name)).exists()]


def stored(name: str) -> Path:
    return RESULTS / f"{name}.json"


def judged(goal: Any, figures: dict[str, Any]) -> dict[str, Any]:
    reached = goal.reached(figures)
    return {"what": goal.what, "asked": goal.asked, "reached": reached, "met": goal.is_met(reached)}


def machine() -> dict[str, Any]:
    """What the times depend on, before the benchmark adds its own load."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "processors": os.cpu_count(),
        "memory_gib": round(memory, 1),
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "load_before": round(os.getloadavg()[0], 2),
    }


def commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


if __name__ == "__main__":
    main()
