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
    return "\n".join([HEAD, *overview(results), "", *(section(result) for result in results)])


def overview(results: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What was missed stands first, by name."""
    yield "| benchmark | asked | met | missed |\n|---|---|---|---|"
    for result in results:
        name, rows = result["benchmark"].capitalize(), result["goals"]
        missed = [f"{row['what']}: {number(row['reached'])} ({row['asked']})" for row in rows if not row["met"]]
        link = f"[{name}](#{name.lower()})"
        yield f"| {link} | {len(rows)} | {len(rows) - len(missed)} | {'; '.join(missed) or 'none'} |"


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


def figures(values: dict[str, Any], path: str = "") -> Iterator[str]:
    """A table for the plain values, then one for each group of alike rows, then the same one level down."""
    plain = {name: value for name, value in values.items() if is_plain(value)}
    if plain:
        yield f"{heading(path)}| figure | value |\n|---|---|"
        yield from (f"| {name} | {number(value)} |" for name, value in plain.items())
        yield ""
    for name, value in values.items():
        place = f"{path} · {name}" if path else name
        if isinstance(value, dict):
            yield from (comparison(value, place) if are_alike(value) else figures(value, place))


def comparison(rows: dict[str, dict[str, Any]], path: str) -> Iterator[str]:
    """Rows with the same figures side by side, such as algorithms."""
    columns = [name for name, _ in flat(next(iter(rows.values())))]
    yield f"{heading(path)}| | {' | '.join(columns)} |\n|---{'|---' * len(columns)}|"
    for name, row in rows.items():
        yield f"| {name} | {' | '.join(number(value) for _, value in flat(row))} |"
    yield ""


def are_alike(values: dict[str, Any]) -> bool:
    rows = list(values.values())
    if len(rows) < 2 or not all(isinstance(row, dict) for row in rows):
        return False
    return len({tuple(name for name, _ in flat(row)) for row in rows}) == 1 and any(True for _ in flat(rows[0]))


def heading(path: str) -> str:
    return f"{path}\n\n" if path else ""


def is_plain(value: Any) -> bool:
    """Long lists and lists of records stay in the JSON."""
    if isinstance(value, list):
        return len(value) <= LONGEST_LIST and not any(isinstance(item, dict | list) for item in value)
    return not isinstance(value, dict)


def flat(values: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Nested figures as pairs of name and value."""
    for name, value in values.items():
        place = f"{path} {name}" if path else name
        if isinstance(value, dict):
            yield from flat(value, place)
        elif is_plain(value):
            yield place, value


def number(value: Any) -> str:
    if isinstance(value, list):
        return " to ".join(map(number, value)) if len(value) == 2 else ", ".join(map(number, value)) or "none"
    if value is None:
        return "not asked"
    return f"{value:,g}" if isinstance(value, float) else str(value)
