"""Finds the columns of a group of printed rows by vertical strips of whitespace that nearly all rows leave free."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.documents.parsing.layout.find_columns_by_value_positions import split_piece_by_words
from apps.documents.parsing.layout.find_unruled_tables import MOST_HEADS, has_only_years
from apps.documents.parsing.layout.split_rows_at_gaps import Piece, PrintedRow

NARROWEST_STRIP = 3.0
CROSSING = 0.08
"""Of the rows: how many may have a cell over several columns."""
MANY_PIECES = 0.7
"""Of the most pieces of a row: rows with fewer are heads over several columns, or the names of parts."""
LONG_CELL = 28
"""Letters of a line; text in columns has longer ones."""
FULL = 0.8
MOST_FULL = 0.6
LEAST_LINES = 5
WITHIN_SENTENCES = 0.25
"""Of the lines of a text: how many begin with a small letter at least."""


LEAST_FLOWING, MOST_FORCED, SOME_WITHIN = 8, 0.6, 0.15
"""Lines of a column in which a narrow text flows; the shares of them that end where the next word has no room, and
that begin with a small letter."""


@dataclass(frozen=True, slots=True)
class BlankColumns:
    """Left and right edges of the columns in points, from left to right."""

    edges: tuple[tuple[float, float], ...]

    @classmethod
    def of(cls, rows: Sequence[PrintedRow]) -> "BlankColumns":
        most = max(len(row.pieces) for row in rows)
        core = [row for row in rows if len(row.pieces) >= max(2, MANY_PIECES * most)]
        return cls(tuple(merge_header_and_value_columns(columns_between_strips(core), rows)))

    def touched(self, piece: Piece) -> list[int]:
        found = [at for at, (x0, x1) in enumerate(self.edges) if piece.x0 < x1 and piece.x1 > x0]
        return found or [min(range(len(self.edges)), key=lambda at: distance_to_column(piece, self.edges[at]))]

    def column_of(self, piece: Piece) -> int:
        return self.touched(piece)[0]

    def parts(self, piece: Piece) -> list[Piece]:
        """Heads such as "2010 2011 2012" that were printed with narrow gaps: word by word."""
        return split_piece_by_words(piece) if len(self.touched(piece)) > 1 else [piece]

    def width(self, column: int) -> float:
        return self.edges[column][1] - self.edges[column][0]

    def collisions(self, rows: Sequence[PrintedRow]) -> int:
        """Rows in which two pieces stand in one column."""
        return sum(len({self.column_of(piece) for piece in row.pieces}) < len(row.pieces) for row in rows)

    def hold_running_text(self, rows: Sequence[PrintedRow]) -> bool:
        """Whether the lines of a column fill it from side to side, as those of a text set in columns do."""
        return any(self.is_running_text(rows, column) for column in range(len(self.edges)))

    def are_text_columns(self, rows: Sequence[PrintedRow]) -> bool:
        """Whether a text flows through each column, however narrow: its lines end where the next word has no room."""
        return all(self.flows(rows, column) for column in range(len(self.edges)))

    def flows(self, rows: Sequence[PrintedRow], column: int) -> bool:
        pieces = [piece for row in rows for piece in row.pieces if self.touched(piece) == [column]]
        forced = sum(
            piece.x1 + first_word_width(following) > self.edges[column][1] for piece, following in pairwise(pieces)
        )
        within = sum(piece.text[0].islower() for piece in pieces)
        return (
            len(pieces) >= LEAST_FLOWING and forced >= MOST_FORCED * len(pieces) and within >= SOME_WITHIN * len(pieces)
        )

    def is_running_text(self, rows: Sequence[PrintedRow], column: int) -> bool:
        pieces = [piece for row in rows for piece in row.pieces if self.touched(piece) == [column]]
        full = [
            piece
            for piece in pieces
            if len(piece.text) >= LONG_CELL and piece.x1 - piece.x0 >= FULL * self.width(column)
        ]
        within = sum(piece.text[0].islower() for piece in pieces)
        return (
            len(pieces) >= LEAST_LINES
            and len(full) >= MOST_FULL * len(pieces)
            and within >= WITHIN_SENTENCES * len(pieces)
        )


def first_word_width(piece: Piece) -> float:
    """Returns the width of the first word and a blank, in points."""
    return (len(piece.text.split(maxsplit=1)[0]) + 1) * (piece.x1 - piece.x0) / len(piece.text)


def merge_header_and_value_columns(
    edges: Sequence[tuple[float, float]], rows: Sequence[PrintedRow]
) -> list[tuple[float, float]]:
    """Heads on the left and values on the right, or dashes and amounts, stand in one column: no row has both, and a
    head stands over both, or one of them has heads alone."""
    columns, head = BlankColumns(tuple(edges)), count_printed_header_rows(rows)
    places = [[set(columns.touched(piece)) for piece in row.pieces] for row in rows]
    alone = [{at for each in row if len(each) == 1 for at in each} for row in places]
    found: list[tuple[float, float]] = []
    for at, edge in enumerate(edges):
        if (
            found
            and not any({at - 1, at} <= row for row in alone)
            and (
                any({at - 1, at} == each for row in places[:head] for each in row)
                or has_heads_alone(at - 1, at, alone, head)
            )
        ):
            found[-1] = (found[-1][0], edge[1])
        else:
            found.append(edge)
    return found


def has_heads_alone(one: int, other: int, rows: Sequence[set[int]], head: int) -> bool:
    return not any(one in row for row in rows[head:]) and not any(other in row for row in rows[:head])


def count_printed_header_rows(rows: Sequence[PrintedRow]) -> int:
    """How many rows come before the first one with values."""
    found = next((number for number, row in enumerate(rows) if row.values and not has_only_years(row)), 0)
    return found if found <= MOST_HEADS else 0


def distance_to_column(piece: Piece, edge: tuple[float, float]) -> float:
    return abs((piece.x0 + piece.x1) / 2 - sum(edge) / 2)


def columns_between_strips(rows: Sequence[PrintedRow]) -> list[tuple[float, float]]:
    """The columns between the strips that all rows but a few leave free."""
    allowed = int(CROSSING * len(rows))
    changes = sorted(change for row in rows for piece in row.pieces for change in ((piece.x0, 1), (piece.x1, -1)))
    columns: list[tuple[float, float]] = []
    covered, start = 0, None
    for x, change in changes:
        covered += change
        if start is None and covered > allowed:
            start = x
        elif start is not None and covered <= allowed:
            if columns and start - columns[-1][1] < NARROWEST_STRIP:
                columns[-1] = (columns[-1][0], x)
            else:
                columns.append((start, x))
            start = None
    return columns
