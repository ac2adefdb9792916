"""Finds hidden rows and columns of `.xls`: records of the stream `Workbook`.

Source: Microsoft's [MS-XLS], records BoundSheet8, ColInfo, Row, AutoFilter and Lbl.
"""

import struct
from collections.abc import Iterator
from io import BytesIO

from apps.documents.parsing.hidden_cells.hidden_row_and_column_sets import HiddenCells

WORKBOOK_STREAMS = ("Workbook", "Book")
BEGIN, END, OF_A_SHEET = 0x809, 0x0A, 0x85
NAME, ROW, COLUMNS = 0x18, 0x208, 0x7D
CRITERIA = (0x9E, 0x87E)
"""AutoFilter and AutoFilter12: a column of the sheet's filter has a condition."""
BIFF8_VERSION = 0x0600
ROW_IS_HIDDEN, COLUMN_IS_HIDDEN = 0x20, 0x01
BUILT_IN, FILTERED_RANGE = 0x20, 0x0D
AREAS = (0x3B, 0x5B, 0x7B)

Record = tuple[int, bytes]


def hidden_in_xls(data: bytes) -> list[HiddenCells]:
    """Finds them for each sheet in the order of the workbook; empty when there is no workbook in the file.

    Raises OSError, struct.error: the records are damaged.
    """
    return hidden_in_stream(read_workbook_stream(data))


def read_workbook_stream(data: bytes) -> bytes:
    """The records of the workbook; empty when there is none in the file. Raises OSError."""
    import olefile

    with olefile.OleFileIO(BytesIO(data)) as file:
        name = next((each for each in WORKBOOK_STREAMS if file.exists(each)), None)
        return bytes(file.openstream(name).read()) if name else b""


def hidden_in_stream(stream: bytes) -> list[HiddenCells]:
    positions: list[int] = []
    filtered: dict[int, tuple[int, int]] = {}
    is_unicode = True
    for kind, content in biff_records(stream, 0):
        if kind == BEGIN:
            is_unicode = struct.unpack_from("<H", content)[0] == BIFF8_VERSION
        elif kind == OF_A_SHEET:
            positions.append(struct.unpack_from("<I", content)[0])
        elif kind == NAME:
            filtered |= filtered_range(content, is_unicode)
    return [hidden_in_sheet(stream, begin, filtered.get(number)) for number, begin in enumerate(positions, 1)]


def hidden_in_sheet(stream: bytes, begin: int, filtered: tuple[int, int] | None) -> HiddenCells:
    hidden, has_criteria = HiddenCells(), False
    for kind, content in biff_records(stream, begin):
        if kind == ROW:
            (row,), (flags,) = struct.unpack_from("<H", content), struct.unpack_from("<H", content, 12)
            hidden.rows.update([row + 1] if flags & ROW_IS_HIDDEN else ())
        elif kind == COLUMNS:
            first, last, _, _, flags = struct.unpack_from("<5H", content)
            if flags & COLUMN_IS_HIDDEN:
                hidden.hide_columns(first, last)
        has_criteria = has_criteria or kind in CRITERIA
    if has_criteria and filtered:
        hidden.show_filtered(*filtered)
    return hidden


def filtered_range(content: bytes, is_unicode: bool) -> dict[int, tuple[int, int]]:
    """The first and the last row (from 1) of the range a sheet's filter stands over; nothing for other names."""
    flags, _, length, _, _, sheet = struct.unpack_from("<HBBHHH", content)
    rest = content[14:]
    name, formula = (rest[1 : 1 + length], rest[1 + length :]) if is_unicode else (rest[:length], rest[length:])
    if not flags & BUILT_IN or name != bytes([FILTERED_RANGE]) or not formula or formula[0] not in AREAS:
        return {}
    first, last = struct.unpack_from("<HH", formula, 3 if is_unicode else 15)
    return {sheet: (first + 1, last + 1)}


def biff_records(stream: bytes, position: int, *, embedded: bool = False) -> Iterator[Record]:
    """Yields records of a part, without what is embedded in it, such as charts, unless that is wanted."""
    depth = 0
    while position < len(stream):
        kind, length = struct.unpack_from("<HH", stream, position)
        position += 4
        depth += (kind == BEGIN) - (kind == END)
        if depth <= 1 or embedded:
            yield kind, stream[position : position + length]
        if depth <= 0:
            return
        position += length
