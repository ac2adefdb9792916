"""Which stored figures are worse than those of another commit.

    python benchmarks/changes.py COMMIT [--percent 5] [--json]

Compared are the figures that goals.tsv asks for, of the results that both commits store; worse is what moved away from
its bound by more than the share. Machines and days differ: the load and the date of both are printed beside them, and a
figure that is worse here is to be measured again in turns with the older code before anything is made of it.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.goals import GOALS, Goal  # noqa: E402 - importable once the folder is on the path

RESULTS = "benchmarks/results"


@dataclass(frozen=True, slots=True)
class Change:
    """A figure then and now; `worse`: by which share of its older value it moved away from its bound, below 0 for
    nearer to it."""

    benchmark: str
    what: str
    asked: str
    before: float
    now: float
    worse: float
    is_met: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("--percent", type=float, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    older, newer = results_of(options.commit), results_here()
    found = list(changes(older, newer, GOALS))
    fallen = [each for each in found if each.worse > options.percent / 100]
    if options.json:
        print(json.dumps({"compared": len(found), "worse": [asdict(each) for each in fallen]}, ensure_ascii=False))
        return
    for each in fallen:
        met = "met" if each.is_met else "missed"
        print(f"{each.benchmark}: {each.what}: {each.before:g} -> {each.now:g} ({each.asked}, {met})")
        print(f"    {measured(older[each.benchmark])} -> {measured(newer[each.benchmark])}")
    print(f"{len(fallen)} of {len(found)} figures are worse by more than {options.percent:g} %.")


def results_of(commit: str) -> dict[str, dict[str, Any]]:
    """The results that a commit stores, by benchmark. Raises CalledProcessError for a commit that is none."""
    listed = git("ls-tree", "--name-only", commit, f"{RESULTS}/").split()
    return {Path(path).stem: json.loads(git("show", f"{commit}:{path}")) for path in listed}


def results_here() -> dict[str, dict[str, Any]]:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / RESULTS).glob("*.json")}


def git(*words: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True, text=True).stdout


def changes(
    older: Mapping[str, Mapping[str, Any]],
    newer: Mapping[str, Mapping[str, Any]],
    goals: Mapping[str, Sequence[Goal]],
) -> Iterator[Change]:
    """Of each figure that both have, in the order of the goals."""
    for name in (name for name in goals if name in older and name in newer):
        for goal in goals[name]:
            try:
                before, now = goal.reached(older[name]["figures"]), goal.reached(newer[name]["figures"])
            except KeyError:
                continue
            yield Change(name, goal.what, goal.asked, before, now, worsening(goal, before, now), goal.is_met(now))


def worsening(goal: Goal, before: float, now: float) -> float:
    away = before - now if goal.bound == ">=" else now - before
    return away / abs(before) if before else float(away)


def measured(result: Mapping[str, Any]) -> str:
    return f"{result['date']}, load {result['machine']['load_before']:g}"


if __name__ == "__main__":
    main()
