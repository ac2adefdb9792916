"""Finds hidden rows and columns of a workbook, which the library that reads the values does not report.

Rows that a filter hides are read: it is a view of the table that somebody left, and no secret. Found in the XML in one
pass by patterns: the values are parsed elsewhere, and a sheet may have millions of elements.
"""

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from posixpath import join, normpath
from typing import IO
from zipfile import ZipFile, is_zipfile

from apps.documents.parsing.hidden_cells.hidden_in_xls import hidden_in_xls
from apps.documents.parsing.hidden_cells.hidden_in_xlsb import RELATIONS_OF_XLSB, WORKBOOK_OF_XLSB, hidden_in_xlsb
from apps.documents.parsing.hidden_cells.hidden_row_and_column_sets import MOST_COLUMNS, MOST_ROWS, HiddenCells
from apps.documents.parsing.parse_xml_tree import BROKEN_PACKAGE_ERRORS as BROKEN_PACKAGE
from apps.documents.parsing.types import FailureReason, ParseFailure

CHUNK = 2**20
LONGEST_TAG = 4_096
LARGEST_PART = 1024 * 2**20
OF_CONTENT = re.compile(rb"<table:(table|table-row|table-column|database-range|filter)((?:\s[^<>]*?)?)/?>")
# Of rows and columns the hidden ones alone: there may be a million others.
OF_PART = re.compile(
    rb"<(?:\w+:)?(row|col|autoFilter|filterColumn)"
    rb"((?:(?<=row)|(?<=col))\s(?:[^<>]*?\s)?hidden\s*=\s*[\"'](?:1|true)[\"'][^<>]*|(?:(?<=Filter)|(?<=Column))(?:\s[^<>]*)?)>"
)
ATTRIBUTE = re.compile(rb"(?<![\w:-])([\w:-]{1,100})\s{0,20}=\s{0,20}(?:\"([^\"]*)\"|'([^']*)')")
SHEET = re.compile(rb"<(?:\w+:)?sheet(\s[^<>]*?)/?>")
RELATION = re.compile(rb"<(?:\w+:)?Relationship(\s[^<>]*?)/?>")
WORKBOOK, RELATIONS, CONTENT = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "content.xml"
ROW_OF_ADDRESS = re.compile(r"[A-Za-z]\$?(\d+)(?=:|$)")
COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
UNTOLD = "Which rows and columns of the workbook are hidden cannot be told. Open it and store it anew."
BROKEN_WORKBOOK_ERRORS = (*BROKEN_PACKAGE, IndexError)


def find_hidden_cells(data: bytes) -> list[HiddenCells]:
    """Finds them for each sheet in the order of the workbook; empty for files that are none.

    Raises ParseFailure where a workbook does not let it be told: nothing hidden comes out by accident.
    """
    try:
        if data.startswith(COMPOUND_FILE):
            return hidden_in_xls(data)
        return hidden_in_archive(data) if is_zipfile(BytesIO(data)) else []
    except BROKEN_WORKBOOK_ERRORS as error:
        raise ParseFailure(FailureReason.DAMAGED, UNTOLD) from error


def hidden_in_archive(data: bytes) -> list[HiddenCells]:
    with ZipFile(BytesIO(data)) as archive:
        names = set(archive.namelist())
        if WORKBOOK in names:
            return [hidden_in_xlsx_sheet(archive, part) for part in sheet_parts_of_xlsx(archive)]
        if WORKBOOK_OF_XLSB in names:
            return hidden_in_xlsb(archive, read_relations(archive, RELATIONS_OF_XLSB))
        return hidden_in_open_document(archive) if CONTENT in names else []


def sheet_parts_of_xlsx(archive: ZipFile) -> list[str]:
    targets = read_relations(archive, RELATIONS)
    sheets = [parse_attributes(found) for found in SHEET.findall(archive.read(WORKBOOK))]
    found = (targets[next(value for name, value in sheet.items() if name.endswith(":id"))] for sheet in sheets)
    return [target.lstrip("/") if target.startswith("/") else normpath(join("xl", target)) for target in found]


def read_relations(archive: ZipFile, relations: str) -> dict[str, str]:
    said = map(parse_attributes, RELATION.findall(archive.read(relations)))
    return {each.get("Id", ""): each.get("Target", "") for each in said}


def parse_attributes(text: bytes) -> dict[str, str]:
    return {name.decode(): (one or other).decode("utf-8", "replace") for name, one, other in ATTRIBUTE.findall(text)}


def hidden_in_xlsx_sheet(archive: ZipFile, part: str) -> HiddenCells:
    hidden, filtered = HiddenCells(), ""
    with archive.open(part) as file:
        for tag, text in find_tags(file, OF_PART):
            said = parse_attributes(text)
            if tag == b"row" and is_marked_hidden(said):
                hidden.rows.add(int(said["r"]))
            elif tag == b"col" and is_marked_hidden(said):
                hidden.columns.update(range(int(said["min"]) - 1, min(int(said["max"]), MOST_COLUMNS)))
            elif tag == b"autoFilter":
                filtered = said.get("ref", "")
            elif tag == b"filterColumn":
                hidden.rows -= rows_of_range(filtered)
    return hidden


def is_marked_hidden(said: Mapping[str, str]) -> bool:
    return said.get("hidden") in ("1", "true")


def hidden_in_open_document(archive: ZipFile) -> list[HiddenCells]:
    """OpenDocument: elements stand for as many rows or columns as they say."""
    sheets: dict[str, HiddenCells] = {}
    now, row, column, filtered = HiddenCells(), 0, 0, ""
    with archive.open(CONTENT) as file:
        for tag, text in find_tags(file, OF_CONTENT):
            said = parse_attributes(text)
            is_hidden = said.get("table:visibility", "visible") != "visible"
            match tag:
                case b"table":
                    now, row, column = sheets.setdefault(said.get("table:name", ""), HiddenCells()), 0, 0
                case b"table-row":
                    count = int(said.get("table:number-rows-repeated", 1))
                    now.rows.update(range(row + 1, row + 1 + count) if is_hidden and count <= MOST_ROWS else ())
                    row += count
                case b"table-column":
                    count = min(int(said.get("table:number-columns-repeated", 1)), MOST_COLUMNS)
                    now.columns.update(range(column, column + count) if is_hidden else ())
                    column += count
                case b"database-range":
                    filtered = said.get("table:target-range-address", "")
                case b"filter":
                    name = filtered.rsplit(":", 1)[0].rsplit(".", 1)[0].strip("$'")
                    sheets.get(name, now).rows -= rows_of_range(filtered)
    return list(sheets.values())


def rows_of_range(block: str) -> set[int]:
    """Returns the rows of an address such as $A$1:$F$20 or Sheet.A1:Sheet.F20."""
    numbers = [int(found) for found in ROW_OF_ADDRESS.findall(block)]
    return set(range(min(numbers), min(max(numbers), MOST_ROWS) + 1)) if numbers else set()


def find_tags(file: IO[bytes], pattern: re.Pattern[bytes]) -> Iterator[tuple[bytes, ...]]:
    """The groups of the pattern, such as name and attributes, of every tag, from a file of any length."""
    rest, size = b"", 0
    while (chunk := file.read(CHUNK)) and size < LARGEST_PART:
        size += len(chunk)
        text = rest + chunk
        cut = text.rfind(b"<")
        rest = text[cut:] if cut >= 0 and len(text) - cut < LONGEST_TAG else b""
        yield from pattern.findall(text[: len(text) - len(rest)])
    yield from pattern.findall(rest)
