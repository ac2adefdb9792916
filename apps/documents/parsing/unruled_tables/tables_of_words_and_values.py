"""Finds tables of words and values in columns: with lines between rows, shaded rows, or blanks alone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from apps.documents.parsing.layout.find_columns_by_value_positions import SAME_EDGE, multi_level_headers
from apps.documents.parsing.layout.find_ruled_tables import Ruling, render_markdown_table
from apps.documents.parsing.layout.find_unruled_tables import (
    LEAST_PAIRS,
    AlignedTable,
    has_ascending_values,
    has_dot_leader,
    has_only_years,
)
from apps.documents.parsing.layout.reading_order import find_gutter
from apps.documents.parsing.layout.split_rows_at_gaps import Piece, PrintedRow, printed_rows
from apps.documents.parsing.unruled_tables.find_columns_by_whitespace import (
    MANY_PIECES,
    BlankColumns,
    count_printed_header_rows,
)
from apps.documents.parsing.unruled_tables.join_wrapped_rows import cells_of_group, table_rows

MARKER = re.compile(r"\W{0,3}(?:\(?\w{1,3}[.)])?")
SECTION = re.compile(r"(?:§|Art\.) ?\d{1,3}[a-z]?|\(\d{1,3}[a-z]?\)|\d{1,3}\.")
SENTENCE = re.compile(r"(?<!\S)[A-ZÄÖÜ]\w*+(?: \S++){1,40}+(?<=[.!?])")
WIDEST_GAP = 1.7
"""Heights of a line left blank between two rows of a table."""
TIGHT_LINES = 1.4
WHOLE_LINE = 0.6
"""Of the width of a table: a single piece that is wider is running text."""
LARGEST_HEAD = 1.5
"""Heights of the line below: larger print is the title of a slide."""
ACROSS = 0.7
"""Of the width of a table: what a line between its rows covers at least."""
LEAST_FILLED = 0.4
LEAST_VALUES = 0.35
MOSTLY_VALUES = 0.8
MOST_SPACED = 0.75
LEAST_NAMED = 0.7
SHORTEST_NAME = 4
"""Letters in the middle; the marker of a list has fewer."""
MOST_COLLISIONS = 0.15


@dataclass(frozen=True, slots=True)
class RowGroup:
    rows: tuple[PrintedRow, ...]
    lines: tuple[float, ...]
    """Heights of the lines that cross them."""

    @property
    def x0(self) -> float:
        return min(row.pieces[0].x0 for row in self.rows)

    @property
    def x1(self) -> float:
        return max(row.pieces[-1].x1 for row in self.rows)


def find_word_tables(rows: Sequence[PrintedRow], horizontal: Sequence[Ruling]) -> list[AlignedTable]:
    """Finds tables from top to bottom outside of ruled ones; `horizontal` are lines and edges of shaded rows."""
    found = find_tables_in_rows(rows, horizontal)
    lines = [line for row in rows for line in row.lines]
    gutter = find_gutter(lines)
    if gutter is not None:
        taken = {id(line) for table in found for line in table.lines}
        left = [line for line in lines if id(line) not in taken and line.x1 <= gutter]
        right = [line for line in lines if id(line) not in taken and line.x0 >= gutter]
        found += [
            *find_tables_in_rows(printed_rows(left), horizontal),
            *find_tables_in_rows(printed_rows(right), horizontal),
        ]
    return sorted(found, key=lambda table: table.y0)


def find_tables_in_rows(rows: Sequence[PrintedRow], horizontal: Sequence[Ruling]) -> list[AlignedTable]:
    if sum(len(row.pieces) > 1 for row in rows) < 2:
        return []
    return [table for group in group_table_rows(rows, horizontal) if (table := build_word_table(group))]


def group_table_rows(rows: Sequence[PrintedRow], horizontal: Sequence[Ruling]) -> Iterator[RowGroup]:
    """Rows of several pieces that follow each other, with the single pieces between them."""
    start = 0
    while start < len(rows):
        if len(rows[start].pieces) < 2:
            start += 1
            continue
        end = start + 1
        while end < len(rows) and follows_in_table(rows[start:end], rows[end]):
            end += 1
        last = end
        while last > start + 1 and is_not_table_row(rows[start : last - 1], rows[last - 1]):
            last -= 1
        first = start
        while first and is_header_row(rows[first - 1], rows[first:last]):
            first -= 1
        yield build_row_group(rows[first:last], horizontal)
        start = end


def follows_in_table(rows: Sequence[PrintedRow], row: PrintedRow) -> bool:
    if row.y0 - rows[-1].y1 > WIDEST_GAP * row.height:
        return False
    if len(row.pieces) > 1:
        return True
    if continues_column_text(rows, row):
        return True
    left, right = min(each.pieces[0].x0 for each in rows), max(each.pieces[-1].x1 for each in rows)
    return row.pieces[0].x1 - row.pieces[0].x0 < WHOLE_LINE * (right - left) and row.pieces[0].x0 > left - 2


def continues_column_text(rows: Sequence[PrintedRow], row: PrintedRow) -> bool:
    """A further line of a text that stands beside a name, however long it is."""
    near = row.y0 - rows[-1].y0 <= TIGHT_LINES * row.height
    return near and any(abs(row.pieces[0].x0 - piece.x0) <= SAME_EDGE for each in rows for piece in each.pieces[1:])


def is_not_table_row(rows: Sequence[PrintedRow], row: PrintedRow) -> bool:
    """A single piece at the end that is no further line of a cell: it stands apart, or is a sentence of its own."""
    return len(row.pieces) == 1 and (row.y0 - rows[-1].y0 > 1.4 * row.height or is_sentence_below(rows, row.pieces[0]))


def is_sentence_below(rows: Sequence[PrintedRow], piece: Piece) -> bool:
    """A whole sentence below a whole row, at the left edge of a table whose labels are none."""
    labels = [each.pieces[0].text for each in rows if len(each.pieces) > 1]
    return (
        len(rows[-1].pieces) > 1
        and SENTENCE.fullmatch(piece.text) is not None
        and abs(piece.x0 - min(each.pieces[0].x0 for each in rows)) <= SAME_EDGE
        and not any(SENTENCE.fullmatch(label) for label in labels)
    )


def is_header_row(row: PrintedRow, below: Sequence[PrintedRow]) -> bool:
    """A single piece over some of the columns, close above and not above the first of them."""
    if len(row.pieces) != 1 or below[0].y0 - row.y1 > 0.8 * row.height or row.height > LARGEST_HEAD * below[0].height:
        return False
    columns = BlankColumns.of(below)
    return (
        len(columns.edges) > 1
        and row.pieces[0].x0 > columns.edges[0][1]
        and row.pieces[0].x1 < columns.edges[-1][1] + 20
    )


def build_row_group(rows: Sequence[PrintedRow], horizontal: Sequence[Ruling]) -> RowGroup:
    group = RowGroup(tuple(rows), ())
    near = 1.5 * rows[0].height
    crossing = (
        line.at
        for line in horizontal
        if min(line.end, group.x1) - max(line.start, group.x0) >= ACROSS * (group.x1 - group.x0)
        and rows[0].y0 - near <= line.at <= rows[-1].y1 + near
    )
    return RowGroup(group.rows, tuple(sorted(crossing)))


def build_word_table(group: RowGroup) -> AlignedTable | None:
    columns = BlankColumns.of(group.rows)
    if len(columns.edges) < 2 or columns.collisions(group.rows) > MOST_COLLISIONS * len(group.rows):
        return None
    cells = table_rows(group.rows, columns, group.lines)
    if not is_word_table(group, columns, cells):
        return None
    count = count_printed_header_rows(group.rows)
    heads = multi_level_headers(group.rows[:count], columns.edges, lambda row: cells_of_group([row], columns))
    if heads:
        cells = [*heads, *table_rows(group.rows[count:], columns, group.lines)]
    lines = tuple(line for row in group.rows for line in row.lines)
    first = group.rows[0]
    # The first row names the columns: without heads it has to be empty, or the first values would.
    head = [[""] * len(cells[0])] if first.values and not has_only_years(first) else []
    return AlignedTable(first.y0, lines, render_markdown_table([*head, *cells]))


def is_word_table(group: RowGroup, columns: BlankColumns, cells: Sequence[Sequence[str]]) -> bool:
    filled = [sum(map(bool, row)) for row in cells]
    if all(MARKER.fullmatch(row[0]) for row in cells if row[0]) or are_numbered_sections(group, columns):
        return False  # a list
    if sum(any(has_dot_leader(text) for text in row) for row in cells) > 0.4 * len(cells):
        return False  # a table of contents
    if sum(len(row.pieces) >= MANY_PIECES * len(columns.edges) for row in group.rows) < 2:
        return False  # one line of running text with wide blanks
    if len(cells) < 2 or sum(filled) < LEAST_FILLED * len(cells) * len(columns.edges):
        return False
    lined = len(group.lines) >= 3
    if not lined and columns.are_text_columns(group.rows):
        return False
    if len(columns.edges) == 2:
        return (
            (lined and len(group.lines) > 0.5 * len(cells) and len(cells) > 2)
            or are_label_value_pairs(group, columns)
            or are_spaced_cells(group, columns, cells)
        )
    if not lined and columns.hold_running_text(group.rows) and not are_spaced_cells(group, columns, cells):
        return False
    return lined or len(cells) > 3 or contains_values(cells)


def are_numbered_sections(group: RowGroup, columns: BlankColumns) -> bool:
    """Sections and paragraphs of a statute with their numbers before them."""
    pairs = [row.pieces for row in group.rows if len(row.pieces) > 1]
    return len(columns.edges) == 2 and all(SECTION.fullmatch(label.text) and not text.is_value for label, text in pairs)


def contains_values(cells: Iterable[Sequence[str]]) -> bool:
    texts = [text for row in list(cells)[1:] for text in row[1:] if text]
    return bool(texts) and sum(Piece(0, 0, text).is_value for text in texts) >= LEAST_VALUES * len(texts)


def are_label_value_pairs(group: RowGroup, columns: BlankColumns) -> bool:
    """Labels with one value each, that end or begin below each other; no table of contents."""
    data = [row for row in group.rows[count_printed_header_rows(group.rows) :] if len(row.pieces) == 2]
    values = [row for row in data if row.values]
    if len(values) < LEAST_PAIRS or len(values) < MOSTLY_VALUES * len(data) or columns.hold_running_text(group.rows):
        return False
    if has_ascending_values(values) or any(has_dot_leader(row.pieces[0].text) for row in values):
        return False
    edges = [(row.pieces[-1].x0, row.pieces[-1].x1) for row in values]
    return any(max(side) - min(side) <= SAME_EDGE for side in zip(*edges, strict=True))


def are_spaced_cells(group: RowGroup, columns: BlankColumns, cells: Sequence[Sequence[str]]) -> bool:
    """Names with texts of several lines beside them, parted by blanks; no list with its markers."""
    names = [row[0] for row in cells if row[0]]
    return (
        2 < len(cells) <= MOST_SPACED * len(group.rows)
        and len(names) >= LEAST_NAMED * len(cells)
        and sum(len(name) for name in names) >= SHORTEST_NAME * len(names)
        and not columns.is_running_text(group.rows, 0)
    )
