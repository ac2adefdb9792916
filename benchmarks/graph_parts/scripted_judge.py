"""The comparison on the podcast collection with a judge who counts: what it must come to can be computed beside it.

Answers are those of the built-in model, so that each algorithm is judged by what it found. Points are collected by a
scripted reader that quotes the beginning of what it is given.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.graph_parts.model_servers import Behaviour, served_by, server_process
from benchmarks.graph_parts.podcast import SLUG, imported

AT_ONCE = 16
WORD = re.compile(r"\w+")
ANSWERS = re.compile(r"<antwort_([12])>(.*?)</antwort_\1>", re.DOTALL)
LINE = re.compile(r"^\[(\d+(?:\.\d+)?)\] (.+)", re.MULTILINE)
POINTS, LONGEST_POINT = 5, 300

MEASURES: dict[str, Callable[[str], float]] = {
    "comprehensiveness": lambda answer: len(words(answer)),
    "diversity": lambda answer: len(set(words(answer))),
    "empowerment": lambda answer: len(re.findall(r"\[\d+\]", answer)),
    "directness": lambda answer: -len(answer),
}
"""More is better. They mean nothing: each is a rule that a table can be checked with."""


def words(text: str) -> list[str]:
    return WORD.findall(text.casefold())


def speak(request: Any) -> str:
    if '"points"' in request.system:
        return json.dumps({"points": points(request.prompt)})
    one, other = (text.strip() for _, text in ANSWERS.findall(request.prompt))
    return json.dumps({name: place(measure(one), measure(other)) for name, measure in MEASURES.items()})


def points(prompt: str) -> list[dict[str, Any]]:
    """The lines that share most words with the question."""
    text, _, question = prompt.rpartition("<frage>")
    asked = {word for word in words(question) if len(word) > 3}
    lines = LINE.findall(text)
    scored = sorted(((len(asked & set(words(line))), number, line) for number, line in lines), reverse=True)
    return [
        {"description": line[:LONGEST_POINT], "score": 20 * shared, "references": [number]}
        for shared, number, line in scored[:POINTS]
    ]


def place(first: float, second: float) -> int:
    """1 or 2 for the better one, 0 for a tie."""
    return 0 if first == second else 1 if first > second else 2


@contextmanager
def collection_with_judge(data: Path) -> Iterator[str]:
    """The podcast collection with its graph, and models that speak so, in the database in use; its short name."""
    from apps.graph.building.build_graph import build_collection_graph
    from apps.graph.building.build_options import BuildOptions
    from apps.graph.building.graph_status import get_or_create_graph_index
    from apps.llm.models import Purpose

    build_collection_graph(get_or_create_graph_index(imported(data, whole=True)), BuildOptions(method="noun-phrases"))
    purposes = (Purpose.MAP, Purpose.COMPARE)
    with server_process(Behaviour(speak)) as base_url, served_by(base_url, AT_ONCE, purposes):
        yield SLUG


def wrong_cells(tables: dict[str, dict[str, dict[str, float | None]]]) -> int:
    """Cells of the tables that differ from what the same rule gives on the stored answers, computed anew."""
    wrong = 0
    for (one, other), answers in judged_answers().items():
        for criterion, measure in MEASURES.items():
            shares = [{1: 1.0, 2: 0.0, 0: 0.5}[place(measure(a), measure(b))] for a, b in answers]
            won, lost = sum(shares), len(shares) - sum(shares)
            wrong += tables[criterion][one][other] != round(100 * won / len(shares), 1)
            wrong += tables[criterion][other][one] != round(100 * lost / len(shares), 1)
    return wrong


def judged_answers() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """By pair of variants; without questions whose answers or ballots failed."""
    from apps.evaluation.models import Comparison

    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for row in Comparison.objects.exclude(results={}).select_related("run"):
        pair = (row.run.options["a"], row.run.options["b"])
        found.setdefault(pair, []).append((row.answer_a.strip(), row.answer_b.strip()))
    return found
