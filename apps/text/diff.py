"""Two texts side by side, line by line, with the changed words named."""

import difflib
import re
from dataclasses import dataclass
from typing import Literal

WORDS = re.compile(r"\s+|[^\s]+")

PartKind = Literal["same", "removed", "added"]
RowKind = Literal["same", "changed", "removed", "added"]


@dataclass(frozen=True, slots=True)
class DiffPart:
    kind: PartKind
    text: str


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One line of the comparison; a side is empty where the line exists on the other side only."""

    kind: RowKind
    left: list[DiffPart]
    right: list[DiffPart]


def compare(left: str, right: str) -> list[DiffRow]:
    """Rows for a two-column table, in order, all lines of both texts included."""
    left_lines, right_lines = left.splitlines(), right.splitlines()
    rows: list[DiffRow] = []
    matcher = difflib.SequenceMatcher(None, left_lines, right_lines, autojunk=False)
    for tag, left_from, left_to, right_from, right_to in matcher.get_opcodes():
        old, new = left_lines[left_from:left_to], right_lines[right_from:right_to]
        if tag == "equal":
            rows.extend(DiffRow("same", [DiffPart("same", line)], [DiffPart("same", line)]) for line in old)
        else:
            rows.extend(changed_rows(old, new))
    return rows


def changed_rows(old: list[str], new: list[str]) -> list[DiffRow]:
    pairs = min(len(old), len(new))
    rows = [DiffRow("changed", *compare_words(before, after)) for before, after in zip(old, new, strict=False)]
    rows.extend(DiffRow("removed", [DiffPart("removed", line)], []) for line in old[pairs:])
    rows.extend(DiffRow("added", [], [DiffPart("added", line)]) for line in new[pairs:])
    return rows


def compare_words(before: str, after: str) -> tuple[list[DiffPart], list[DiffPart]]:
    """The parts of two lines: `same` on both sides, `removed` on the left, `added` on the right."""
    old, new = WORDS.findall(before), WORDS.findall(after)
    left: list[DiffPart] = []
    right: list[DiffPart] = []
    for tag, old_from, old_to, new_from, new_to in difflib.SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        gone, come = "".join(old[old_from:old_to]), "".join(new[new_from:new_to])
        if tag == "equal":
            left.append(DiffPart("same", gone))
            right.append(DiffPart("same", come))
            continue
        if gone:
            left.append(DiffPart("removed", gone))
        if come:
            right.append(DiffPart("added", come))
    return left, right
