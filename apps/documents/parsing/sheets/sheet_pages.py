"""A sheet as pages: some rows each under the sheet's name and head, with the addresses of their cells."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.sheets.cell_text import Cell, cell_text, column_name

ROWS = 60
"""Of a page, unless the sheet is so long that it would have more than MOST_PAGES."""
MOST_PAGES = 2_500
LONGEST_PAGE = 20_000
"""Characters."""


@dataclass(slots=True)
class Row:
    """`number` as the program shows it, from 1; `cells` by column, from 0, without empty ones."""

    number: int
    cells: dict[int, str]


@dataclass(slots=True)
class CellBlock:
    """Rows that become one page."""

    rows: list[Row] = field(default_factory=list)
    size: int = 0

    def add(self, row: Row) -> None:
        self.rows.append(row)
        self.size += sum(map(len, row.cells.values()))


def rows_of(values: Iterable[list[Cell]], first_row: int, first_column: int) -> Iterator[Row]:
    """Without empty rows; the first value is that of the cell in `first_row` and `first_column`, from 0."""
    for number, row in enumerate(values, first_row + 1):
        texts = ((column, cell_text(value)) for column, value in enumerate(row, first_column) if value != "")
        cells = {column: text for column, text in texts if text}
        if cells:
            yield Row(number, cells)


def sheet_pages(name: str, rows: Iterable[Row], height: int) -> Iterator[str]:
    """Pages of Markdown, one at a time. `height` is the number of rows, from which follows how many a page takes."""
    most = max(ROWS, -(-height // MOST_PAGES))
    block, head = CellBlock(), None
    for row in rows:
        if head is None and is_head(row):
            head = row
        if len(block.rows) >= most or block.size > LONGEST_PAGE:
            yield page(name, block, head)
            block = CellBlock()
        block.add(row)
    if block.rows:
        yield page(name, block, head)


def is_head(row: Row) -> bool:
    """The first row with several texts and no figures names the columns; a title above it stands alone."""
    return len(row.cells) > 1 and not any(is_figure(text) for text in row.cells.values())


def is_figure(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).replace(",", "").isdigit()


def page(name: str, block: CellBlock, head: Row | None) -> str:
    """Lines of one cell above the head are sentences; the rest is a table of the columns in use."""
    title = f"## {normalise_text(name).strip()} ({span(block)})"
    rows = [row for row in block.rows if row is not head]
    own_head = head is not None and any(row is head for row in block.rows)
    above = [row for row in rows if own_head and head is not None and row.number < head.number]
    lines = ["; ".join(row.cells.values()) for row in above]
    table = as_table(head, rows[len(above) :])
    return normalise_text("\n\n".join([title, *lines, table] if table else [title, *lines]))


def span(block: CellBlock) -> str:
    """A2:F61, as in a formula."""
    columns = {column for row in block.rows for column in row.cells}
    left, right = column_name(min(columns)), column_name(max(columns))
    return f"{left}{block.rows[0].number}:{right}{block.rows[-1].number}"


def as_table(head: Row | None, rows: list[Row]) -> str:
    named = head.cells if head is not None else {}
    columns = sorted({column for row in rows for column in row.cells} | set(named))
    if not columns:
        return ""
    names = [named.get(column, "" if named else column_name(column)) for column in columns]
    lines = [names, ["---"] * len(columns), *([row.cells.get(column, "") for column in columns] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
