"""Finds hidden rows and columns of `.xlsb`: records of the parts of its archive.

Source: Microsoft's [MS-XLSB], records BrtBundleSh, BrtRowHdr, BrtColInfo, BrtBeginAFilter and BrtBeginFilterColumn.
"""

import struct
from collections.abc import Iterator, Mapping
from posixpath import join, normpath
from zipfile import ZipFile

from apps.documents.parsing.hidden_cells.hidden_row_and_column_sets import HiddenCells

WORKBOOK_OF_XLSB, RELATIONS_OF_XLSB = "xl/workbook.bin", "xl/_rels/workbook.bin.rels"
LARGEST_BINARY_PART = 512 * 2**20
OF_A_SHEET, ROW, COLUMNS, FILTER, CRITERIA = 156, 0, 60, 161, 163
ROW_IS_HIDDEN, COLUMN_IS_HIDDEN = 0x10, 0x01
NO_PART = 0xFFFFFFFF
"""Of a sheet without a part: nothing is stored for it, and no reader counts it."""

Record = tuple[int, bytes]


def hidden_in_xlsb(archive: ZipFile, relations: Mapping[str, str]) -> list[HiddenCells]:
    """Finds them for each sheet in the workbook's order. `relations` are the workbook's: identifier to path.

    Raises KeyError, ValueError, struct.error: the parts are damaged.
    """
    return [hidden_in_part(read_binary_part(archive, path)) for path in sheet_parts_of_xlsb(archive, relations)]


def sheet_parts_of_xlsb(archive: ZipFile, relations: Mapping[str, str]) -> list[str]:
    """The files of the sheets. Raises as above."""
    sheets = (
        content for kind, content in xlsb_records(read_binary_part(archive, WORKBOOK_OF_XLSB)) if kind == OF_A_SHEET
    )
    targets = [relations[name] for content in sheets for name in sheet_relation(content)]
    return [each.lstrip("/") if each.startswith("/") else normpath(join("xl", each)) for each in targets]


def read_binary_part(archive: ZipFile, path: str) -> bytes:
    if archive.getinfo(path).file_size > LARGEST_BINARY_PART:
        raise ValueError(f"{path} is too large.")
    return archive.read(path)


def sheet_relation(content: bytes) -> list[str]:
    (length,) = struct.unpack_from("<I", content, 8)
    return [] if length == NO_PART else [content[12 : 12 + 2 * length].decode("utf-16-le")]


def hidden_in_part(stream: bytes) -> HiddenCells:
    hidden, filtered = HiddenCells(), (1, 0)
    for kind, content in xlsb_records(stream):
        if kind == ROW and content[11] & ROW_IS_HIDDEN:
            hidden.rows.add(struct.unpack_from("<I", content)[0] + 1)
        elif kind == COLUMNS:
            first, last, _, _, flags = struct.unpack_from("<4IH", content)
            if flags & COLUMN_IS_HIDDEN:
                hidden.hide_columns(first, last)
        elif kind == FILTER:
            first, last = struct.unpack_from("<II", content)
            filtered = (first + 1, last + 1)
        elif kind == CRITERIA:
            hidden.show_filtered(*filtered)
    return hidden


def xlsb_records(stream: bytes) -> Iterator[Record]:
    """Kind and content; both the kind and the length are numbers of seven bits a byte."""
    position = 0
    while position < len(stream):
        kind = stream[position]
        position += 1
        if kind & 0x80:
            kind = (kind & 0x7F) | (stream[position] << 7 & 0x3F80)
            position += 1
        length = shift = 0
        while True:
            byte = stream[position]
            position += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 or shift > 21:
                break
        yield kind, stream[position : position + length]
        position += length
