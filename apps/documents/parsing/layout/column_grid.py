"""Finds the columns of a table without ruled lines, from where its values stand."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from apps.documents.parsing.layout.join_lines import join_lines
from apps.documents.parsing.layout.printed_rows import Piece, PrintedRow

SAME_EDGE = 4.0


@dataclass(frozen=True)
class ColumnGrid:
    """Left and right edges of the columns of values; everything left of them is the column of labels."""

    columns: tuple[tuple[float, float], ...]
    labels_from: float | None
    """Left edge of the leftmost label; None where no row has one."""

    @classmethod
    def of(cls, data: Sequence[PrintedRow]) -> "ColumnGrid":
        columns: list[tuple[float, float]] = []
        for piece in sorted(piece for row in data for piece in row.cells):
            if columns and piece.x0 <= columns[-1][1]:
                columns[-1] = (columns[-1][0], max(columns[-1][1], piece.x1))
            else:
                columns.append((piece.x0, piece.x1))
        starts = [row.label.x0 for row in data if row.label]
        return cls(tuple(columns), min(starts, default=None))

    @property
    def has_labels(self) -> bool:
        return self.labels_from is not None

    @cached_property
    def left_of_values(self) -> float:
        return self.columns[0][0] - SAME_EDGE

    def touched(self, piece: Piece) -> list[int]:
        return [number for number, (x0, x1) in enumerate(self.columns) if piece.x0 < x1 and piece.x1 > x0]

    def column_of(self, piece: Piece) -> int:
        """The first column of values it stands over, else the nearest one."""
        touched = self.touched(piece)
        if touched:
            return touched[0]
        middle = (piece.x0 + piece.x1) / 2
        return min(range(len(self.columns)), key=lambda number: abs(sum(self.columns[number]) / 2 - middle))

    def cells(self, row: PrintedRow) -> list[str]:
        """The texts of a row by columns, the label first."""
        found = [""] * (len(self.columns) + self.has_labels)
        for piece in (part for whole in row.pieces for part in self.parts(whole)):
            at = 0 if self.is_label(piece) else self.column_of(piece) + self.has_labels
            found[at] = f"{found[at]} {piece.text}".strip()
        return found

    def parts(self, piece: Piece) -> list[Piece]:
        """Heads such as "2010 2011 2012" that were printed with narrow gaps: word by word."""
        return parted_by_words(piece) if len(self.touched(piece)) > 1 else [piece]

    def is_label(self, piece: Piece) -> bool:
        """Whether it begins where labels do; their words may reach over the values, numbers end before these."""
        if self.labels_from is None or piece.x0 >= self.left_of_values:
            return False
        nearer = piece.x0 - self.labels_from < self.left_of_values - piece.x0
        return not self.touched(piece) or (nearer and not piece.is_value)

    def joined(self, rows: Iterable[list[str]]) -> list[str]:
        return [join_lines(texts).replace("|", "\\|") for texts in zip(*rows, strict=True)]

    def collisions(self, data: Sequence[PrintedRow]) -> int:
        """Rows in which two pieces stand in one column."""
        return sum(len({self.column_of(piece) for piece in row.cells}) < len(row.cells) for row in data)

    def is_flush(self, data: Sequence[PrintedRow]) -> bool:
        """Whether the values of a single column end, or begin, below each other."""
        ends = [row.cells[-1].x1 for row in data]
        starts = [row.cells[-1].x0 for row in data]
        return min(max(ends) - min(ends), max(starts) - min(starts)) <= SAME_EDGE


def parted_by_words(piece: Piece) -> list[Piece]:
    """As it is unless several of its words hold figures."""
    words = list(re.finditer(r"\S+", piece.text))
    if sum(any(map(str.isdigit, word[0])) for word in words) < 2:
        return [piece]
    width = (piece.x1 - piece.x0) / len(piece.text)
    return [Piece(piece.x0 + word.start() * width, piece.x0 + word.end() * width, word[0]) for word in words]
