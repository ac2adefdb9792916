"""What the library that reads the values does not say of OpenDocument: merged cells, and numbers as they are shown.

The sheet stores with each number the text it shows. That is taken where it is words or begins with a zero ("01587").
A file that is one XML without a package (`.fods`) is packed for it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import CONTENT
from apps.documents.parsing.parse_xml_tree import BROKEN
from apps.documents.parsing.sheets.drawn_text import fits
from apps.documents.parsing.sheets.stored_cell_text import MergedRange

if TYPE_CHECKING:
    from lxml.etree import _Element

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
SPANS = re.compile(rb"number-rows-spanned\s*=\s*[\"'](?!1[\"'])")
TELLING = re.compile(rb"min-integer-digits\s*=\s*[\"'](?!1[\"']|0[\"'])|<style:map\b")
"""Formats that may show other than the digits of a number."""
LEADING_ZERO = re.compile(r"-?0\d[\d /-]*")
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


@dataclass(slots=True)
class SheetCells:
    """`merged` ranges; `shown` texts in place of numbers, by row and column from 0."""

    merged: list[MergedRange] = field(default_factory=list)
    shown: dict[int, dict[int, str]] = field(default_factory=dict)


def cells_in_open_document(data: bytes) -> list[SheetCells]:
    """For each sheet in the order of the workbook; none where there is nothing to tell."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            content = archive.read(CONTENT) if fits(archive, CONTENT) else b""
        return list(sheets_of(content)) if SPANS.search(content) or TELLING.search(content) else []
    except BROKEN:
        return []


def sheets_of(content: bytes) -> Iterator[SheetCells]:
    """In one pass that keeps no more than a row."""
    from lxml import etree

    sheet, row = SheetCells(), 0
    kinds = (f"{TABLE}table", f"{TABLE}table-row")
    for event, element in etree.iterparse(
        BytesIO(content), events=("start", "end"), tag=kinds, resolve_entities=False, no_network=True, load_dtd=False
    ):
        if element.tag == f"{TABLE}table":
            if event == "start":
                sheet, row = SheetCells(), 0
            else:
                yield sheet
        elif event == "end":
            read_row(element, row, sheet)
            row += count(element, "number-rows-repeated")
            element.clear()


def read_row(element: "_Element", row: int, sheet: SheetCells) -> None:
    column = 0
    for cell in element.iterchildren(*CELLS):
        rows, columns = count(cell, "number-rows-spanned"), count(cell, "number-columns-spanned")
        if rows > 1:
            sheet.merged.append(((row, column), (row + rows - 1, column + columns - 1)))
        repeated = count(cell, "number-columns-repeated")
        if told := shown_text(cell):
            for number in range(row, row + min(count(element, "number-rows-repeated"), MOST_REPEATED)):
                places = range(column, column + min(repeated, MOST_REPEATED))
                sheet.shown.setdefault(number, {}).update(dict.fromkeys(places, told))
        column += repeated


def count(element: "_Element", name: str) -> int:
    said = element.get(f"{TABLE}{name}", "1")
    return int(said) if said.isdecimal() else 1


def shown_text(cell: "_Element") -> str:
    """Of a number; empty where its digits are shown."""
    if cell.get(f"{OFFICE}value-type") != "float":
        return ""
    text = " ".join("".join(map(str, each.itertext())) for each in cell.iterchildren(f"{TEXT}p")).strip()
    is_words = any(map(str.isalpha, text)) and not any(map(str.isdigit, text))
    return text if is_words or LEADING_ZERO.fullmatch(text) else ""


def as_package(flat: bytes) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as made:
        made.writestr("mimetype", KIND, ZIP_STORED)
        made.writestr("META-INF/manifest.xml", MANIFEST)
        made.writestr(CONTENT, FLAT_ROOT.sub(rb"<\1office:document-content", INDENT.sub(b"><", flat)))
    return buffer.getvalue()
