"""Reads merged cells and displayed values of OpenDocument sheets, which the cell library does not give.

A file that is one XML without a package (`.fods`) is packed for it.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from apps.documents.parsing.cell_formats.apply_cell_format import ShownValue
from apps.documents.parsing.cell_formats.normalise_opendocument_shown_text import shown_value_from_text
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import CONTENT
from apps.documents.parsing.parse_xml_tree import BROKEN_PACKAGE_ERRORS, OFFICE, TABLE, TEXT
from apps.documents.parsing.sheets.cell_text import MergedRange
from apps.documents.parsing.sheets.drawings_in_xlsx_and_xlsb import is_within_size_limit

if TYPE_CHECKING:
    from lxml.etree import _Element

SPANS = re.compile(rb"number-rows-spanned\s*=\s*[\"'](?!1[\"'])")
KIND = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{KIND}"/></manifest:manifest>'
)
INDENT = re.compile(rb">\s*\n\s*<")
"""Between elements, which the library that reads the values does not expect there."""
FLAT_ROOT = re.compile(rb"<(/?)office:document(?=[\s>])")
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
MOST_REPEATED = 1_000
VALUES = {"float": "value", "percentage": "value", "currency": "value", "date": "date-value", "time": "time-value"}
"""By the type of a cell the attribute with its value."""


ShownRow = tuple[int, int, dict[int, ShownValue]]
"""The number of the sheet, of the row, and by column from 0 what is shown there."""


class CellsInOpenDocument:
    """Cells by sheet in the workbook's order; nothing where nothing can be told: values are read all the same."""

    def __init__(self, data: bytes) -> None:
        content = b""
        with suppress(*BROKEN_PACKAGE_ERRORS), ZipFile(BytesIO(data)) as archive:
            content = archive.read(CONTENT) if is_within_size_limit(archive, CONTENT) else b""
        self.merged: list[list[MergedRange]] = []
        with suppress(*BROKEN_PACKAGE_ERRORS):
            self.merged = merged_ranges(content) if SPANS.search(content) else []
        self.found = shown_rows(content)
        self.following = self.next_row()

    def next_row(self) -> ShownRow | None:
        with suppress(*BROKEN_PACKAGE_ERRORS):
            return next(self.found, None)
        return None

    def rows(self, position: int) -> Iterator[tuple[int, dict[int, ShownValue]]]:
        """The rows of a sheet that show something else than they store; sheets are asked for in their order."""
        while self.following is not None and self.following[0] <= position:
            sheet, row, shown = self.following
            if sheet == position:
                yield row, shown
            self.following = self.next_row()


def iterate_sheet_rows(content: bytes) -> Iterator[tuple[int, int, "_Element"]]:
    """The number of the sheet, of the row, and the row, which is emptied afterwards: no more than that is kept."""
    from lxml import etree

    sheet, row = -1, 0
    kinds = (f"{TABLE}table", f"{TABLE}table-row")
    for event, element in etree.iterparse(
        BytesIO(content), events=("start", "end"), tag=kinds, resolve_entities=False, no_network=True, load_dtd=False
    ):
        if element.tag == f"{TABLE}table":
            sheet, row = (sheet + 1, 0) if event == "start" else (sheet, row)
        elif event == "end":
            yield sheet, row, element
            row += repeat_count(element, "number-rows-repeated")
            element.clear()


def merged_ranges(content: bytes) -> list[list[MergedRange]]:
    """Returns the merged ranges of each sheet."""
    merged: list[list[MergedRange]] = []
    for sheet, row, element in iterate_sheet_rows(content):
        merged.extend([] for _ in range(sheet + 1 - len(merged)))
        column = 0
        for cell in element.iterchildren(*CELLS):
            rows, columns = repeat_count(cell, "number-rows-spanned"), repeat_count(cell, "number-columns-spanned")
            if rows > 1:
                merged[sheet].append(((row, column), (row + rows - 1, column + columns - 1)))
            column += repeat_count(cell, "number-columns-repeated")
    return merged


def shown_rows(content: bytes) -> Iterator[ShownRow]:
    for sheet, row, element in iterate_sheet_rows(content) if content else ():
        shown: dict[int, ShownValue] = {}
        column = 0
        for cell in element.iterchildren(*CELLS):
            repeated = repeat_count(cell, "number-columns-repeated")
            if told := shown_value_of_cell(cell):
                shown.update(dict.fromkeys(range(column, column + min(repeated, MOST_REPEATED)), told))
            column += repeated
        if shown:
            for number in range(row, row + min(repeat_count(element, "number-rows-repeated"), MOST_REPEATED)):
                yield sheet, number, shown


def repeat_count(element: "_Element", name: str) -> int:
    said = element.get(f"{TABLE}{name}", "1")
    return int(said) if said.isdecimal() else 1


def shown_value_of_cell(cell: "_Element") -> ShownValue | None:
    kind = cell.get(f"{OFFICE}value-type", "")
    if kind not in VALUES:
        return None
    text = " ".join("".join(map(str, each.itertext())) for each in cell.iterchildren(f"{TEXT}p")).strip()
    return shown_value_from_text(kind, cell.get(f"{OFFICE}{VALUES[kind]}", ""), text)


def pack_flat_document(flat: bytes) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as made:
        made.writestr("mimetype", KIND, ZIP_STORED)
        made.writestr("META-INF/manifest.xml", MANIFEST)
        made.writestr(CONTENT, FLAT_ROOT.sub(rb"<\1office:document-content", INDENT.sub(b"><", flat)))
    return buffer.getvalue()
