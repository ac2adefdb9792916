"""Two texts side by side, line by line, with the changed words named. Pure."""

import difflib
import re
from dataclasses import dataclass
from typing import Literal

WORDS = re.compile(r"\s+|[^\s]+")

PartKind = Literal["same", "removed", "added"]
RowKind = Literal["same", "changed", "removed", "added"]


@dataclass(frozen=True, slots=True)
class Part:
    kind: PartKind
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the comparison; a side is empty where the line exists on the other side only."""

    kind: RowKind
    left: list[Part]
    right: list[Part]


def compare(left: str, right: str) -> list[Row]:
    """Rows for a two-column table, in order, all lines of both texts included."""
    left_lines, right_lines = left.splitlines(), right.splitlines()
    rows: list[Row] = []
    matcher = difflib.SequenceMatcher(None, left_lines, right_lines, autojunk=False)
    for tag, left_from, left_to, right_from, right_to in matcher.get_opcodes():
        old, new = left_lines[left_from:left_to], right_lines[right_from:right_to]
        if tag == "equal":
            rows.extend(Row("same", [Part("same", line)], [Part("same", line)]) for line in old)
        else:
            rows.extend(changed_rows(old, new))
    return rows


def changed_rows(old: list[str], new: list[str]) -> list[Row]:
    pairs = min(len(old), len(new))
    rows = [Row("changed", *compare_words(before, after)) for before, after in zip(old, new, strict=False)]
    rows.extend(Row("removed", [Part("removed", line)], []) for line in old[pairs:])
    rows.extend(Row("added", [], [Part("added", line)]) for line in new[pairs:])
    return rows


def compare_words(before: str, after: str) -> tuple[list[Part], list[Part]]:
    """The parts of two lines: `same` on both sides, `removed` on the left, `added` on the right."""
    old, new = WORDS.findall(before), WORDS.findall(after)
    left: list[Part] = []
    right: list[Part] = []
    for tag, old_from, old_to, new_from, new_to in difflib.SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        gone, come = "".join(old[old_from:old_to]), "".join(new[new_from:new_to])
        if tag == "equal":
            left.append(Part("same", gone))
            right.append(Part("same", come))
            continue
        if gone:
            left.append(Part("removed", gone))
        if come:
            right.append(Part("added", come))
    return left, right
