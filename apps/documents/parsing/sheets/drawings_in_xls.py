"""Finds what is drawn over the cells of `.xls`: text boxes, titles of charts, descriptions of pictures, comments.

Source: Microsoft's [MS-XLS], records MsoDrawing, Obj, TxO, Note, Text and SeriesText; [MS-ODRAW] for what the first
of them holds.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO

from apps.documents.parsing.drawings.alternative_texts import useful_alt_text
from apps.documents.parsing.hidden_cells.hidden_in_xls import (
    BEGIN,
    BIFF8_VERSION,
    OF_A_SHEET,
    WORKBOOK_STREAMS,
    biff_records,
)
from apps.documents.parsing.sheets.cell_comments import format_comment
from apps.documents.parsing.sheets.drawings_in_xlsx_and_xlsb import (
    MOST_DRAWN,
    DrawnText,
    build_drawn_comment,
    build_drawn_text,
)

DRAWING, OBJECT, TEXT, CONTINUE, NOTE = 0xEC, 0x5D, 0x1B6, 0x3C, 0x1C
CHART_TEXT, CHART_SERIES, CHART_WORDS = 0x1025, 0x1003, 0x100D
IS_NOTE = 0x19
"""Kind of an object."""
ANCHOR, PROPERTIES = 0xF010, (0xF00B, 0xF121, 0xF122)
DESCRIPTION, IS_LONG = 0x0381, 0x8000
BROKEN = (OSError, struct.error, ValueError, IndexError)


@dataclass(slots=True)
class DrawingRecordState:
    """The state between a sheet's records. Texts of objects are known by number, since comments name that."""

    row: int = 1
    column: int = 0
    number: int = 0
    is_note: bool = False
    wanted: int = 0
    in_title: bool = False
    notes: dict[int, str] = field(default_factory=dict)


def drawings_in_xls(data: bytes) -> list[list[DrawnText]]:
    """Reads each sheet in the workbook's order, from top to bottom; empty where nothing can be told."""
    import olefile

    try:
        with olefile.OleFileIO(BytesIO(data)) as file:
            name = next((each for each in WORKBOOK_STREAMS if file.exists(each)), None)
            stream = file.openstream(name).read() if name else b""
        begins = [struct.unpack_from("<I", content)[0] for content in sheet_records(stream)]
        sheets = [list(drawings_of_sheet(stream, begin))[:MOST_DRAWN] for begin in begins]
    except BROKEN:
        # The cells are read all the same.
        return []
    return [sorted(sheet, key=lambda each: (each.row, each.column)) for sheet in sheets]


def sheet_records(stream: bytes) -> list[bytes]:
    """Older workbooks than those of Excel 97 keep drawings otherwise."""
    told = list(biff_records(stream, 0))
    is_known = bool(told) and told[0][0] == BEGIN and struct.unpack_from("<H", told[0][1])[0] == BIFF8_VERSION
    return [content for kind, content in told if kind == OF_A_SHEET] if is_known else []


def drawings_of_sheet(stream: bytes, begin: int) -> Iterator[DrawnText]:
    now, text = DrawingRecordState(), ""
    for kind, content in biff_records(stream, begin, embedded=True):
        if kind == CONTINUE and now.wanted > 0:
            part = decode_letters(content, 0, now.wanted)
            now.wanted -= len(part)
            text += part
            if now.wanted <= 0 or not part:
                yield from finish_text(now, text)
            continue
        now.wanted = 0
        if kind == DRAWING:
            yield from read_drawing(now, content)
        elif kind == OBJECT:
            what, now.number = struct.unpack_from("<HH", content, 4)
            now.is_note = what == IS_NOTE
        elif kind == TEXT:
            (now.wanted,), text = struct.unpack_from("<H", content, 10), ""
        elif kind == NOTE:
            yield from comment_of_note(now, content)
        elif kind in (CHART_TEXT, CHART_SERIES):
            now.in_title = kind == CHART_TEXT
        elif kind == CHART_WORDS and now.in_title:
            yield from build_drawn_text(now.row, now.column, decode_letters(content, 3, content[2]))


def finish_text(now: DrawingRecordState, text: str) -> Iterator[DrawnText]:
    now.wanted = 0
    if now.is_note:
        now.notes[now.number] = text
    else:
        yield from build_drawn_text(now.row, now.column, text.replace("\r", "\n"))


def comment_of_note(now: DrawingRecordState, content: bytes) -> Iterator[DrawnText]:
    row, column, _, number, length = struct.unpack_from("<5H", content)
    yield from build_drawn_comment(
        row + 1, column, format_comment(decode_letters(content, 10, length), "", now.notes.get(number, ""))
    )


def decode_letters(content: bytes, position: int, count: int) -> str:
    """Decodes `count` letters at most, of one byte or of two, as the byte before them says."""
    if position >= len(content):
        return ""
    start = position + 1
    if content[position] & 1:
        return content[start : start + 2 * count].decode("utf-16-le", "replace")
    return content[start : start + count].decode("latin-1")


def read_drawing(now: DrawingRecordState, content: bytes) -> Iterator[DrawnText]:
    """Notes the cell at which the shape begins, which comes after what describes it."""
    told: list[str] = []
    position = 0
    while position + 8 <= len(content):
        head, kind, length = struct.unpack_from("<HHI", content, position)
        position += 8
        if head & 0xF == 0xF:
            # A container: what is in it comes next.
            continue
        if kind in PROPERTIES:
            told += read_descriptions(content[position : position + length], head >> 4)
        elif kind == ANCHOR and length == 18:
            now.column, _, now.row = struct.unpack_from("<3H", content, position + 2)
            now.row += 1
        position += length
    yield from (
        DrawnText(now.row, now.column, text, is_picture=True) for each in told for text in useful_alt_text(each)
    )


def read_descriptions(content: bytes, count: int) -> list[str]:
    """The text for those who do not see the shape. Long values stand after the list, in its order."""
    found, position = [], 6 * count
    for number in range(count):
        name, value = struct.unpack_from("<HI", content, 6 * number)
        if name & IS_LONG:
            if name & 0x3FFF == DESCRIPTION:
                found.append(content[position : position + value].decode("utf-16-le", "replace").rstrip("\0"))
            position += value
    return found
