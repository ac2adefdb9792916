"""Detects rows at the top or foot of a page that are body text of a column, not a page header or footer."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.documents.parsing.layout.place_tables import find_gutters
from apps.documents.parsing.layout.reading_order import TextLine

SAME_EDGE, SAME_SIZE, SAME_GAP = 2.0, 0.5, 1.5
"""Points: by how much edges of lines, sizes of letters and blanks between paragraphs of one text differ at most."""
FILLED = 0.75
"""Of the width of a column: what the first line of a paragraph that goes on takes at least."""


@dataclass(frozen=True, slots=True)
class TextColumns:
    """The lines of a page by its columns, each from top to bottom; one column where nothing parts the page."""

    gutters: tuple[float, ...]
    columns: tuple[tuple[TextLine, ...], ...]
    gaps: tuple[float, ...]
    """Points left blank between two lines of a column, where they do not touch."""

    @classmethod
    def of(cls, lines: Sequence[TextLine]) -> "TextColumns":
        gutters = find_gutters(lines)
        found: list[list[TextLine]] = [[] for _ in range(len(gutters) + 1)]
        for line in sorted(lines, key=lambda line: line.y0):
            found[column_index(line, gutters)].append(line)
        gaps = (after.y0 - before.y1 for column in found for before, after in pairwise(column))
        return cls(gutters, tuple(map(tuple, found)), tuple(gap for gap in gaps if gap > 0))

    def end_with(self, row: Sequence[TextLine]) -> bool:
        """Whether a paragraph begins in the row at the foot of columns of which another one stands to the right."""
        return all(self.goes_on_at(line, last=True) for line in row)

    def begin_with(self, row: Sequence[TextLine]) -> bool:
        """Whether a paragraph ends in the row at the top of columns of which another one stands to the left."""
        return all(self.goes_on_at(line, last=False) for line in row)

    def goes_on_at(self, line: TextLine, *, last: bool) -> bool:
        at = column_index(line, self.gutters)
        column = self.columns[at]
        if at == (len(self.columns) - 1 if last else 0) or line.x1 > (*self.gutters, float("inf"))[at]:
            return False
        alike = [
            other for other in column
            if other is not line and abs(other.x0 - line.x0) <= SAME_EDGE and abs(other.size - line.size) <= SAME_SIZE
        ]  # fmt: skip
        if 2 * len(alike) < len(column) - 1:
            return False
        if last and line.x1 - line.x0 < FILLED * (max(other.x1 for other in alike) - line.x0):
            return False
        return self.is_usual(gap_beside(line, column, last=last))

    def is_usual(self, gap: float) -> bool:
        """Whether other paragraphs of the page, too, are parted by such a blank."""
        return sum(abs(gap - other) <= SAME_GAP for other in self.gaps) > 1


def column_index(line: TextLine, gutters: Sequence[float]) -> int:
    return sum(gutter <= line.x0 for gutter in gutters)


def gap_beside(line: TextLine, column: Sequence[TextLine], *, last: bool) -> float:
    """Points between the line and the one above it in its column, or below where it is not the `last`."""
    at = next(place for place, other in enumerate(column) if other is line)
    upper, lower = (at - 1, at) if last else (at, at + 1)
    return column[lower].y0 - column[upper].y1 if upper >= 0 and lower < len(column) else float("inf")
