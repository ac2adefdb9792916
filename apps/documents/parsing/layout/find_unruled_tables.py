"""Finds tables without ruled lines: rows of values below each other, with labels to the left and headers above.

Only columns of values (numbers, amounts, dates, dashes) make a table here: columns of words may as well be a text set
in columns, and to take that apart by rows would destroy it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from apps.documents.parsing.layout.find_columns_by_value_positions import (
    ColumnGrid,
    join_cells_by_column,
    multi_level_headers,
)
from apps.documents.parsing.layout.find_ruled_tables import drop_empty_columns, render_markdown_table
from apps.documents.parsing.layout.reading_order import DOT_LEADER, TextLine
from apps.documents.parsing.layout.split_rows_at_gaps import Piece, PrintedRow, may_hold_values

YEAR = re.compile(r"(?:1[89]|20)\d\d(?:[/–-]\d{2,4})?")
TYPED_RULE = re.compile(r"[-–—_=]{8,}")
DOTS = re.compile(r"\.{2,}|…")
"""They lead from a label to its values and are none."""
LEAST_ROWS = 3
LEAST_COLUMNS = 3
LEAST_PAIRS = 4
"""Rows of a label and one value; fewer are an address or a date beside its name."""
MOST_BETWEEN = 3
WIDEST_STEP = 4.0
"""Heights of a line between two rows of a table."""
MOST_HEADS = 6
LONGEST_HEAD = 60
FULL_LINE = 28
"""Letters of a line of text in a column."""
APART = 1.4
"""Heights of a line from the last one of a text to a table."""
BESIDE = 0.75
"""Of the height of a line: what stands less below another stands beside it."""
TIGHT = 0.8
"""Of the usual step between rows: what stands closer belongs to the same row."""


@dataclass(frozen=True, slots=True)
class AlignedTable:
    y0: float
    lines: tuple[TextLine, ...]
    markdown: str


def find_aligned_tables(rows: Sequence[PrintedRow]) -> list[AlignedTable]:
    """Finds tables from top to bottom; `rows` are those of the page outside of other tables."""
    if sum(may_hold_values(line.text) for row in rows for line in row.lines) < LEAST_ROWS:
        return []  # most pages: the rows are not worth a closer look
    if sum(row.values > 0 for row in rows) < LEAST_ROWS:
        return []
    found, before = [], 0
    for start, end in value_row_runs(rows):
        table = build_aligned_table(rows, before, start, end)
        if table:
            found.append(table)
        before = end
    return found


def value_row_runs(rows: Sequence[PrintedRow]) -> list[tuple[int, int]]:
    """First row with values and the one after the last, of each group that nothing else parts."""
    found: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        if not row.values:
            continue
        if found and continues_table(rows, found[-1][1] - 1, index):
            found[-1] = (found[-1][0], index + 1)
        else:
            found.append((index, index + 1))
    return found


def continues_table(rows: Sequence[PrintedRow], last: int, following: int) -> bool:
    between = rows[last + 1 : following]
    steps = (rows[index + 1].y0 - rows[index].y0 for index in range(last, following))
    left = min(piece.x0 for row in (rows[last], rows[following]) for piece in row.cells)
    return (
        len(between) <= MOST_BETWEEN
        and all(step <= WIDEST_STEP * rows[last].height for step in steps)
        and all(len(row.pieces) == 1 and row.pieces[0].x1 <= left + row.height for row in between)
    )


def build_aligned_table(rows: Sequence[PrintedRow], above: int, start: int, end: int) -> AlignedTable | None:
    """None when the values do not stand in columns, or are too few. Heads are looked for from row `above` on."""
    start += count_year_headers(rows[start:end])
    rows = [*rows[:start], *snap_pieces_to_columns(rows[start:end]), *rows[end:]]
    body = rows[start:end]
    data = [row for row in body if row.values]
    grid = ColumnGrid.of(data)
    if not is_value_table(data, grid):
        return None
    step = median_row_step(body)
    while end < len(rows) and continues_label(rows[end - 1], rows[end], step, grid):
        end += 1
    while start > above and is_first_label_line(rows[start - 1], rows[start], grid):
        start -= 1
    first = start
    while first > max(above, start - MOST_HEADS) and is_header_row(rows[first - 1], rows[first], grid):
        first -= 1
    heads = [row for row in rows[first:start] if not is_typed_rule(row)]
    body_cells = join_table_rows(rows[start:end], step, grid)
    # The first row names the columns: without heads it has to be empty, or the first values would.
    named = multi_level_headers(heads, grid.edges, grid.cells) if grid.has_labels else []
    head = named or [join_cells_by_column([[""] * len(body_cells[0]), *map(grid.cells, heads)])]
    lines = tuple(line for row in rows[first:end] for line in row.lines)
    cells = blank_dot_columns([*head, *body_cells])
    return AlignedTable(rows[first].y0, lines, render_markdown_table(drop_empty_columns(cells)))


def blank_dot_columns(cells: Sequence[list[str]]) -> list[list[str]]:
    """Empties the columns that have nothing but dots."""
    dotted = {
        at for at in range(len(cells[0]))
        if (texts := [row[at] for row in cells if row[at]]) and all(map(DOTS.fullmatch, texts))
    }  # fmt: skip
    return [["" if at in dotted else text for at, text in enumerate(row)] for row in cells]


def snap_pieces_to_columns(body: Sequence[PrintedRow]) -> list[PrintedRow]:
    """Rows of one line each that blanks part: where a piece begins is guessed from the letters before it, so that of
    rows with the same number of pieces each one is put where it usually stands."""
    data = [row for row in body if row.values]
    count = len(data[0].pieces)
    if count < LEAST_COLUMNS or any(len(row.lines) > 1 or len(row.pieces) != count for row in data):
        return list(body)
    edges = [
        (median(row.pieces[at].x0 for row in data), median(row.pieces[at].x1 for row in data)) for at in range(count)
    ]
    return [
        replace(row, pieces=tuple(Piece(*edge, piece.text) for edge, piece in zip(edges, row.pieces, strict=True)))
        if row.values else row for row in body
    ]  # fmt: skip


def count_year_headers(body: Sequence[PrintedRow]) -> int:
    """How many rows at the top have years alone, which name the columns; 0 when years are what the table is about."""
    count = next((number for number, row in enumerate(body) if not has_only_years(row)), 0)
    return 0 if any(has_only_years(row) for row in body[count:]) else count


def has_only_years(row: PrintedRow) -> bool:
    return row.values > 0 and all(YEAR.fullmatch(piece.text) for piece in row.cells)


def is_value_table(data: Sequence[PrintedRow], grid: ColumnGrid) -> bool:
    if len(grid.columns) < 2 and any(has_dot_leader(row.pieces[0].text) for row in data):
        return False  # a table of contents
    if all(row.label is None and len({piece.text for piece in row.cells}) == 1 for row in data):
        return False  # the axes on both sides of a chart
    values = [piece.text for row in data for piece in row.cells]
    if sum(any(map(str.isdigit, text)) for text in values) < 0.3 * len(values):
        return False  # a form to be filled in
    if len(grid.columns) < 2:
        return len(data) >= LEAST_PAIRS and grid.is_flush(data) and not has_ascending_values(data)
    full = sum(len(row.cells) >= 0.5 * len(grid.columns) for row in data)
    return len(data) >= LEAST_ROWS and full >= 0.6 * len(data) and grid.collisions(data) <= 0.1 * len(data)


def has_dot_leader(text: str) -> bool:
    return text.endswith("...") or DOT_LEADER.search(text) is not None


def has_ascending_values(data: Sequence[PrintedRow]) -> bool:
    """Page numbers of a table of contents."""
    texts = [row.cells[-1].text for row in data]
    return all(map(str.isdigit, texts)) and sorted(map(int, texts)) == list(map(int, texts))


def median_row_step(body: Sequence[PrintedRow]) -> float:
    """Points from one row with values to the next when nothing stands between them."""
    steps = [after.y0 - before.y0 for before, after in pairwise(body) if before.values and after.values]
    return median(steps) if steps else 0.0


def continues_label(before: PrintedRow, row: PrintedRow, step: float, grid: ColumnGrid) -> bool:
    return row.y0 - before.y0 < TIGHT * step and len(row.pieces) == 1 and row.pieces[0].x1 <= grid.columns[0][0]


def is_first_label_line(row: PrintedRow, below: PrintedRow, grid: ColumnGrid) -> bool:
    """The first line of a label whose values stand half a line lower."""
    return len(row.pieces) == 1 and grid.is_label(row.pieces[0]) and below.y0 - row.y0 < BESIDE * row.height


def is_typed_rule(row: PrintedRow) -> bool:
    """A line of dashes under the heads, as typewriters and plain text have it."""
    return len(row.pieces) == 1 and TYPED_RULE.fullmatch(row.pieces[0].text) is not None


def is_header_row(row: PrintedRow, below: PrintedRow, grid: ColumnGrid) -> bool:
    """Pieces that each stand over a column, close above the table; a line of running text stands over several."""
    if is_typed_rule(row):
        return True
    if below.y0 - row.y0 > 2.5 * max(row.height, below.height):
        return False
    if any(len(piece.text) > LONGEST_HEAD for piece in row.pieces) or ends_columns_of_text(row, below):
        return False
    over = [piece for piece in row.pieces if grid.touched(piece)]
    return bool(over) and (len(row.pieces) > 1 or row.pieces[0].x0 > grid.left_of_values)


def ends_columns_of_text(row: PrintedRow, below: PrintedRow) -> bool:
    """Whether a text set in columns ends with it, above a blank: a full line in each of them."""
    is_apart = below.y0 - row.y0 > APART * row.height
    return is_apart and len(row.pieces) > 1 and all(len(piece.text) >= FULL_LINE for piece in row.pieces)


def join_table_rows(rows: Sequence[PrintedRow], step: float, grid: ColumnGrid) -> list[list[str]]:
    """A label of several lines is one cell; a line without values that stands apart is a row."""
    groups: list[list[PrintedRow]] = []
    for row, following in zip(rows, [*rows[1:], None], strict=True):
        if groups and belongs_to_row_group(groups[-1], row, following, step):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [join_cells_by_column([grid.cells(row) for row in group]) for group in groups]


def belongs_to_row_group(
    group: Sequence[PrintedRow], row: PrintedRow, following: PrintedRow | None, step: float
) -> bool:
    distance = row.y0 - group[-1].y0
    if distance < BESIDE * row.height:
        return True
    has_values = any(each.values for each in group)
    if has_values and (row.values or (following and following.values and following.y0 - row.y0 < distance)):
        return False
    return distance < TIGHT * step or not (has_values or row.values)
