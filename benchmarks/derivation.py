"""What the derivation engine calls proved, and how long it takes, on labelled cases.

    python benchmarks/derivation.py [--data DIR] [--show] [--verdicts FILE] [--json]

DIR holds answers.jsonl (`type` lie or true, `sentence`, `quotes`) and rewrites.jsonl (`type` damage or faithful,
`before`, `rewrite`); the rules were written on these and on one half of the labelled cases of the application. The
other half (`unseen`, by the hash of a case's id) is only measured: `--show` never prints it. Of its cases that are
not proved nothing but an outline was looked at so far: kinds of phrases and function words, no word of content.
`unseen_english` is half of what somebody wrote in English who knew no rule (unseen_english.jsonl), long sentences and
free rewrites; `unseen_german` is half of what somebody wrote of official texts as language models answer, nearly each
sentence with several changes (unseen_german.jsonl). Nobody who mends a rule reads either, and their times do not count.

A false proof is a lie or a damage that comes out proved, an accusation a true or faithful one that is called
contradicted or lost. Times are of the processor, per case, with the words of all cases already known and every text
read anew; the first pass, which meets the words for the first time, is shown beside it.

`--verdicts` writes one line for each case, by which a change that is to change no verdict can be held against the
version before it. Exit status 1 when a lie was called proved.
"""

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from apps.text.entailment import Derivation, derive, derive_rewrite  # noqa: E402 - importable once the folder is on the path
from apps.text.entailment.derivation_result import PROVED  # noqa: E402
from apps.text.entailment.find_contradictions import content_sentences  # noqa: E402
from apps.text.entailment.parse_statements import keyed_tokens, parse_statements  # noqa: E402
from apps.text.entailment.tokens.tokenise import visible_text  # noqa: E402

DATA = ROOT.parent / "shared" / "data" / "proof-cases"
LABELLED = ROOT / "apps" / "evaluation" / "second_reader_calibration" / "labelled_cases.jsonl"
UNREAD = {name: Path(__file__).with_name(f"{name}.jsonl") for name in ("unseen_english", "unseen_german")}
RED = frozenset({"contradicted", "lost"})
HALVES = ("seen", "unseen")
Case = tuple[str, str, Callable[[], Derivation]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--show", action="store_true", help="print every case that is not as it should be")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--verdicts", type=Path, help="write a digest of each case, its level and its whole derivation")
    options = parser.parse_args()
    rows = [row for name in ("answers", "rewrites") for row in read_rows(options.data / f"{name}.jsonl")]
    labelled = {half: [row for row in read_rows(LABELLED) if half_of(row) == half] for half in HALVES}
    groups = {"development": rows, **labelled, **{name: read_rows(path) for name, path in UNREAD.items()}}
    first, _ = passed([case(row) for group in groups.values() for row in group])
    warm: list[float] = []
    result: dict[str, Any] = {}
    verdicts: list[str] = []
    for name, group in groups.items():
        times, found = passed([case(row) for row in group])
        warm += times if name not in UNREAD else []
        verdicts += [f"{digest(text)} {d.level} {digest(str(d))}" for _, text, d in found]
        result[name] = figures(found)
        if options.show and not name.startswith("unseen"):
            show(found)
    if options.verdicts:
        options.verdicts.write_text("\n".join(verdicts) + "\n", encoding="ascii")
    result["false_proofs"] = sum(result[name]["false_proofs"] for name in groups)
    result["milliseconds"] = {"warm": spread(warm), "first": spread(first)}
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))
    sys.exit(1 if result["false_proofs"] else 0)


def show(found: Sequence[tuple[str, str, Derivation]]) -> None:
    """Prints what is not as it should be."""
    print(*(f"{kind} {d.level}: {text}" for kind, text, d in found if wrong(kind, d)), sep="\n")


def digest(text: str) -> str:
    """So that the half that is only measured can be compared unread."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_rows(path: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    return [{**row, "type": row.get("type") or row["label"]} for row in rows]


def half_of(row: dict[str, Any]) -> str:
    """ "seen" is what the rules may be written on; which half a case is in depends on nothing but its id."""
    return HALVES[int(hashlib.sha256(row["id"].encode()).hexdigest(), 16) % 2]


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
        for kept in (parse_statements, keyed_tokens, content_sentences, visible_text):
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
