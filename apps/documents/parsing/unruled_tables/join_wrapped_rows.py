"""Joins printed lines into table rows: which line continues a cell, and which begins the next row."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.documents.parsing.layout.find_unruled_tables import median_row_step
from apps.documents.parsing.layout.join_lines import join_lines
from apps.documents.parsing.layout.split_rows_at_gaps import Piece, PrintedRow
from apps.documents.parsing.unruled_tables.find_columns_by_whitespace import BlankColumns, count_printed_header_rows

BESIDE = 0.6
"""Of the height of a line: what stands less below another stands beside it."""
LOOSE = 1.18
"""Of the closest step between lines: what stands further below begins another row."""
NEAR_HEAD = 1.5
"""Heights of a line from one line of the heads to the next."""
TIGHT = 0.8
"""Of the usual step between rows: what stands closer belongs to the same row."""
LEAST_LINED = 0.5
"""Of the rows found by their words: with that many lines between them, the lines alone decide."""

Group = list[PrintedRow]


@dataclass(frozen=True, slots=True)
class Spacing:
    """Points from one line to the next: the closest two, and those of two rows. And how many rows are heads."""

    closest: float
    usual: float
    heads: tuple[PrintedRow, ...]

    @classmethod
    def of(cls, rows: Sequence[PrintedRow]) -> "Spacing":
        return cls(
            closest_step(rows),
            median_row_step(rows) or widest_step(rows),
            tuple(rows[: count_printed_header_rows(rows)]),
        )

    @property
    def parts_rows(self) -> bool:
        """Whether rows stand further apart than the lines of a cell."""
        return self.usual > LOOSE * self.closest


def table_rows(rows: Sequence[PrintedRow], columns: BlankColumns, lines: Sequence[float]) -> list[list[str]]:
    """The texts of each row by columns. `lines` are the heights at which lines part rows, in points."""
    parts = group_between_lines(rows, lines)
    spacing = Spacing.of(rows)
    groups = [group for part in parts for group in group_wrapped_rows(part, columns, spacing)]
    if len(parts) > 2 and len(parts) >= LEAST_LINED * len(groups):
        groups = [group for part in parts for group in join_ruled_rows(part, columns, spacing)]
    return [cells_of_group(group, columns) for group in groups]


def join_ruled_rows(part: Group, columns: BlankColumns, spacing: Spacing) -> list[Group]:
    """Between two lines there is one row, unless the heads have no line below them."""
    values = [row for row in part if row.values]
    above = part[: part.index(values[0])] if values else []
    if part[0] in spacing.heads and not has_only_labels(above, columns):
        return group_wrapped_rows(part, columns, spacing)
    return [part]


def group_between_lines(rows: Sequence[PrintedRow], lines: Sequence[float]) -> list[Group]:
    groups: list[Group] = []
    before = None
    for row in rows:
        place = sum(line <= (row.y0 + row.y1) / 2 for line in lines)
        if place != before:
            groups.append([])
        groups[-1].append(row)
        before = place
    return groups


def closest_step(rows: Sequence[PrintedRow]) -> float:
    steps = [after.y0 - before.y0 for before, after in pairwise(rows)]
    return min((step for step in steps if step > BESIDE * rows[0].height), default=0.0)


def widest_step(rows: Sequence[PrintedRow]) -> float:
    """Returns the upper quartile of the steps, for tables without values: wider than the closest, it parts rows."""
    steps = sorted(after.y0 - before.y0 for before, after in pairwise(rows))
    return steps[3 * len(steps) // 4] if steps else 0.0


def group_wrapped_rows(rows: Sequence[PrintedRow], columns: BlankColumns, spacing: Spacing) -> list[Group]:
    groups: list[Group] = []
    for row, following in zip(rows, [*rows[1:], None], strict=True):
        if groups and (
            continues_group(groups[-1], row, following, columns, spacing)
            or (row in spacing.heads and is_further_header(groups[-1], row, columns, spacing.closest))
        ):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def is_further_header(group: Group, row: PrintedRow, columns: BlankColumns, step: float) -> bool:
    """Heads of one column each, that may begin at different heights; one over several columns is a row of its own."""
    pieces = [*group[-1].pieces, *row.pieces]
    named = columns.touched(row.pieces[0]) == [0]
    if named and (len(row.pieces) == 1 or any(columns.touched(each.pieces[0]) == [0] for each in group)):
        return False
    near = max(LOOSE * step, NEAR_HEAD * row.height)
    return row.y0 - group[-1].y0 <= near and all(len(columns.touched(piece)) == 1 for piece in pieces)


def continues_group(
    group: Group, row: PrintedRow, following: PrintedRow | None, columns: BlankColumns, spacing: Spacing
) -> bool:
    """Whether every piece of the row continues a line that has no room left for its first word."""
    below = row.y0 - group[-1].y0
    if below < BESIDE * row.height:
        return True
    if following and following.values and not row.values and following.y0 - row.y0 < below:
        return False
    if len(row.pieces) == 1 and below < TIGHT * spacing.usual and any(each.values for each in group):
        return True
    if below > LOOSE * spacing.closest:
        return False
    if spacing.parts_rows and not row.values:
        return len(row.pieces) == 1 or any(continues_cell(group, piece, columns) for piece in row.pieces)
    named = columns.touched(row.pieces[0]) == [0]
    if not spacing.parts_rows and not any(piece.text[0].islower() for piece in row.pieces[: 1 if named else None]):
        return False
    if row.values:
        return has_only_labels(group, columns) and continues_cell(group, row.pieces[0], columns)
    return all(continues_cell(group, piece, columns) for piece in row.pieces)


def has_only_labels(group: Group, columns: BlankColumns) -> bool:
    return all(columns.touched(piece) == [0] for row in group for piece in row.pieces)


def continues_cell(group: Group, piece: Piece, columns: BlankColumns) -> bool:
    touched = columns.touched(piece)
    last = next((each for each in reversed(group[-1].pieces) if set(columns.touched(each)) & set(touched)), None)
    if last is None or len(touched) > 1 or len(columns.touched(last)) > 1:
        return False
    if piece.is_value and last.is_value:
        return False
    first_word = len(piece.text.split(maxsplit=1)[0]) + 1
    letter = (last.x1 - last.x0) / max(len(last.text), 1)
    return last.x1 - last.x0 + first_word * letter > columns.width(touched[0])


def cells_of_group(group: Group, columns: BlankColumns) -> list[str]:
    found: list[list[str]] = [[] for _ in columns.edges]
    for row in group:
        for piece in (part for whole in row.pieces for part in columns.parts(whole)):
            found[columns.column_of(piece)].append(piece.text)
    return [join_lines(texts).replace("|", "\\|") for texts in found]
