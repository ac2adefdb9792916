"""Repeats the column names of a table that continues at the top of the next page."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.documents.parsing.layout.split_rows_at_gaps import VALUE
from apps.text.grammar.multi_row_table_headers import count_header_rows
from apps.text.quotable_units import split_table_cells

SAME_WIDTH = 0.85
"""Of the wider of two tables: what both of them cover."""
SAME_EDGE = 3.0
"""Points between the left edges of two tables without lines, whose right ones depend on what their cells say."""
MOSTLY = 0.6


@dataclass(frozen=True, slots=True)
class PlacedTable:
    """A table as Markdown and where it stands, in points from the top left of its page."""

    x0: float
    y0: float
    x1: float
    y1: float
    markdown: str

    @property
    def lines(self) -> list[str]:
        return self.markdown.split("\n")

    @property
    def head(self) -> list[str]:
        return split_table_cells(self.lines[0])

    @property
    def rows(self) -> list[list[str]]:
        return [split_table_cells(line) for line in self.lines[2:]]


def repeat_column_names(before: PlacedTable, table: PlacedTable) -> str:
    """The Markdown of `table`, which is the first thing on its page, after one that is the last on the page before."""
    own, rule, *body = table.lines
    if not is_continuation(before, table):
        return table.markdown
    first = [] if not any(table.head) else [own]
    further = before.lines[2 : 1 + count_header_rows([before.head, *before.rows])]
    return "\n".join([before.lines[0], rule, *further, *first, *body])


def is_continuation(before: PlacedTable, table: PlacedTable) -> bool:
    """Not one with a head of its own, also where it repeats that of the page before."""
    return (
        len(before.head) == len(table.head)
        and any(before.head)
        and before.head != table.head
        and (shared_width(before, table) >= SAME_WIDTH or continues_without_header(before, table))
        and not has_column_names(table.head, [*before.rows, *table.rows])
    )


def continues_without_header(before: PlacedTable, table: PlacedTable) -> bool:
    return not any(table.head) and abs(before.x0 - table.x0) <= SAME_EDGE


def shared_width(one: PlacedTable, other: PlacedTable) -> float:
    shared = min(one.x1, other.x1) - max(one.x0, other.x0)
    return shared / max(one.x1 - one.x0, other.x1 - other.x0, 1.0)


def has_column_names(cells: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether they have words where the rows have values."""
    columns = [at for at in range(len(cells)) if holds_values([row[at] for row in rows if len(row) > at])]
    said = [cells[at] for at in columns if cells[at]]
    return bool(said) and not any(VALUE.fullmatch(text) for text in said)


def holds_values(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if text]
    return bool(filled) and sum(VALUE.fullmatch(text) is not None for text in filled) >= MOSTLY * len(filled)
