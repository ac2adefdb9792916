"""Counts the cells of a sheet's used range, from its first to its last value, empty ones included.

The reader of values keeps room for each of them: two values in the far corners of a sheet would take 500 GB.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile, is_zipfile

from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import (
    BROKEN_WORKBOOK_ERRORS,
    CONTENT,
    WORKBOOK,
    find_tags,
    read_relations,
    sheet_parts_of_xlsx,
)
from apps.documents.parsing.hidden_cells.hidden_in_xlsb import (
    RELATIONS_OF_XLSB,
    ROW,
    WORKBOOK_OF_XLSB,
    read_binary_part,
    sheet_parts_of_xlsb,
    xlsb_records,
)

CELL_OF_PART = re.compile(rb"[<:](?:c|row)(?=\s)[^<>]*?\sr\s*+=\s*+[\"']([A-Za-z]{0,3})(\d{1,7})[\"']")
KINDS_OF_CELLS = range(1, 12)
"""BrtCellBlank to BrtFmlaError of [MS-XLSB]."""
OF_ROWS = re.compile(rb"<table:table[\s>]|<table:table-row(?=[\s>/])")
ROW_OF_CONTENT = b"<table:table-row"
CELL_OF_CONTENT = re.compile(rb"<table:(?:covered-)?table-cell((?:\s[^<>]*?)?)(/?)>")
REPEATED = re.compile(rb"number-(?:rows|columns)-repeated\s*=\s*[\"'](\d{1,9})[\"']")


class CellBlock:
    """The smallest one from the first column on that holds all cells added to it; rows and columns from 1."""

    def __init__(self) -> None:
        self.top, self.bottom, self.right = 0, 0, 0

    def add(self, row: int, column: int) -> None:
        self.top = min(self.top or row, row)
        self.bottom, self.right = max(self.bottom, row), max(self.right, column)

    @property
    def cells(self) -> int:
        return (self.bottom - self.top + 1) * self.right if self.bottom else 0


def used_range_sizes(data: bytes) -> list[int]:
    """Counts for each sheet in the workbook's order; none of `.xls`, whose sheets are small, and of damaged files."""
    try:
        if not is_zipfile(BytesIO(data)):
            return []
        with ZipFile(BytesIO(data)) as archive:
            return [block.cells for block in used_blocks(archive)]
    except BROKEN_WORKBOOK_ERRORS:
        return []


def used_blocks(archive: ZipFile) -> Iterator[CellBlock]:
    names = archive.namelist()
    if WORKBOOK in names:
        for name in sheet_parts_of_xlsx(archive):
            yield block_of_xlsx_sheet(archive, name)
    elif WORKBOOK_OF_XLSB in names:
        for name in sheet_parts_of_xlsb(archive, read_relations(archive, RELATIONS_OF_XLSB)):
            yield block_of_xlsb_sheet(read_binary_part(archive, name))
    elif CONTENT in names:
        yield from blocks_of_open_document(archive.read(CONTENT))


def block_of_xlsx_sheet(archive: ZipFile, name: str) -> CellBlock:
    """Measures a sheet of `.xlsx`. Few rows and columns stand for very many cells, so each is counted once."""
    columns, rows = set(), set()
    with archive.open(name) as file:
        for letters, number in find_tags(file, CELL_OF_PART):
            columns.add(letters)
            rows.add(number)
    block, right = CellBlock(), max((column_number(letters.decode().upper()) for letters in columns), default=0)
    for number in rows:
        block.add(int(number), right)
    return block


def column_number(letters: str) -> int:
    """1 for A; 0 where a row stands alone."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def block_of_xlsb_sheet(stream: bytes) -> CellBlock:
    block, row = CellBlock(), 0
    for kind, content in xlsb_records(stream):
        number = int.from_bytes(content[:4], "little")
        if kind == ROW:
            row = number + 1
        elif kind in KINDS_OF_CELLS:
            block.add(row, number + 1)
    return block


def blocks_of_open_document(content: bytes) -> Iterator[CellBlock]:
    """OpenDocument, row by row: elements stand for as many rows or columns as they say."""
    block, row = None, 0
    places = [found.start() for found in OF_ROWS.finditer(content)]
    for begin, end in zip(places, [*places[1:], len(content)], strict=True):
        if not content.startswith(ROW_OF_CONTENT, begin):
            if block is not None:
                yield block
            block, row = CellBlock(), 0
        elif block is not None:
            text = content[begin:end]
            last = row + repeat_count(text[: text.find(b">")])
            if width := used_width(text):
                block.add(row + 1, width)
                block.add(last, width)
            row = last
    if block is not None:
        yield block


def used_width(row: bytes) -> int:
    """Up to the last cell with a content."""
    width = column = 0
    for said, is_empty in CELL_OF_CONTENT.findall(row):
        column += repeat_count(said)
        if not is_empty or b"office:value" in said:
            width = column
    return width


def repeat_count(attributes: bytes) -> int:
    found = REPEATED.search(attributes) if b"-repeated" in attributes else None
    return int(found[1]) if found else 1
