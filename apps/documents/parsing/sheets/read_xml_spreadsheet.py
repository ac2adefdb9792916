"""Reads workbooks in the XML of Excel 2003 ("XML-Kalkulationstabelle"), as programs of offices still export them.

Source: Microsoft's XML Spreadsheet Reference, elements Worksheet, Column, Row, Cell, Data and Style.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING

from apps.documents.parsing.cell_formats.apply_cell_format import CellValue, apply_cell_format
from apps.documents.parsing.hidden_cells.hidden_row_and_column_sets import MOST_COLUMNS, MOST_ROWS, HiddenCells
from apps.documents.parsing.parse_xml_tree import parse_xml
from apps.documents.parsing.sheets.cell_text import MergedRange, repeat_merged_labels
from apps.documents.parsing.sheets.read_sheet_rows import refuse_large_blocks
from apps.documents.parsing.sheets.read_workbook import HiddenCounts, limit_text_size, visible_rows
from apps.documents.parsing.sheets.split_sheet_into_pages import SheetPage, build_sheet_rows, sheet_pages
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
FILTERED = re.compile(r"R(\d{1,7})(?:C\d+)?:R(\d{1,7})(?:C\d+)?")
WITHOUT_DAY = (date(1899, 12, 30), date(1899, 12, 31))
"""What a time has for a day; the programs do not agree on where days are counted from."""


def parse_xml_spreadsheet(data: bytes, media_type: str) -> ParsedDocument:
    """Reads what is shown and counts what is hidden. Raises ParseFailure: damaged, no_text, unpacked_limit."""
    left_out = HiddenCounts()
    try:
        root = parse_xml(data)
        formats = {style.get(f"{SHEET}ID", ""): style_format(style) for style in root.iter(f"{SHEET}Style")}
        refuse_large_blocks([sum(map(row_width, grid.iterfind(f"{SHEET}Row"))) for grid in root.iter(f"{SHEET}Table")])
        found = list(limit_text_size(build_sheet_pages(root, formats, left_out)))
    except (SyntaxError, ValueError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The workbook cannot be opened: {error}") from error
    if not found:
        raise ParseFailure(FailureReason.NO_TEXT, "No visible sheet of the workbook has a cell with a value.")
    pages = tuple(ParsedPage(number, page.text, sheet=page.layout) for number, page in enumerate(found, 1))
    return left_out.document(pages, media_type)


def style_format(style: "_Element") -> str:
    form = style.find(f"{SHEET}NumberFormat")
    said = "" if form is None else form.get(f"{SHEET}Format", "")
    return NAMED.get(said, said)


def build_sheet_pages(root: "_Element", formats: Mapping[str, str], left_out: HiddenCounts) -> Iterator[SheetPage]:
    for sheet in root.iterfind(f"{SHEET}Worksheet"):
        if sheet.findtext(f"{EXCEL}WorksheetOptions/{EXCEL}Visible", "").strip() not in ("", "SheetVisible"):
            left_out.sheets += 1
        elif (table := sheet.find(f"{SHEET}Table")) is not None:
            rows = build_sheet_rows(repeat_merged_labels(row_values(table, formats), merged_ranges(table), 0), 0, 0)
            shown = visible_rows(rows, find_hidden_cells(sheet, table), left_out)
            yield from sheet_pages(sheet.get(f"{SHEET}Name", ""), shown, table_height(table))


def find_hidden_cells(sheet: "_Element", table: "_Element") -> HiddenCells:
    """Rows in the range of a filter that is set are shown."""
    hidden, last = HiddenCells(), 0
    for column in table.iterfind(f"{SHEET}Column"):
        first = next_index(column, last)
        last = first + int_attribute(column, "Span")
        if column.get(f"{SHEET}Hidden") == "1":
            hidden.hide_columns(first - 1, last - 1)
    hidden.rows.update(row for row, element in placed_rows(table) if element.get(f"{SHEET}Hidden") == "1")
    for each in sheet.iterfind(f"{EXCEL}AutoFilter[{EXCEL}AutoFilterColumn]"):
        if found := FILTERED.fullmatch(each.get(f"{EXCEL}Range", "")):
            hidden.show_filtered(int(found[1]), int(found[2]))
    return hidden


def placed_rows(table: "_Element") -> Iterator[tuple[int, "_Element"]]:
    """Yields the rows with their numbers from 1. Raises ValueError for one beyond a sheet."""
    last = 0
    for row in table.iterfind(f"{SHEET}Row"):
        last = next_index(row, last)
        if last > MOST_ROWS:
            raise ValueError("A row lies beyond the last one of a sheet.")
        yield last, row
        last += int_attribute(row, "Span")


def placed_cells(row: "_Element") -> Iterator[tuple[int, "_Element"]]:
    """Yields the cells with their columns from 1; what lies beyond a sheet comes last in it."""
    last = 0
    for cell in row.iterfind(f"{SHEET}Cell"):
        column = min(next_index(cell, last), MOST_COLUMNS)
        last = column + int_attribute(cell, "MergeAcross")
        yield column, cell


def row_width(row: "_Element") -> int:
    return max((column for column, _ in placed_cells(row)), default=0)


def table_height(table: "_Element") -> int:
    return max((row for row, element in placed_rows(table) if row_width(element)), default=0)


def next_index(element: "_Element", last: int) -> int:
    """Returns the index of a row, column or cell behind the one before; never back."""
    return max(int_attribute(element, "Index"), last + 1)


def int_attribute(element: "_Element", name: str) -> int:
    return int(element.get(f"{SHEET}{name}", "0"))


def merged_ranges(table: "_Element") -> list[MergedRange]:
    """What is merged over several rows."""
    return [
        ((row - 1, column - 1), (row - 1 + below, column - 1))
        for row, element in placed_rows(table)
        for column, cell in placed_cells(element)
        if (below := int_attribute(cell, "MergeDown"))
    ]


def row_values(table: "_Element", formats: Mapping[str, str]) -> Iterator[list[CellValue]]:
    """Yields the values of each row up to the last with cells, one at a time: a cell may lie far out."""
    count = 0
    for row, element in placed_rows(table):
        cells = {
            column: apply_cell_format(cell_value(cell), formats.get(cell.get(f"{SHEET}StyleID", ""), ""))
            for column, cell in placed_cells(element)
        }
        if cells:
            yield from ([] for _ in range(count, row - 1))
            yield [cells.get(column, "") for column in range(1, max(cells) + 1)]
            count = row


def cell_value(cell: "_Element") -> CellValue:
    data = cell.find(f"{SHEET}Data")
    if data is None:
        return ""
    text = "".join(map(str, data.itertext())).strip()
    match data.get(f"{SHEET}Type"):
        case "Number" if text:
            return float(text)
        case "DateTime" if text:
            return parse_moment(text)
        case "Boolean":
            return text == "1"
    return text


def parse_moment(text: str) -> CellValue:
    """The text itself where it is none, such as the 29th of February 1900 that Excel knows."""
    with suppress(ValueError):
        value = datetime.fromisoformat(text)
        return value.time() if value.date() in WITHOUT_DAY else value
    return text
