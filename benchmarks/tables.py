"""docs/benchmarks.md and its pictures from stored results: what was missed and why, then chapter by chapter."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from benchmarks.report_parts.chapters import CHAPTERS, MISSED, Chapter, anchor
from benchmarks.report_parts.charts import chart
from benchmarks.report_parts.comparisons import COMPARISONS, table, table_finders
from benchmarks.report_parts.goal_tables import goal_tables, number

Result = dict[str, Any]
HEAD = """# Benchmarks

What was asked of the product in numbers, and what it reaches. What is missed stands first. Each benchmark says what it
measures on which material, whether those who wrote the rules had seen that material (in italics), and its command, day,
commit and machine. Times of a busy machine (load) are upper bounds. Further figures are in the files behind *figures*.

`make bench` writes this page from `benchmarks/results/`, `benchmarks/goals.tsv` says what is asked, and
`benchmarks/report_parts/` holds the sentences.
"""
FINDERS = """### Finders of tables

The tables of pdf_tables.py, read by other libraries with their own defaults and, where they have one, their way without
lines (pymupdf 2.0, pdfplumber 0.11.10, camelot-py 2.0.0).

`python benchmarks/table_libraries.py` · 2026-11-26 · stored by hand in `benchmarks/table_libraries.tsv`
"""


def page(results: Sequence[Result], chapters: Sequence[Chapter] = CHAPTERS) -> str:
    stored = {result["benchmark"]: result for result in results}
    ordered = [row for row in chapters if row.benchmark in stored]
    parts = [HEAD, *overview(ordered, stored), *missed(ordered, stored)]
    for chapter, rows in groupby(ordered, lambda row: row.chapter):
        parts.append(f"## {chapter}")
        parts.extend(line for row in rows for line in section(row, stored[row.benchmark]))
        if chapter == chapters[-1].chapter:
            parts.extend([FINDERS, *table(table_finders())])
    return "\n".join([*parts, *not_measured(chapters, stored)]).rstrip() + "\n"


def overview(chapters: Sequence[Chapter], stored: dict[str, Result]) -> Iterator[str]:
    yield "| chapter | benchmarks | goals | met | missed |\n|---|---|---|---|---|"
    for chapter, group in groupby(chapters, lambda row: row.chapter):
        rows = list(group)
        goals = [goal for row in rows for goal in stored[row.benchmark]["goals"]]
        met = sum(goal["met"] for goal in goals)
        names = ", ".join(f"[{row.title}](#{anchor(row.title)})" for row in rows)
        yield f"| [{chapter}](#{anchor(chapter)}) | {names} | {len(goals)} | {met} | {len(goals) - met} |"
    yield ""


def missed(chapters: Sequence[Chapter], stored: dict[str, Result]) -> Iterator[str]:
    """Every goal that is missed, with the reason where one is known."""
    yield "## What is missed\n\n| measured | asked | reached | why, and what was tried |\n|---|---|---|---|"
    for row in chapters:
        for goal in stored[row.benchmark]["goals"]:
            if not goal["met"]:
                said, why = MISSED.get((row.benchmark, goal["what"]), (goal["what"], ""))
                link = f"[{said}](#{anchor(row.title)})"
                yield f"| {link} | {goal['asked']} | {number(goal['reached'])} | {why} |"
    yield ""


def section(row: Chapter, result: Result) -> Iterator[str]:
    yield f"### {row.title}\n\n{row.measured}{f' *{row.seen}*' if row.seen else ''}\\"
    yield origin(result)
    yield from goal_tables(result["goals"])
    if compare := COMPARISONS.get(row.benchmark):
        yield from table(compare(result["figures"]))


def origin(result: Result) -> str:
    """The command, day, commit and machine, and where all figures are."""
    machine = result["machine"]
    place = (
        f"{machine['processors']} processors ({machine['architecture']}), {machine['memory_gib']} GiB, "
        f"Python {machine['python']}, load {machine['load_before']}"
    )
    figures = f"[figures](../benchmarks/results/{result['benchmark']}.json)"
    return f"`{result['command']}` · {result['date']}, {result['commit']} · {place} · {figures}\n"


def not_measured(chapters: Sequence[Chapter], stored: dict[str, Result]) -> Iterator[str]:
    absent = [row for row in chapters if row.benchmark not in stored]
    if absent:
        yield "## Without a stored result\n"
        yield from (f"- **{row.title}** (`benchmarks/{row.benchmark}.py`): {row.measured}" for row in absent)


def pictures(results: Sequence[Result]) -> dict[str, str]:
    """Name of a file in docs/images -> its SVG."""
    drawn = [
        COMPARISONS[result["benchmark"]](result["figures"]) for result in results if result["benchmark"] in COMPARISONS
    ]
    return {each.picture: chart(each) for each in [*drawn, table_finders()] if each.picture}
