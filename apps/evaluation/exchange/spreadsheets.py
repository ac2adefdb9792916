"""Reads and writes XLSX and CSV in which no text is ever taken for a formula."""

import io
from collections.abc import Collection, Mapping, Sequence

CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
LONGEST_CELL = 32_000
"""A sheet takes 32,767 characters; what is cut says so."""
RED = "FADBDA"
"""250, 219, 218: a weak reply."""
Place = tuple[int, int]


def safe(value: object) -> str:
    """As text that no spreadsheet calculates with; numbers stay numbers for people, too.

    What already begins with apostrophes gets one more, so that `unsafe` gives back exactly what was there.
    """
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip("'").startswith(DANGEROUS) and not is_number(text) else text


def unsafe(text: str) -> str:
    """What `safe` was given: without the sign that it put before."""
    rest = text.removeprefix("'")
    return rest if safe(rest) == text else text


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]], red: Collection[Place] = ()) -> bytes:
    """`red` are rows and columns (from 1) of the first sheet."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font, PatternFill

    book = Workbook(write_only=True)
    fill, bold, wrap = PatternFill("solid", fgColor=RED), Font(bold=True), Alignment(wrap_text=True, vertical="top")
    for place, (name, rows) in enumerate(sheets.items()):
        sheet = book.create_sheet(name)
        for number in range(1, 1 + max((len(row) for row in rows), default=0)):
            sheet.column_dimensions[letter(number)].width = 50
        for row_number, row in enumerate(rows, start=1):
            cells = []
            for column, value in enumerate(row, start=1):
                made = WriteOnlyCell(sheet, value=value if isinstance(value, int | float) else readable(value))
                # Text even when it begins with "=": openpyxl would otherwise make it a formula.
                if isinstance(made.value, str):
                    made.data_type = "s"
                    made.quotePrefix = made.value.startswith(DANGEROUS)
                made.alignment = wrap
                if row_number == 1:
                    made.font = bold
                if place == 0 and (row_number, column) in red:
                    made.fill = fill
                cells.append(made)
            sheet.append(cells)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def letter(number: int) -> str:
    from openpyxl.utils import get_column_letter

    return str(get_column_letter(number))


def readable(value: object) -> str:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    text = ILLEGAL_CHARACTERS_RE.sub("", "" if value is None else str(value))
    return str(text) if len(text) <= LONGEST_CELL else text[:LONGEST_CELL] + " […]"


def read_sheet(content: bytes) -> list[list[str]]:
    """The first sheet as texts. Raises ValueError with a sentence."""
    import zipfile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = [["" if value is None else str(value) for value in row] for row in book.worksheets[0].values]
        book.close()
    except (InvalidFileException, zipfile.BadZipFile, KeyError, IndexError, ValueError, OSError) as error:
        raise ValueError(f"The file cannot be read as XLSX: {error}") from error
    return rows
