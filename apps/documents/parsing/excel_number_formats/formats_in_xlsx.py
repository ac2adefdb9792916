"""Finds the cell formats of an .xlsx workbook that show values differently from how they are stored."""

import re
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

from apps.documents.parsing.excel_number_formats.display_changing_formats import RowFormats, display_changing_styles
from apps.documents.parsing.hidden_cells.count_used_range_cells import column_number
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import WORKBOOK, find_tags, sheet_parts_of_xlsx
from apps.documents.parsing.parse_xml_tree import parse_xml

STYLES = "xl/styles.xml"
LARGEST_STYLES = 16 * 2**20
CELL = re.compile(
    rb"<(?:\w+:)?c(?=\s[^<>]*?\br\s*=\s*[\"']([A-Za-z]{1,3})(\d{1,7})[\"'])(?=\s[^<>]*?\bs\s*=\s*[\"'](\d{1,6})[\"'])"
)


class FormatsInXlsx:
    """Formats by sheet, in the order of the workbook. Raises what BROKEN names: the parts are damaged."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.styles: dict[bytes, str] = {}
        self.parts: list[str] = []
        with ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            if WORKBOOK in names and STYLES in names and archive.getinfo(STYLES).file_size <= LARGEST_STYLES:
                self.styles = read_styles(archive.read(STYLES))
                self.parts = list(sheet_parts_of_xlsx(archive)) if self.styles else []

    def rows(self, position: int) -> Iterator[RowFormats]:
        """Yields the rows with formats in the order of the sheet, which is read along with them."""
        if position < len(self.parts):
            with ZipFile(BytesIO(self.data)) as archive:
                yield from read_row_formats(archive, self.parts[position], self.styles)


def read_styles(part: bytes) -> dict[bytes, str]:
    """Returns formats by the number that cells name them with, as it is written."""
    root = parse_xml(part)
    formats = root.iterfind("{*}numFmts/{*}numFmt")
    said = {int(each.get("numFmtId") or 0): each.get("formatCode", "") for each in formats}
    styles = [int(each.get("numFmtId") or 0) for each in root.iterfind("{*}cellXfs/{*}xf")]
    return {str(place).encode(): form for place, form in display_changing_styles(said, styles).items()}


def read_row_formats(archive: ZipFile, part: str, styles: dict[bytes, str]) -> Iterator[RowFormats]:
    row, found = -1, dict[int, str]()
    columns: dict[bytes, int] = {}
    with archive.open(part) as file:
        for letters, digits, style in find_tags(file, CELL):
            form = styles.get(style)
            if form is None:
                continue
            if (number := int(digits) - 1) != row:
                if found:
                    yield row, found
                row, found = number, {}
            if letters not in columns:
                columns[letters] = column_number(letters.decode().upper()) - 1
            found[columns[letters]] = form
    if found:
        yield row, found
