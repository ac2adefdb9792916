"""Finds the formats of the cells of a workbook of Excel whose values are shown otherwise than they are stored."""

import re
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from zipfile import ZipFile

from apps.documents.parsing.cell_formats.shown_value import says_more
from apps.documents.parsing.hidden_cells.cell_extent import column_number
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import WORKBOOK, sheet_parts, tags
from apps.documents.parsing.parse_xml_tree import BROKEN, parse_xml

STYLES = "xl/styles.xml"
LARGEST_STYLES = 16 * 2**20
BUILT_IN = {
    "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "12": "# ?/?", "13": "# ??/??",
    "14": "dd.mm.yyyy", "17": "mmm yyyy", "20": "hh:mm", "21": "hh:mm:ss", "22": "dd.mm.yyyy hh:mm", "37": "#,##0",
    "38": "#,##0", "39": "#,##0.00", "40": "#,##0.00", "45": "mm:ss", "46": "[h]:mm:ss",
}  # fmt: skip
"""Formats that a file names without saying them; those of a currency depend on the country of the program."""
CELL = re.compile(
    rb"<(?:\w+:)?c(?=\s[^<>]*?\br\s*=\s*[\"']([A-Za-z]{1,3})(\d{1,7})[\"'])(?=\s[^<>]*?\bs\s*=\s*[\"'](\d{1,6})[\"'])"
)
RowFormats = tuple[int, dict[int, str]]
"""The number of a row and its formats by column, from 0."""


class FormatsInXlsx:
    """Of each sheet in the order of the workbook; none where nothing can be told: the values are read all the same."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.styles: dict[bytes, str] = {}
        self.parts: list[str] = []
        with suppress(*BROKEN), ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            if WORKBOOK in names and STYLES in names and archive.getinfo(STYLES).file_size <= LARGEST_STYLES:
                self.styles = telling_styles(archive.read(STYLES))
                self.parts = list(sheet_parts(archive)) if self.styles else []

    def rows(self, position: int) -> Iterator[RowFormats]:
        """Those that have some, in the order of the sheet, which is read along with them."""
        if position < len(self.parts):
            with suppress(*BROKEN), ZipFile(BytesIO(self.data)) as archive:
                yield from rows_of(archive, self.parts[position], self.styles)


def telling_styles(part: bytes) -> dict[bytes, str]:
    """The format of each style that has one of those, by the number cells name it with."""
    root = parse_xml(part)
    said = {each.get("numFmtId"): each.get("formatCode", "") for each in root.iterfind("{*}numFmts/{*}numFmt")}
    telling = {number: form for number, form in (BUILT_IN | said).items() if says_more(form)}
    styles = enumerate(each.get("numFmtId") for each in root.iterfind("{*}cellXfs/{*}xf"))
    return {str(place).encode(): telling[number] for place, number in styles if number in telling}


def rows_of(archive: ZipFile, part: str, styles: dict[bytes, str]) -> Iterator[RowFormats]:
    row, found = -1, dict[int, str]()
    columns: dict[bytes, int] = {}
    with archive.open(part) as file:
        for letters, digits, style in tags(file, CELL):
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
