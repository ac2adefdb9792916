"""Reads and writes tables as XLSX and CSV: the one way by which the product hands them out."""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, time
from functools import cache
from typing import Any

from apps.spreadsheets.escape_formulas import escape_formulas, looks_like_formula, unescape_formulas

CSV_MEDIA_TYPE = "text/csv"
XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LONGEST_CELL = 32_000
"""A sheet takes 32,767 characters; what is cut says so."""
RED = "FADBDA"
"""250, 219, 218: a weak reply."""
NARROWEST, WIDEST = 10, 50
"""Widths of columns in characters."""
MOST_UNPACKED = 64 * 2**20
"""Bytes of all parts of a workbook that is read."""
MOST_CELLS = 500_000
"""Of a sheet that is read, with those that are empty."""
# openpyxl raises whatever a damaged part leads it to; SyntaxError is what both readers of XML raise.
RAISED_BY_DAMAGE = (
    zipfile.BadZipFile, zlib.error, SyntaxError, ArithmeticError, AttributeError, EOFError, LookupError, OSError,
    RuntimeError, TypeError, ValueError,
)  # fmt: skip
NO_XML = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters outside of XML 1.0; openpyxl knows the control characters among them alone."""
Place = tuple[int, int]


def render_csv(rows: Iterable[Iterable[object]]) -> str:
    """Separated by commas, as `parse_csv_rows` takes it back."""
    text = io.StringIO()
    csv.writer(text).writerows([escape_formulas(value) for value in row] for row in rows)
    return text.getvalue()


def parse_csv_rows(text: str, separator: str = ",") -> list[list[str]]:
    """The rows as they were given to `render_csv`. Raises csv.Error, also for a quotation mark that nothing closes."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    return [[unescape_formulas(value) for value in row] for row in lines]


def build_workbook(sheets: Mapping[str, Sequence[Sequence[object]]], red: Collection[Place] = ()) -> bytes:
    """`red` are rows and columns (from 1) of the first sheet."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for place, (name, rows) in enumerate(sheets.items()):
        sheet = book.create_sheet(name)
        lay_out_columns(sheet, rows)
        for number, row in enumerate(rows, start=1):
            sheet.append(build_row_cells(sheet, row, number, red if place == 0 else ()))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def lay_out_columns(sheet: Any, rows: Sequence[Sequence[object]]) -> None:
    """Before the first row is written: the head stays in sight, each column is wide enough and can be filtered."""
    columns = max((len(row) for row in rows), default=0)
    for number in range(columns):
        sheet.column_dimensions[column_letter(number + 1)].width = column_width(rows, number)
    if columns:
        sheet.freeze_panes = "A2"
        sheet.auto_filter.ref = f"A1:{column_letter(columns)}{len(rows)}"


def build_row_cells(sheet: Any, row: Sequence[object], number: int, red: Collection[Place]) -> list[Any]:
    """Builds the cells of the row of that number, from 1."""
    from openpyxl.cell import WriteOnlyCell

    bold, wrap, fill = cell_styles()
    cells = []
    for column, value in enumerate(row, start=1):
        made = WriteOnlyCell(sheet, value=value if isinstance(value, int | float) else writable_cell_text(value))
        # Text even when it begins with "=": openpyxl would otherwise make it a formula.
        if isinstance(made.value, str):
            made.data_type = "s"
            made.quotePrefix = looks_like_formula(made.value)
        made.alignment = wrap
        if number == 1:
            made.font = bold
        if (number, column) in red:
            made.fill = fill
        cells.append(made)
    return cells


@cache
def cell_styles() -> tuple[Any, Any, Any]:
    """Returns the styles of the head, of each cell, of those that are red."""
    from openpyxl.styles import Alignment, Font, PatternFill

    return Font(bold=True), Alignment(wrap_text=True, vertical="top"), PatternFill("solid", fgColor=RED)


def column_width(rows: Sequence[Sequence[object]], column: int) -> int:
    """In characters: as wide as its longest text, but neither too narrow to read nor wider than a line of a page."""
    longest = max((len(writable_cell_text(row[column])) for row in rows if column < len(row)), default=0)
    return max(NARROWEST, min(WIDEST, longest + 2))


def column_letter(number: int) -> str:
    from openpyxl.utils import get_column_letter

    return str(get_column_letter(number))


def writable_cell_text(value: object) -> str:
    """Drops what no XML may hold, and cuts with a mark where a cell takes no more."""
    text = NO_XML.sub("", "" if value is None else str(value))
    return text if len(text) <= LONGEST_CELL else text[:LONGEST_CELL] + " […]"


def stored_cell_text(value: object) -> str:
    """What a cell holds: a day of midnight is a day, as people see it."""
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return "" if value is None else str(value)


def read_first_sheet(content: bytes) -> list[list[str]]:
    """The first sheet as texts. Raises ValueError with a sentence, also for a sheet of more than MOST_CELLS cells."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        check_unpacked_size(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = bounded_rows(book.worksheets[0].values)
        book.close()
    except (InvalidFileException, *RAISED_BY_DAMAGE) as error:
        raise ValueError(f"The file cannot be read as XLSX: {error}") from error
    return rows


def check_unpacked_size(content: bytes) -> None:
    """Raises ValueError. What the archive says of its sizes is what is unpacked at most."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
            raise ValueError(f"it has more than {MOST_UNPACKED // 2**20} MB")


def bounded_rows(values: Iterable[Sequence[object]]) -> list[list[str]]:
    """Raises ValueError. A sheet says by numbers where rows and cells stand; what lies between is empty, and counts."""
    rows: list[list[str]] = []
    left = MOST_CELLS
    for row in values:
        left -= max(1, len(row))
        if left < 0:
            raise ValueError(f"it has more than {MOST_CELLS:,} cells")
        rows.append([stored_cell_text(value) for value in row])
    return rows
