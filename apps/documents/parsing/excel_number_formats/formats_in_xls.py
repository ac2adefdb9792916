"""Finds the number formats of the cells of `.xls` files in the records of their stream, from BIFF5 on.

Source: Microsoft's [MS-XLS], records Format, XF, Number, RK, MulRk and Formula.
"""

import struct
from collections.abc import Iterator
from itertools import groupby

from apps.documents.parsing.excel_number_formats.display_changing_formats import RowFormats, display_changing_styles
from apps.documents.parsing.hidden_cells.hidden_in_xls import (
    BEGIN,
    BIFF8_VERSION,
    OF_A_SHEET,
    biff_records,
    read_workbook_stream,
)

FORMAT, STYLE = 0x41E, 0xE0
NUMBERS = frozenset({0x203, 0x27E, 0x06, 0x206, 0x406})
"""Number, RK and Formula."""
SEVERAL = 0xBD
"""MulRk: a row, its first column, then a style and four bytes of value for each cell, and the last column."""


class FormatsInXls:
    """Formats by sheet, in the order of the workbook. Raises OSError, struct.error: the records are damaged."""

    def __init__(self, data: bytes) -> None:
        self.stream = read_workbook_stream(data)
        self.begins: list[int] = []
        said, styles, is_unicode = dict[int, str](), list[int](), True
        for kind, content in biff_records(self.stream, 0):
            if kind == BEGIN:
                is_unicode = struct.unpack_from("<H", content)[0] == BIFF8_VERSION
            elif kind == OF_A_SHEET:
                self.begins.append(struct.unpack_from("<I", content)[0])
            elif kind == FORMAT:
                said[struct.unpack_from("<H", content)[0]] = decode_format_text(content, is_unicode=is_unicode)
            elif kind == STYLE:
                styles.append(struct.unpack_from("<H", content, 2)[0])
        self.styles = display_changing_styles(said, styles)

    def rows(self, position: int) -> Iterator[RowFormats]:
        if self.styles and position < len(self.begins):
            cells = read_number_cells(self.stream, self.begins[position])
            for row, found in groupby(cells, key=lambda cell: cell[0]):
                told = {column: self.styles[style] for _, column, style in found if style in self.styles}
                if told:
                    yield row, told


def decode_format_text(content: bytes, *, is_unicode: bool) -> str:
    """The text of a format, of one byte or two for each letter."""
    if not is_unicode:
        return content[3 : 3 + content[2]].decode("cp1252", "replace")
    length, is_wide = struct.unpack_from("<HB", content, 2)
    return content[5 : 5 + 2 * length].decode("utf-16-le") if is_wide & 1 else content[5 : 5 + length].decode("latin-1")


def read_number_cells(stream: bytes, begin: int) -> Iterator[tuple[int, int, int]]:
    """Row, column and style of each number from the begin of a sheet on."""
    for kind, content in biff_records(stream, begin):
        if kind in NUMBERS:
            row, column, style = struct.unpack_from("<3H", content)
            yield row, column, style
        elif kind == SEVERAL:
            row, first = struct.unpack_from("<2H", content)
            places = range(4, len(content) - 2, 6)
            yield from ((row, first + count, *struct.unpack_from("<H", content, at)) for count, at in enumerate(places))
