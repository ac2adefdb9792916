"""docs/benchmarks.md from stored results: for each benchmark what was asked, what was reached, and all figures."""

from collections.abc import Iterator, Sequence
from typing import Any

HEAD = """# Benchmarks

Written by `make bench` from `benchmarks/results/*.json`; change the benchmarks or `benchmarks/tables.py`, not this
page. Each figure has the command that measures it, the machine and how busy that was before: times of a busy machine
are upper bounds.
"""
LONGEST_LIST = 6


def page(results: Sequence[dict[str, Any]]) -> str:
    return "\n".join([HEAD, *(section(result) for result in results)])


def section(result: dict[str, Any]) -> str:
    return "\n".join([*opening(result), *goals(result["goals"]), "", *figures(result["figures"]), ""])


def opening(result: dict[str, Any]) -> Iterator[str]:
    machine = result["machine"]
    yield f"## {result['benchmark'].capitalize()}\n"
    yield f"    {result['command']}\n"
    yield (
        f"{result['date']}, commit {result['commit']}, {machine['processors']} processors ({machine['architecture']}), "
        f"{machine['memory_gib']} GiB, Python {machine['python']}, load before {machine['load_before']}.\n"
    )


def goals(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    if rows:
        yield "| asked | | reached | |\n|---|---|---|---|"
    for row in rows:
        yield f"| {row['what']} | {row['asked']} | {number(row['reached'])} | {'met' if row['met'] else '**missed**'} |"


def figures(values: dict[str, Any]) -> Iterator[str]:
    yield "| figure | value |\n|---|---|"
    for name, value in flat(values):
        yield f"| {name} | {number(value)} |"


def flat(values: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Nested figures as lines; long lists stay in the JSON."""
    for name, value in values.items():
        place = f"{path} · {name}" if path else name
        if isinstance(value, dict):
            yield from flat(value, place)
        elif not isinstance(value, list) or len(value) <= LONGEST_LIST:
            yield place, value


def number(value: Any) -> str:
    if isinstance(value, list):
        return " to ".join(map(number, value)) if len(value) == 2 else ", ".join(map(number, value)) or "none"
    if value is None:
        return "not asked"
    return f"{value:,g}" if isinstance(value, float) else str(value)
