"""Rows of tables as quotes: keys, values and columns that change places, and the same rows told otherwise."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.adversaries.sentences import CONTRADICTS, PRESERVED, Mutation, Sentence
from benchmarks.adversaries.texts import documents, half_of, language_of, table_blocks

MOST_CHARACTERS = 70


def rows_of(folder: Path, half: str | None) -> Iterator[dict[str, Any]]:
    """All mutations of all pairs of neighbouring rows that have a key and a figure."""
    for name, text in documents(folder):
        if half is None or half_of(name) == half:
            for head, *rows in table_blocks(text):
                for first, second in itertools.pairwise(rows):
                    yield from of_pair(name, head, first, second)


def of_pair(name: str, head: list[str], first: list[str], second: list[str]) -> Iterator[dict[str, Any]]:
    key = next((at for at, cell in enumerate(first) if re.search(r"[A-Za-zÄÖÜäöü]{4,}", cell)), None)
    if (
        key is None
        or len(first) != len(second)
        or len(first) != len(head)
        or not all((first[key], second[key], head[key]))
    ):
        return
    figures = [at for at in range(key + 1, len(head)) if head[at] and has_figure(first[at]) and has_figure(second[at])]
    if not figures or first[key] == second[key] or max(len(first[key]), len(second[key])) > MOST_CHARACTERS:
        return
    if re.search(r"\b(?:dto|wie vor)\b", first[key] + second[key]):
        return
    at = figures[0]
    quote = f"{line(head, key, first, figures)}\n{line(head, key, second, figures)}"
    sentence = Sentence(quote, language_of(f"{quote} der die das und ist") or "de", name)
    for mutation in mutations(head, key, at, figures, first, second):
        yield mutation.row(sentence)


def has_figure(cell: str) -> bool:
    return re.search(r"\d", cell) is not None and len(cell) < 30


def line(head: list[str], key: int, row: list[str], figures: list[int]) -> str:
    return f"{head[key]}: {row[key]}; " + "; ".join(f"{head[at]}: {row[at]}" for at in figures)


def mutations(
    head: list[str], key: int, at: int, figures: list[int], first: list[str], second: list[str]
) -> Iterator[Mutation]:
    one, two, table = first[key], second[key], [line(head, key, row, figures) for row in (first, second)]
    if first[at] != second[at]:
        claim = "\n".join(
            line(head, key, exchanged(row, other, figures), figures)
            for row, other in ((first, second), (second, first))
        )
        yield Mutation("values of two rows", "table rows exchanged", CONTRADICTS, claim)
        yield Mutation("value of another row", "table rows exchanged", CONTRADICTS, f"{one}: {second[at]}")
        yield Mutation("value of another row", "table rows exchanged", CONTRADICTS, f"{head[at]} {two}: {first[at]}")
    if len(figures) > 1 and first[figures[0]] != first[figures[1]]:
        claim = f"{head[key]}: {one}; {head[figures[0]]}: {first[figures[1]]}; {head[figures[1]]}: {first[figures[0]]}"
        yield Mutation("values of two columns", "table columns exchanged", CONTRADICTS, claim)
    yield Mutation("rows in another order", "table rows reordered", PRESERVED, "\n".join(reversed(table)))
    yield Mutation("one row", "table row alone", PRESERVED, table[0])
    yield Mutation("key and value", "table row alone", PRESERVED, f"{one}: {head[at]} {first[at]}")
    yield Mutation("list", "table row alone", PRESERVED, f"- {two}: {head[at]} {second[at]}")


def exchanged(row: list[str], other: list[str], figures: list[int]) -> list[str]:
    return [other[at] if at in figures else cell for at, cell in enumerate(row)]
