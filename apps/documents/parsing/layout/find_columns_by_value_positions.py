"""Finds the columns of a table without ruled lines by the positions of its values."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from apps.documents.parsing.layout.join_lines import join_lines
from apps.documents.parsing.layout.split_rows_at_gaps import Piece, PrintedRow
from apps.text.grammar.multi_row_table_headers import MOST_HEADS

SAME_EDGE = 4.0
MOST_OFF = 0.15
"""Of the width of its columns: how far from their middle a head over them stands, whose values are set flush."""
Edge = tuple[float, float]


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

    @property
    def edges(self) -> list[Edge]:
        """The edges of all columns, those of the labels first; these are empty where no row has a label."""
        start = self.left_of_values if self.labels_from is None else self.labels_from
        return [(start, self.left_of_values), *self.columns]

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
        return split_piece_by_words(piece) if len(self.touched(piece)) > 1 else [piece]

    def is_label(self, piece: Piece) -> bool:
        """Whether it begins where labels do; their words may reach over the values, numbers end before these."""
        if self.labels_from is None or piece.x0 >= self.left_of_values:
            return False
        nearer = piece.x0 - self.labels_from < self.left_of_values - piece.x0
        return not self.touched(piece) or (nearer and not piece.is_value)

    def collisions(self, data: Sequence[PrintedRow]) -> int:
        """Rows in which two pieces stand in one column."""
        return sum(len({self.column_of(piece) for piece in row.cells}) < len(row.cells) for row in data)

    def is_flush(self, data: Sequence[PrintedRow]) -> bool:
        """Whether the values of a single column end, or begin, below each other."""
        ends = [row.cells[-1].x1 for row in data]
        starts = [row.cells[-1].x0 for row in data]
        return min(max(ends) - min(ends), max(starts) - min(starts)) <= SAME_EDGE


def split_piece_by_words(piece: Piece) -> list[Piece]:
    """Splits the piece into its words if several of them hold figures."""
    words = list(re.finditer(r"\S+", piece.text))
    if sum(any(map(str.isdigit, word[0])) for word in words) < 2:
        return [piece]
    width = (piece.x1 - piece.x0) / len(piece.text)
    return [Piece(piece.x0 + word.start() * width, piece.x0 + word.end() * width, word[0]) for word in words]


def multi_level_headers(
    rows: Sequence[PrintedRow], edges: Sequence[Edge], cells: Callable[[PrintedRow], list[str]]
) -> list[list[str]]:
    """Rows of heads where those above stand over several columns that have their own below; else none.

    `edges` are those of all columns, the labels' first; `cells` gives the texts of a row by columns. What stands over
    several columns comes into the first of them, and what names one column into the highest row that is free.
    """
    if not 2 <= len(rows) <= MOST_HEADS:
        return []
    texts = [cells(row) for row in rows]
    levels = [header_spans(row, lower, edges, texts[-1]) for row, lower in pairwise(rows)]
    return build_header_levels(texts, levels) if all(levels) else []


def build_header_levels(
    texts: Sequence[Sequence[str]], levels: Sequence[Sequence[tuple[str, range]]]
) -> list[list[str]]:
    """`levels` are the heads over several columns of each row but the last one."""
    heads = [[""] * len(texts[0]) for _ in texts]
    for at in range(len(texts[0])):
        over = [next((span for span in spans if at in span[1]), None) for spans in levels]
        spanning = [span for span in over if span is not None]
        for row, (name, columns) in enumerate(spanning):
            heads[row][at] = name if at == columns[0] else ""
        own = [row[at] for row, span in zip(texts, [*over, None], strict=True) if span is None]
        heads[len(spanning)][at] = " ".join(filter(None, own))
    return heads


def header_spans(
    upper: PrintedRow, lower: PrintedRow, edges: Sequence[Edge], names: Sequence[str]
) -> list[tuple[str, range]]:
    """The heads with the columns over which they stand, where each stands over several or is flush with one."""
    pieces = [piece for piece in upper.pieces if piece.x0 > edges[0][1]]
    named = [at for at, name in enumerate(names) if name and at]
    if not pieces or len(named) < 2:
        return []
    zones = header_zones(pieces, named, edges)
    if not has_repeated_names([[names[at] for at in zone] for zone in zones]):
        singles = [is_over_one_column(piece, edges, lower.pieces) for piece in pieces]
        if not all(
            is_single or (len(zone) > 1 and offset_from_middle(piece, zone, edges) <= MOST_OFF)
            for piece, zone, is_single in zip(pieces, zones, singles, strict=True)
        ):
            return []
        zones = [[] if is_single else zone for zone, is_single in zip(zones, singles, strict=True)]
    return [
        (piece.text, range(zone[0], zone[-1] + 1)) for piece, zone in zip(pieces, zones, strict=True) if len(zone) > 1
    ]


def header_zones(pieces: Sequence[Piece], columns: Sequence[int], edges: Sequence[Edge]) -> list[list[int]]:
    """Gives each head the columns that stand nearer to it than to the one beside it."""
    zones: list[list[int]] = [[] for _ in pieces]
    for at in columns:
        nearest = min(
            range(len(pieces)), key=lambda number: abs(edge_middle(pieces[number][:2]) - edge_middle(edges[at]))
        )
        zones[nearest].append(at)
    return zones


def has_repeated_names(names: Sequence[Sequence[str]]) -> bool:
    """Whether the columns below each head have the same names, such as "2023" and "2024"."""
    return len(names) > 1 and len(names[0]) > 1 and all(each == names[0] for each in names)


def is_over_one_column(piece: Piece, edges: Iterable[Edge], heads: Iterable[Piece]) -> bool:
    """Whether it is flush with one column, or with the head of one."""
    return any(is_flush_with_edge(piece, edge) for edge in (*edges, *(head[:2] for head in heads)))


def offset_from_middle(piece: Piece, columns: Sequence[int], edges: Sequence[Edge]) -> float:
    """How far the head stands from the middle of the columns, as a share of their width."""
    both = edges[columns[0]][0], edges[columns[-1]][1]
    return abs(edge_middle(piece[:2]) - edge_middle(both)) / max(both[1] - both[0], 1.0)


def is_flush_with_edge(piece: Piece, edge: Edge) -> bool:
    x0, x1 = edge
    off = min(abs(piece.x0 - x0), abs(piece.x1 - x1), abs(edge_middle(piece[:2]) - edge_middle(edge)))
    return off <= SAME_EDGE and piece.x0 < x1 and piece.x1 > x0


def edge_middle(edge: Edge) -> float:
    return (edge[0] + edge[1]) / 2


def join_cells_by_column(rows: Iterable[list[str]]) -> list[str]:
    return [join_lines(texts).replace("|", "\\|") for texts in zip(*rows, strict=True)]
