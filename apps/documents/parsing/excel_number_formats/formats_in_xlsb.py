"""Finds the formats of the cells of `.xlsb`: records of its styles and sheets.

Source: Microsoft's [MS-XLSB], records BrtFmt, BrtXF, BrtRowHdr, BrtCellRk, BrtCellReal and BrtFmlaNum.
"""

import struct
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

from apps.documents.parsing.excel_number_formats.display_changing_formats import RowFormats, display_changing_styles
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import read_relations
from apps.documents.parsing.hidden_cells.hidden_in_xlsb import (
    RELATIONS_OF_XLSB,
    ROW,
    read_binary_part,
    sheet_parts_of_xlsb,
    xlsb_records,
)

STYLES = "xl/styles.bin"
FORMAT, STYLE, BEGIN_STYLES, END_STYLES = 44, 47, 617, 618
NUMBERS = frozenset({2, 5, 9})


class FormatsInXlsb:
    """Formats by sheet, in the workbook's order. Raises KeyError, ValueError, struct.error: the parts are damaged."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.styles: dict[int, str] = {}
        self.parts: list[str] = []
        with ZipFile(BytesIO(data)) as archive:
            if STYLES in archive.namelist():
                self.styles = read_styles(read_binary_part(archive, STYLES))
                self.parts = sheet_parts_of_xlsb(archive, read_relations(archive, RELATIONS_OF_XLSB))

    def rows(self, position: int) -> Iterator[RowFormats]:
        if not self.styles or position >= len(self.parts):
            return
        with ZipFile(BytesIO(self.data)) as archive:
            yield from read_row_formats(read_binary_part(archive, self.parts[position]), self.styles)


def read_styles(stream: bytes) -> dict[int, str]:
    said, styles, is_of_cells = dict[int, str](), list[int](), False
    for kind, content in xlsb_records(stream):
        if kind == FORMAT:
            number, length = struct.unpack_from("<HI", content)
            said[number] = content[6 : 6 + 2 * length].decode("utf-16-le")
        elif kind == STYLE and is_of_cells:
            styles.append(struct.unpack_from("<H", content, 2)[0])
        elif kind in (BEGIN_STYLES, END_STYLES):
            is_of_cells = kind == BEGIN_STYLES
    return display_changing_styles(said, styles)


def read_row_formats(stream: bytes, styles: dict[int, str]) -> Iterator[RowFormats]:
    row, found = -1, dict[int, str]()
    for kind, content in xlsb_records(stream):
        if kind == ROW:
            if found:
                yield row, found
            row, found = int.from_bytes(content[:4], "little"), {}
        elif kind in NUMBERS and (form := styles.get(int.from_bytes(content[4:7], "little"))):
            found[int.from_bytes(content[:4], "little")] = form
    if found:
        yield row, found
