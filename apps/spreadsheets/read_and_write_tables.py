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

from apps.spreadsheets.escape_formulas import looks_like_formula, safe, unsafe

CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Separated by commas, as `read_csv` takes it back."""
    text = io.StringIO()
    csv.writer(text).writerows([safe(value) for value in row] for row in rows)
    return text.getvalue()


def read_csv(text: str, separator: str = ",") -> list[list[str]]:
    """The rows as they were given to `csv_text`. Raises csv.Error, also for a quotation mark that nothing closes."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    return [[unsafe(value) for value in row] for row in lines]


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]], red: Collection[Place] = ()) -> bytes:
    """`red` are rows and columns (from 1) of the first sheet."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for place, (name, rows) in enumerate(sheets.items()):
        sheet = book.create_sheet(name)
        lay_out(sheet, rows)
        for number, row in enumerate(rows, start=1):
            sheet.append(cells_of(sheet, row, number, red if place == 0 else ()))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def lay_out(sheet: Any, rows: Sequence[Sequence[object]]) -> None:
    """Before the first row is written: the head stays in sight, each column is wide enough and can be filtered."""
    columns = max((len(row) for row in rows), default=0)
    for number in range(columns):
        sheet.column_dimensions[letter(number + 1)].width = width(rows, number)
    if columns:
        sheet.freeze_panes = "A2"
        sheet.auto_filter.ref = f"A1:{letter(columns)}{len(rows)}"


def cells_of(sheet: Any, row: Sequence[object], number: int, red: Collection[Place]) -> list[Any]:
    """Of the row of that number, from 1."""
    from openpyxl.cell import WriteOnlyCell

    bold, wrap, fill = styles()
    cells = []
    for column, value in enumerate(row, start=1):
        made = WriteOnlyCell(sheet, value=value if isinstance(value, int | float) else readable(value))
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
def styles() -> tuple[Any, Any, Any]:
    """Of the head, of each cell, of those that are red."""
    from openpyxl.styles import Alignment, Font, PatternFill

    return Font(bold=True), Alignment(wrap_text=True, vertical="top"), PatternFill("solid", fgColor=RED)


def width(rows: Sequence[Sequence[object]], column: int) -> int:
    """In characters: as wide as its longest text, but neither too narrow to read nor wider than a line of a page."""
    longest = max((len(readable(row[column])) for row in rows if column < len(row)), default=0)
    return max(NARROWEST, min(WIDEST, longest + 2))


def letter(number: int) -> str:
    from openpyxl.utils import get_column_letter

    return str(get_column_letter(number))


def readable(value: object) -> str:
    """Without what no XML may hold, and cut with a mark where a cell takes no more."""
    text = NO_XML.sub("", "" if value is None else str(value))
    return text if len(text) <= LONGEST_CELL else text[:LONGEST_CELL] + " […]"


def stored(value: object) -> str:
    """What a cell holds: a day of midnight is a day, as people see it."""
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return "" if value is None else str(value)


def read_sheet(content: bytes) -> list[list[str]]:
    """The first sheet as texts. Raises ValueError with a sentence, also for a sheet of more than MOST_CELLS cells."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        refuse_if_large(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = bounded_rows(book.worksheets[0].values)
        book.close()
    except (InvalidFileException, *RAISED_BY_DAMAGE) as error:
        raise ValueError(f"The file cannot be read as XLSX: {error}") from error
    return rows


def refuse_if_large(content: bytes) -> None:
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
        rows.append([stored(value) for value in row])
    return rows
