"""Splits a sheet into pages of some rows each, under the sheet's name and header, with the positions of their cells."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from apps.documents.parsing.cell_formats.apply_cell_format import CellValue, ShownValue
from apps.documents.parsing.cell_positions_in_text import SheetLayout, column_name
from apps.documents.parsing.drawings.alternative_texts import COMMENTS, PARAGRAPH_BREAK, PICTURES, prepend_heading
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.sheets.cell_text import cell_text
from apps.documents.parsing.sheets.drawings_in_xlsx_and_xlsb import DrawnText
from apps.text.estimate_tokens import estimate_tokens
from apps.text.grammar.multi_row_table_headers import count_header_rows

ROWS = 60
"""Of a page, unless the sheet is so long that it would have more than MOST_PAGES."""
MOST_PAGES = 2_500
TABLE_TOKENS = 800
"""Of a table on a page, head included: a piece for search takes a table as a whole, so each row has its head there."""
MOST_NOTES = 20
"""Rows below a table; more of them are rows of a table that has lost its other cells."""
NOTE = re.compile(
    r"[*†‡]|\(?\d{1,2}\)\s|(?:Stand|Quelle|Hinweise?|Anmerkung(?:en)?|Erläuterung(?:en)?|Legende|Source|Notes?)\s*+:"
    r"|(?:Alle|Sämtliche) (?:Angaben|Preise|Beträge|Gebühren|Werte)\b"
)
LEAST_WORDS = 3
"""Of a note that has no mark, and stands apart from the table."""


@dataclass(slots=True)
class Row:
    """`number` as the program shows it, from 1; `cells` by column, from 0, without empty ones. `is_note_row`: it says
    something of the table above it, such as "* inkl. MwSt.", and belongs to none of its columns. `formatted`: cells
    whose text its format has made, with the number that is stored where that is another one."""

    number: int
    cells: dict[int, str]
    tokens: int = 0
    is_note: bool = False
    formatted: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetPage:
    text: str
    layout: SheetLayout


@dataclass(slots=True)
class RowBlock:
    """Rows that become one page, in tables of at most TABLE_TOKENS."""

    tables: list[list[Row]] = field(default_factory=list)
    rows: int = 0
    tokens: int = 0

    def has_room(self, row: Row, head: int) -> bool:
        """Whether its last table has room for the row."""
        return bool(self.tables) and self.tokens + row.tokens <= TABLE_TOKENS - min(head, TABLE_TOKENS // 2)

    def add(self, row: Row, *, anew: bool) -> None:
        if anew or not self.tables:
            self.tables.append([])
            self.tokens = 0
        self.tables[-1].append(row)
        self.rows += 1
        self.tokens += row.tokens

    def all_rows(self) -> list[Row]:
        return [row for table in self.tables for row in table]


def build_sheet_rows(values: Iterable[list[CellValue]], first_row: int, first_column: int) -> Iterator[Row]:
    """Yields rows but empty ones; the first value is that of the cell in `first_row`, `first_column`, from 0."""
    for number, row in enumerate(values, first_row + 1):
        texts = ((column, cell_text(value)) for column, value in enumerate(row, first_column) if value != "")
        cells = {column: text for column, text in texts if text}
        if cells:
            yield Row(number, cells, count_row_tokens(cells), formatted=stored_numbers(row, first_column))


def stored_numbers(row: Iterable[CellValue], first_column: int) -> dict[int, str]:
    told = ((column, value) for column, value in enumerate(row, first_column) if isinstance(value, ShownValue))
    return {column: value.stored for column, value in told if value.is_figure}


def count_row_tokens(cells: dict[int, str]) -> int:
    return estimate_tokens(" | ".join(cells.values())) + 1


def sheet_pages(name: str, rows: Iterable[Row], height: int, drawn: Sequence[DrawnText] = ()) -> Iterator[SheetPage]:
    """Pages of Markdown, one at a time. `height` is the number of rows, from which follows how many a page takes.

    A page of a usual sheet has one table; those of a very long one have several, so that they do not become too many.
    What is drawn stands below the rows beside which it begins, or else below the last ones.
    """
    most, is_long = max(ROWS, -(-height // MOST_PAGES)), height > ROWS * MOST_PAGES
    block, waiting = RowBlock(), deque(drawn)
    heads: list[Row] = []
    for row in mark_note_rows(rows):
        if continues_header(heads, row) if heads else is_header_row(row):
            heads.append(row)
        head_tokens = sum(head.tokens for head in heads if head is not row)
        has_room = block.has_room(row, head_tokens)
        if block.rows >= most or (block.rows and not has_room and not is_long):
            yield build_page(name, block, heads, take_drawings_above(waiting, row.number))
            block = RowBlock()
        block.add(row, anew=not has_room)
    if block.rows:
        yield build_page(name, block, heads, waiting)
    elif waiting:
        yield page_without_cells(name, waiting)


def take_drawings_above(waiting: deque[DrawnText], row: int) -> list[DrawnText]:
    """Takes them out."""
    found = []
    while waiting and waiting[0].row < row:
        found.append(waiting.popleft())
    return found


def mark_note_rows(rows: Iterable[Row]) -> Iterator[Row]:
    """Marks notes among the rows with one cell below the last one with several: from the first that says so on, all are
    notes."""
    waiting: list[Row] = []
    last = 0
    for row in rows:
        if len(row.cells) == 1 and last and len(waiting) < MOST_NOTES:
            waiting.append(row)
            continue
        yield from waiting
        waiting = []
        last = row.number if len(row.cells) > 1 else 0
        yield row
    are_notes = False
    for row in waiting:
        row.is_note = are_notes = are_notes or is_note_row(row, last)
        last = row.number
        yield row


def is_note_row(row: Row, last: int) -> bool:
    """Whether it begins like a note, or is a text below an empty row; `last` is the number of the row before."""
    (text,) = row.cells.values()
    return NOTE.match(text) is not None or (row.number > last + 1 and len(text.split()) >= LEAST_WORDS)


def is_header_row(row: Row) -> bool:
    """The first row with several texts and no figures names the columns; a title above it stands alone."""
    return len(row.cells) > 1 and not row.formatted and not any(is_figure(text) for text in row.cells.values())


def continues_header(heads: Sequence[Row], row: Row) -> bool:
    """Whether the row names columns under the heads right above it: "mindestens" and "höchstens" under "Gebühr".

    Labels that are merged over both rows are taken out of it.
    """
    if row.number != heads[-1].number + 1:
        return False
    own = {column: text for column, text in row.cells.items() if heads[0].cells.get(column) != text}
    columns = sorted({column for each in (*heads, row) for column in each.cells})
    given = [[each.get(column, "") for column in columns] for each in (*(head.cells for head in heads), own)]
    if count_header_rows([*given, [""] * len(columns)]) < len(given):
        return False
    row.cells = own
    return True


def is_figure(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).replace(",", "").isdigit()


def build_page(name: str, block: RowBlock, heads: Sequence[Row], drawn: Iterable[DrawnText]) -> SheetPage:
    """Lines of one cell above the head and notes are sentences; the rest are tables of the columns in use."""
    rows = block.all_rows()
    writer = PageWriter(normalise_text(name).strip())
    writer.title(rows)
    first = heads[0].number if heads and any(row is heads[0] for row in rows) else 0
    for row in rows:
        if row.number < first:
            writer.line_of(row)
    of_tables = [row for row in rows if row.number >= first and not row.is_note]
    columns = sorted({column for row in (*of_tables, *heads) for column in row.cells})
    parts = split_side_by_side_tables(columns, heads, of_tables)
    for table in block.tables:
        wanted = [row for row in table if row.number >= first and not row.is_note]
        for part in parts:
            if own := [row for row in wanted if not row.cells.keys().isdisjoint(part)]:
                writer.table(own, heads, part)
    for row in rows:
        if row.is_note:
            writer.line_of(row)
    writer.drawings(list(drawn))
    return writer.page(columns)


def split_side_by_side_tables(columns: list[int], heads: Sequence[Row], rows: Sequence[Row]) -> list[list[int]]:
    """The columns of each of the tables that stand beside each other, parted by empty columns; all of them as one where
    that is not sure: each has labels in its first column and names all others, and all names or, of tables that end in
    rows of their own, one stand in two of them."""
    starts = [at for at, column in enumerate(columns) if at == 0 or column > columns[at - 1] + 1]
    parts = [columns[start:end] for start, end in zip(starts, [*starts[1:], len(columns)], strict=True)]
    if len(parts) < 2 or not heads or not all(is_table_of_its_own(part, heads[0], rows) for part in parts):
        return [columns]
    names = [{heads[0].cells[column] for column in part} for part in parts]
    is_shared = max(Counter(name for part in names for name in part).values()) > 1
    ends = {max(at for at, row in enumerate(rows) if part[0] in row.cells) for part in parts}
    have_same_names = all(part == names[0] for part in names)
    return parts if have_same_names or (is_shared and len(ends) > 1) else [columns]


def is_table_of_its_own(columns: Sequence[int], head: Row, rows: Sequence[Row]) -> bool:
    if len(columns) < 2 or any(column not in head.cells for column in columns):
        return False
    labels = [row.cells[columns[0]] for row in rows if row is not head and columns[0] in row.cells]
    return bool(labels) and not any(is_figure(label) for label in labels)


def page_without_cells(name: str, drawn: Iterable[DrawnText]) -> SheetPage:
    writer = PageWriter(normalise_text(name).strip())
    writer.write(f"## {writer.name}")
    writer.drawings(list(drawn))
    return writer.page(())


class PageWriter:
    """Writes the text of a page and notes where its cells stand."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: list[str] = []
        self.length = 0
        self.lines: list[tuple[int, int]] = []
        self.stored: list[tuple[int, int, str]] = []
        self.alone: list[tuple[int, int, int]] = []
        self.repeated: list[int] = []
        self.drawn: int | None = None
        self.parts_from: list[tuple[int, tuple[int, ...]]] = []

    def write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def title(self, rows: Sequence[Row]) -> None:
        self.write(f"## {self.name} ({format_row_range(rows)})" if self.name else f"## {format_row_range(rows)}")

    def line_of(self, row: Row) -> None:
        """Writes its cells side by side."""
        for position, (column, text) in enumerate(row.cells.items()):
            self.write("; " if position else "\n\n")
            self.alone.append((self.length, row.number, column))
            self.write(text)

    def table(self, rows: Sequence[Row], heads: Sequence[Row], columns: Sequence[int]) -> None:
        """Under its heads: the names of the columns, or their letters where they have no names."""
        self.write("\n\n")
        self.parts_from.append((self.length, tuple(columns)))
        again = heads if heads and rows[0] is not heads[0] else ()
        if heads:
            self.head(heads[0], columns, is_again=bool(again))
        else:
            self.write(render_table_row([column_name(column) for column in columns]))
        self.write(f"\n{render_table_row(['---'] * len(columns))}")
        for head in again[1:]:
            self.write("\n")
            self.head(head, columns, is_again=True)
        for row in rows:
            if not (heads and row is heads[0]):
                self.write("\n")
                self.row(row, columns)

    def head(self, head: Row, columns: Sequence[int], *, is_again: bool) -> None:
        if is_again:
            self.repeated.append(self.length)
        self.row(head, columns)

    def row(self, row: Row, columns: Sequence[int]) -> None:
        self.lines.append((self.length, row.number))
        self.stored += [(row.number, column, stored) for column, stored in row.formatted.items() if stored]
        self.write(render_table_row([row.cells.get(column, "") for column in columns]))

    def drawings(self, drawn: Sequence[DrawnText]) -> None:
        """The text of shapes, then what pictures show and people commented, each once."""
        texts = dict.fromkeys(each.text for each in drawn if not (each.is_picture or each.is_comment))
        pictures = dict.fromkeys(each.text for each in drawn if each.is_picture)
        comments = dict.fromkeys(each.text for each in drawn if each.is_comment)
        apart = [*prepend_heading(PICTURES, list(pictures)), *prepend_heading(COMMENTS, list(comments))]
        if told := [*texts, *apart]:
            self.drawn = self.length + len(PARAGRAPH_BREAK)
            self.write("".join(f"{PARAGRAPH_BREAK}{each}" for each in told))

    def page(self, columns: Sequence[int]) -> SheetPage:
        # Mostly one table with all columns, of which nothing needs to be told.
        has_parts = any(part != tuple(columns) for _, part in self.parts_from)
        layout = SheetLayout(
            self.name,
            tuple(columns),
            tuple(self.lines),
            tuple(self.alone),
            tuple(self.repeated),
            self.drawn,
            tuple(self.stored),
            parts=tuple(self.parts_from) if has_parts else (),
        )
        return SheetPage("".join(self.parts), layout)


def format_row_range(rows: Sequence[Row]) -> str:
    """A2:F61, as in a formula."""
    columns = {column for row in rows for column in row.cells}
    left, right = column_name(min(columns)), column_name(max(columns))
    return f"{left}{rows[0].number}:{right}{rows[-1].number}"


def render_table_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
