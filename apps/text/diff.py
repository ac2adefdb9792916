"""Diffs two texts line by line for a side-by-side view, with the changed words marked."""

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

WORDS = re.compile(r"\s+|[^\s]+")
MOST_PAIRS = 90_000
"""Of words, blanks or lines between the first change and the last, such as 300 on either side. What aligns them may
take time with the third power of their number; more than that is shown as replaced altogether."""

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


def diff_lines(left: str, right: str) -> list[DiffRow]:
    """Rows for a two-column table, in order, all lines of both texts included."""
    left_lines, right_lines = left.splitlines(), right.splitlines()
    rows: list[DiffRow] = []
    for tag, left_from, left_to, right_from, right_to in diff_operations(left_lines, right_lines):
        old, new = left_lines[left_from:left_to], right_lines[right_from:right_to]
        if tag == "equal":
            rows.extend(DiffRow("same", [DiffPart("same", line)], [DiffPart("same", line)]) for line in old)
        else:
            rows.extend(diff_changed_lines(old, new))
    return rows


def diff_changed_lines(old: list[str], new: list[str]) -> list[DiffRow]:
    pairs = min(len(old), len(new))
    rows = [DiffRow("changed", *diff_words(before, after)) for before, after in zip(old, new, strict=False)]
    rows.extend(DiffRow("removed", [DiffPart("removed", line)], []) for line in old[pairs:])
    rows.extend(DiffRow("added", [], [DiffPart("added", line)]) for line in new[pairs:])
    return rows


def diff_words(before: str, after: str) -> tuple[list[DiffPart], list[DiffPart]]:
    """The parts of two lines: `same` on both sides, `removed` on the left, `added` on the right."""
    old, new = WORDS.findall(before), WORDS.findall(after)
    left: list[DiffPart] = []
    right: list[DiffPart] = []
    for tag, old_from, old_to, new_from, new_to in diff_operations(old, new):
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


def diff_operations(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yields difflib's operations: what to do, from where to where left, and right; bounded by MOST_PAIRS."""
    begin = common_prefix_length(old, new)
    end = common_prefix_length(old[begin:][::-1], new[begin:][::-1])
    old_end, new_end = len(old) - end, len(new) - end
    if begin:
        yield "equal", 0, begin, 0, begin
    if (old_end - begin) * (new_end - begin) > MOST_PAIRS:
        yield "replace", begin, old_end, begin, new_end
    else:
        # Blanks and empty lines are no place to align by: there is one at every second place.
        matcher = difflib.SequenceMatcher(is_blank, old[begin:old_end], new[begin:new_end], autojunk=False)
        for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
            yield tag, begin + old_from, begin + old_to, begin + new_from, begin + new_to
    if end:
        yield "equal", old_end, len(old), new_end, len(new)


def common_prefix_length(old: Sequence[str], new: Sequence[str]) -> int:
    for number, (before, after) in enumerate(zip(old, new, strict=False)):
        if before != after:
            return number
    return min(len(old), len(new))


def is_blank(piece: str) -> bool:
    return not piece.strip()
