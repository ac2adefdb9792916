"""What the derivation engine calls proved, and how long it takes, on labelled cases.

    python benchmarks/derivation.py [--data DIR] [--show] [--json]

DIR holds answers.jsonl (`type` lie or true, `sentence`, `quotes`) and rewrites.jsonl (`type` damage or faithful,
`before`, `rewrite`). A false proof is a lie or a damage that comes out proved. Times are of the processor,
per case, with the words of all cases already known and every text read anew; the first pass, which meets the words for
the first time, is shown beside it.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from apps.text.derivation import Derivation, derive, derive_rewrite  # noqa: E402 - importable once the folder is on the path
from apps.text.derivation.contradiction import read  # noqa: E402
from apps.text.derivation.outcome import PROVED  # noqa: E402
from apps.text.derivation.statements import statements, words_of  # noqa: E402

DATA = ROOT.parent / "shared" / "data" / "proof-cases"
MOST_MILLISECONDS = 3.0
RED = frozenset({"contradicted", "lost", "unrelated"})
Case = tuple[str, str, Callable[[], Derivation]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--show", action="store_true", help="print every case that is not as it should be")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    cases = [case for name in ("answers", "rewrites") for case in read_cases(options.data / f"{name}.jsonl")]
    first, _ = passed(cases)
    warm, found = passed(cases)
    result = {**figures(found), "milliseconds": {"warm": spread(warm), "first": spread(first)}}
    if options.show:
        print(
            *(f"{kind} {derivation.level}: {text}" for kind, text, derivation in found if wrong(kind, derivation)),
            sep="\n",
        )
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))
    sys.exit(0 if not result["false_proofs"] and result["milliseconds"]["warm"]["p95"] <= MOST_MILLISECONDS else 1)


def read_cases(path: Path) -> list[Case]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    return [case(row) for row in rows]


def case(row: dict[str, Any]) -> Case:
    if "rewrite" in row:
        return (
            row["type"],
            f"{row['before']} => {row['rewrite']}",
            lambda: derive_rewrite(row["before"], row["rewrite"]),
        )
    return (
        row["type"],
        f"{' | '.join(row['quotes'])} => {row['sentence']}",
        lambda: derive(row["sentence"], row["quotes"]),
    )


def passed(cases: Sequence[Case]) -> tuple[list[float], list[tuple[str, str, Derivation]]]:
    """Milliseconds and results; texts that were kept are forgotten before each case."""
    times, found = [], []
    for kind, text, run in cases:
        for kept in (statements, words_of, read):
            kept.cache_clear()
        start = time.process_time()
        derivation = run()
        times.append((time.process_time() - start) * 1000)
        found.append((kind, text, derivation))
    return times, found


def figures(found: Sequence[tuple[str, str, Derivation]]) -> dict[str, Any]:
    levels = Counter((kind, str(derivation.level)) for kind, _, derivation in found)
    counts = Counter(kind for kind, _, _ in found)
    proved = Counter(kind for kind, _, derivation in found if derivation.level in PROVED)
    red = Counter(kind for kind, _, derivation in found if str(derivation.level) in RED)
    return {
        "cases": dict(counts),
        "false_proofs": proved["lie"] + proved["damage"],
        "proved": {kind: share(proved[kind], counts[kind]) for kind in ("true", "faithful")},
        "red": {kind: share(red[kind], counts[kind]) for kind in counts},
        "levels": {f"{kind} {level}": count for (kind, level), count in sorted(levels.items())},
    }


def share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 0.0


def wrong(kind: str, derivation: Derivation) -> bool:
    return (kind in {"true", "faithful"}) != derivation.proved


def spread(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        name: round(ordered[int(len(ordered) * at)], 2) for name, at in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
    }


if __name__ == "__main__":
    main()
