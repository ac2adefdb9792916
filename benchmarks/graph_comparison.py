"""Algorithms against each other on the same questions, judged in pairs: a table of win rates for each criterion.

    python benchmarks/graph_comparison.py QUESTIONS --collection SLUG [--algorithms A,B] [--repeats 4] [--limit N]
    python benchmarks/graph_comparison.py --scripted [--data DIR]

QUESTIONS is JSONL with `question`, or a CSV with a column `question_text` or `question`. The collection must have its
graph (manage.py graph build). Answers and judgements are made with the models in force and kept as runs of the
evaluation: the same command goes on where it stopped. A cell is the share of questions the row wins, ties half.
`--scripted` asks the questions about the podcast transcripts, in a database of its own, with a judge who counts
(graph_parts/scripted_judge.py): what the tables must say is computed beside them; `wrong_cells` counts the differences.
"""

import argparse
import csv
import json
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database, set_up  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_graph_comparison"
DATA = ROOT.parent / "shared" / "data"
ALGORITHMS = "graph-global,graph-local,basic,map-reduce"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path, nargs="?")
    parser.add_argument("--collection")
    parser.add_argument("--scripted", action="store_true")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--algorithms", default=ALGORITHMS)
    parser.add_argument("--repeats", type=int, default=4)
    parser.add_argument("--limit", type=int, help="only the first questions")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    names = options.algorithms.split(",")
    if options.scripted:
        # Its judge is one of the tests' servers, whose packages an installation without tests lacks.
        from benchmarks.graph_parts.scripted_judge import collection_with_judge, wrong_cells

        with own_database(DATABASE), collection_with_judge(options.data) as slug:
            questions = read(options.data / "graphrag-podcast" / "questions.csv")[: options.limit]
            results = all_compared(names, questions, slug, options.repeats)
            tables = tables_of(names, results)
            figures = {
                "questions": len(questions),
                "failed": sum(result["failed"] for result in results.values()),
                "wrong_cells": wrong_cells(tables),
                "tables": tables,
            }
    elif options.questions and options.collection:
        set_up()
        questions = read(options.questions)[: options.limit]
        tables = tables_of(names, all_compared(names, questions, options.collection, options.repeats))
        figures = {"questions": len(questions), "tables": tables}
    else:
        parser.error("Name questions and their --collection, or say --scripted.")
    if options.json:
        print(json.dumps(figures, ensure_ascii=False))
    else:
        print("\n\n".join(shown(criterion, names, table) for criterion, table in tables.items()))


def all_compared(
    names: Sequence[str], questions: Sequence[str], collection: str, repeats: int
) -> dict[tuple[str, str], dict[str, Any]]:
    """Each pair once."""
    return {(one, other): compared(one, other, questions, collection, repeats) for one, other in combinations(names, 2)}


def read(path: Path) -> list[str]:
    """The questions in their order."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [row.get("question_text") or row["question"] for row in csv.DictReader(file)]
    return [json.loads(line)["question"] for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def compared(one: str, other: str, questions: Sequence[str], collection: str, repeats: int) -> dict[str, Any]:
    """The result of `manage.py evaluate compare` for a pair."""
    from apps.evaluation.comparisons.run_comparison import run_comparison, start_comparison
    from apps.evaluation.planning.create_run import OpeningQuestion

    print(f"{one} / {other} …", file=sys.stderr, flush=True)
    asked = [OpeningQuestion(question=question) for question in questions]
    run = start_comparison(one, other, asked, repeats=repeats, collections=[collection])
    result: dict[str, Any] = run_comparison(run).result
    return result


def tables_of(
    names: Sequence[str], results: dict[tuple[str, str], dict[str, Any]]
) -> dict[str, dict[str, dict[str, float | None]]]:
    """Criterion -> row -> column -> win rate of the row in percent; against itself 50, as in the paper."""
    criteria = list(dict.fromkeys(name for result in results.values() for name in result["criteria"]))
    return {
        criterion: {row: {column: win_rate(row, column, criterion, results) for column in names} for row in names}
        for criterion in criteria
    }


def win_rate(row: str, column: str, criterion: str, results: dict[tuple[str, str], dict[str, Any]]) -> float | None:
    """None where nothing was judged. From the counts: the stored rate is rounded already."""
    if row == column:
        return 50.0
    is_first = (row, column) in results
    counts = results[(row, column) if is_first else (column, row)]["criteria"][criterion]
    judged = counts["wins_a"] + counts["wins_b"] + counts["ties"]
    won = counts["wins_a" if is_first else "wins_b"] + counts["ties"] / 2
    return round(100 * won / judged, 1) if judged else None


def shown(criterion: str, names: Sequence[str], table: dict[str, dict[str, float | None]]) -> str:
    width = max(map(len, names)) + 2
    head = " " * width + "".join(f"{name:>{width}}" for name in names)
    lines = [
        f"{row:<{width}}" + "".join(f"{'-' if (rate := table[row][name]) is None else rate:>{width}}" for name in names)
        for row in names
    ]
    return "\n".join([criterion, head, *lines])


if __name__ == "__main__":
    main()
