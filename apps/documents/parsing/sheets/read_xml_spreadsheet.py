"""Reads workbooks in the XML of Excel 2003 ("XML-Kalkulationstabelle"), as programs of offices still export them.

Source: Microsoft's XML Spreadsheet Reference, elements Worksheet, Column, Row, Cell, Data and Style.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from apps.documents.parsing.cell_formats.shown_value import Cell, as_shown
from apps.documents.parsing.hidden_cells.hidden_row_and_column_sets import MOST_COLUMNS, MOST_ROWS, HiddenCells
from apps.documents.parsing.parse_xml_tree import parse_xml
from apps.documents.parsing.sheets.read_workbook import LeftOut, visible, within_bounds
from apps.documents.parsing.sheets.sheet_pages import SheetPage, rows_of, sheet_pages
from apps.documents.parsing.sheets.stored_cell_text import MergedRange, with_labels_repeated
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure

if TYPE_CHECKING:
    from lxml.etree import _Element

SHEET = "{urn:schemas-microsoft-com:office:spreadsheet}"
EXCEL = "{urn:schemas-microsoft-com:office:excel}"
NAMED = {
    "Percent": "0.00%", "Fixed": "0.00", "Standard": "#,##0.00", "Short Date": "dd.mm.yyyy", "Long Date": "dd.mm.yyyy",
    "Short Time": "hh:mm",
}  # fmt: skip
"""Formats that are called by names; those of a currency depend on the country of the program."""


def parse_xml_spreadsheet(data: bytes, media_type: str) -> ParsedDocument:
    """Without what is hidden, which is counted. Raises ParseFailure: damaged, no_text, unpacked_limit."""
    left_out = LeftOut()
    try:
        root = parse_xml(data)
        formats = {style.get(f"{SHEET}ID", ""): format_of(style) for style in root.iter(f"{SHEET}Style")}
        found = list(within_bounds(pages_of(root, formats, left_out)))
    except (SyntaxError, ValueError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The workbook cannot be opened: {error}") from error
    if not found:
        raise ParseFailure(FailureReason.NO_TEXT, "No visible sheet of the workbook has a cell with a value.")
    pages = tuple(ParsedPage(number, page.text, sheet=page.layout) for number, page in enumerate(found, 1))
    said = left_out.as_metadata()
    return ParsedDocument(
        pages,
        media_type,
        page_count=len(pages),
        flags=left_out.flags(),
        front_matter={"metadata": said} if said else {},
    )


def format_of(style: "_Element") -> str:
    form = style.find(f"{SHEET}NumberFormat")
    said = "" if form is None else form.get(f"{SHEET}Format", "")
    return NAMED.get(said, said)


def pages_of(root: "_Element", formats: Mapping[str, str], left_out: LeftOut) -> Iterator[SheetPage]:
    for sheet in root.iterfind(f"{SHEET}Worksheet"):
        if sheet.findtext(f"{EXCEL}WorksheetOptions/{EXCEL}Visible", "").startswith("SheetHidden"):
            left_out.sheets += 1
        elif (table := sheet.find(f"{SHEET}Table")) is not None:
            merged: list[MergedRange] = []
            values = list(values_of(table, formats, merged))
            rows = rows_of(with_labels_repeated(iter(values), merged, 0), 0, 0)
            yield from sheet_pages(
                sheet.get(f"{SHEET}Name", ""), visible(rows, hidden_in(sheet, table), left_out), len(values)
            )


def hidden_in(sheet: "_Element", table: "_Element") -> HiddenCells:
    """Rows that a filter hides are shown."""
    hidden, last = HiddenCells(), 0
    for column in table.iterfind(f"{SHEET}Column"):
        first = place(column, last)
        last = first + number(column, "Span")
        if column.get(f"{SHEET}Hidden") == "1":
            hidden.hide_columns(first - 1, last - 1)
    is_filtered = next(sheet.iter(f"{EXCEL}AutoFilterColumn"), None) is not None
    rows = () if is_filtered else placed_rows(table)
    hidden.rows.update(row for row, element in rows if element.get(f"{SHEET}Hidden") == "1")
    return hidden


def placed_rows(table: "_Element") -> Iterator[tuple[int, "_Element"]]:
    """With their numbers from 1. Raises ValueError for one beyond a sheet."""
    last = 0
    for row in table.iterfind(f"{SHEET}Row"):
        last = place(row, last)
        if last > MOST_ROWS:
            raise ValueError("A row lies beyond the last one of a sheet.")
        yield last, row
        last += number(row, "Span")


def place(element: "_Element", last: int) -> int:
    """Of a row, column or cell behind the one before; never back."""
    return max(number(element, "Index"), last + 1)


def number(element: "_Element", name: str) -> int:
    return int(element.get(f"{SHEET}{name}", "0"))


def values_of(table: "_Element", formats: Mapping[str, str], merged: list[MergedRange]) -> Iterator[list[Cell]]:
    """Of each row from the first of the sheet on; what is merged over several rows is added to `merged`."""
    count = 0
    for row, element in placed_rows(table):
        yield from ([] for _ in range(count, row - 1))
        cells: dict[int, Cell] = {}
        last = 0
        for cell in element.iterfind(f"{SHEET}Cell"):
            column = min(place(cell, last), MOST_COLUMNS)
            last = column + number(cell, "MergeAcross")
            cells[column] = as_shown(value_of(cell), formats.get(cell.get(f"{SHEET}StyleID", ""), ""))
            if below := number(cell, "MergeDown"):
                merged.append(((row - 1, column - 1), (row - 1 + below, column - 1)))
        yield [cells.get(column, "") for column in range(1, max(cells, default=0) + 1)]
        count = row


def value_of(cell: "_Element") -> Cell:
    data = cell.find(f"{SHEET}Data")
    if data is None:
        return ""
    text = "".join(map(str, data.itertext())).strip()
    match data.get(f"{SHEET}Type"):
        case "Number" if text:
            return float(text)
        case "DateTime" if text:
            return datetime.fromisoformat(text)
        case "Boolean":
            return text == "1"
    return text
