"""Rows put to a judge of proofs, and what it said of each kind."""

import json
import math
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.adversaries.sentences import CONTRADICTS, PRESERVED

Judge = Callable[[Sequence[dict[str, Any]]], list[str]]
"""Cases (`sentence`, `quotes` or `before`, `rewrite`) in, a level for each out, in order."""
PROVED = {"verbatim", "checked", "unchanged", "derived"}
ACCUSED = {"contradicted", "lost"}
LEVELS = PROVED | ACCUSED | {"quoted", "without_source", "please_read"}
FORMS = ("answer", "rewrite")


def cases(rows: Iterable[dict[str, Any]], form: str) -> list[dict[str, Any]]:
    """A row as a sentence of an answer with its quote, or as an original with its rewrite."""
    if form == "answer":
        return [{"sentence": row["claim"], "quotes": [row["quote"]]} for row in rows]
    return [{"before": row["quote"], "rewrite": row["claim"]} for row in rows]


def command_judge(command: str, form: str, folder: Path | None = None) -> Judge:
    """A program that takes `--cases FILE --json` (and `--rewrite`) and prints `{"cases": [{"level": …}, …]}`.

    The judge raises subprocess.CalledProcessError when it fails, ValueError when the answer does not fit the cases.
    """

    def judge(asked: Sequence[dict[str, Any]]) -> list[str]:
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            file.writelines(json.dumps(case, ensure_ascii=False) + "\n" for case in asked)
            file.flush()
            arguments = [
                *shlex.split(command),
                "--cases",
                file.name,
                "--json",
                *(["--rewrite"] if form == "rewrite" else []),
            ]
            done = subprocess.run(arguments, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
        return checked_levels([case["level"] for case in json.loads(done.stdout)["cases"]], len(asked))

    return judge


def checked_levels(levels: list[str], count: int) -> list[str]:
    """Raises ValueError for a level nobody knows or a number of answers other than asked."""
    unknown = set(levels) - LEVELS
    if unknown or len(levels) != count:
        raise ValueError(f"{len(levels)} levels for {count} cases, unknown: {sorted(unknown)}.")
    return levels


def figures(rows: Sequence[dict[str, Any]], levels: Sequence[str]) -> dict[str, Any]:
    """Totals by label, and the same for each kind of change."""
    kinds = sorted({(row["label"] != PRESERVED, row["kind"]) for row in rows}, reverse=True)
    judged = list(zip(rows, levels, strict=True))
    return {
        "rows": len(rows),
        **totals(judged),
        "languages": {
            language: totals([pair for pair in judged if pair[0]["language"] == language])
            for language in sorted({row["language"] for row in rows})
        },
        "damages": {kind: of_kind(judged, kind, damage=True) for damage, kind in kinds if damage},
        "paraphrases": {kind: of_kind(judged, kind, damage=False) for damage, kind in kinds if not damage},
    }


def totals(judged: Sequence[tuple[dict[str, Any], str]]) -> dict[str, Any]:
    bad = [(row, level) for row, level in judged if row["label"] != PRESERVED]
    denied = [(row, level) for row, level in bad if row["label"] == CONTRADICTS]
    good = [(row, level) for row, level in judged if row["label"] == PRESERVED]
    return {
        "damaged": len(bad),
        "called_proved": count(bad, PROVED),
        "called_proved_share": share(bad, PROVED),
        "called_proved_at_most": upper(count(bad, PROVED), len(bad)),
        "contradicting": len(denied),
        "contradicted_share": share(denied, ACCUSED),
        "preserved": len(good),
        "licensed_share": share(good, PROVED),
        "accused_share": share(good, ACCUSED),
    }


def of_kind(judged: Sequence[tuple[dict[str, Any], str]], kind: str, *, damage: bool) -> dict[str, Any]:
    found = [(row, level) for row, level in judged if row["kind"] == kind and (row["label"] != PRESERVED) is damage]
    if damage:
        denied = [(row, level) for row, level in found if row["label"] == CONTRADICTS]
        return {
            "count": len(found),
            "called_proved": count(found, PROVED),
            "contradicting": len(denied),
            "contradicted": count(denied, ACCUSED),
        }
    return {"count": len(found), "licensed": count(found, PROVED), "accused": count(found, ACCUSED)}


def count(judged: Iterable[tuple[dict[str, Any], str]], levels: set[str]) -> int:
    return sum(level in levels for _, level in judged)


def share(judged: Sequence[tuple[dict[str, Any], str]], levels: set[str]) -> float:
    return round(count(judged, levels) / len(judged), 4) if judged else 0.0


def upper(hits: int, total: int) -> float:
    """Upper end of the Wilson interval at 95 %."""
    if not total:
        return 0.0
    z, part = 1.96, hits / total
    middle = part + z * z / (2 * total)
    return round(
        (middle + z * math.sqrt(part * (1 - part) / total + z * z / (4 * total * total))) / (1 + z * z / total), 4
    )
