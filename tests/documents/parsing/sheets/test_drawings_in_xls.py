"""What is drawn over a sheet of `.xls` stands below the rows beside it, as in the newer formats."""

import struct

from apps.documents.parsing.formats.office_and_picture_media_types import XLS
from apps.documents.parsing.sheets.drawings_in_xls import drawings_in_xls
from apps.documents.parsing.sheets.drawings_in_xlsx_and_xlsb import DrawnText
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from tests.documents.binary_workbooks import begin, xls, xls_record

ROWS = [["Name", "Ort"], ["Anna", "Bonn"]]


def atom(kind: int, content: bytes, head: int = 0) -> bytes:
    return struct.pack("<HHI", head, kind, len(content)) + content


def shape(row: int, column: int, description: str = "") -> bytes:
    """A drawing with its anchor, in the two containers around it, of which the outer one goes on in later records."""
    letters = description.encode("utf-16-le") + b"\0\0"
    told = atom(0xF00B, struct.pack("<HI", 0x8381, len(letters)) + letters, 1 << 4 | 3) if description else b""
    anchor = atom(0xF010, struct.pack("<9H", 0, column, 0, row, 0, column + 1, 0, row + 1, 0))
    return xls_record(0xEC, struct.pack("<HHIHHI", 0xF, 0xF002, 9_999, 0xF, 0xF004, 99) + told + anchor)


def thing(kind: int) -> bytes:
    return xls_record(0x5D, struct.pack("<4H", 0x15, 0x12, kind, 1) + bytes(14))


def text(*parts: str) -> bytes:
    """Long texts are cut into records, each of which says how it keeps its letters."""
    count = sum(map(len, parts))
    first, *others = parts
    said = xls_record(0x3C, b"\0" + first.encode("latin-1"))
    said += b"".join(xls_record(0x3C, b"\1" + part.encode("utf-16-le")) for part in others)
    return xls_record(0x1B6, struct.pack("<3HIHHI", 0, 0, 0, 0, count, 8, 0)) + said + xls_record(0x3C, bytes(8))


def words(said: str) -> bytes:
    return xls_record(0x100D, struct.pack("<HBB", 0, len(said), 0) + said.encode("latin-1"))


def test_boxes_pictures_and_titles_of_charts_are_read() -> None:
    box = shape(1, 2) + thing(6) + text("Antrag bis\r", "31. März")
    logo = shape(0, 4, "Wappen der Stadt") + thing(8)
    chart = shape(3, 0) + thing(5) + begin(0x20) + xls_record(0x1003) + words("Reihe")
    chart += xls_record(0x1025) + words("Gebühren im Vergleich") + xls_record(0x0A)
    data = xls(ROWS, row_flags={}, more=box + logo + chart)
    assert drawings_in_xls(data) == [
        [
            DrawnText(1, 4, "Wappen der Stadt", is_picture=True),
            DrawnText(2, 2, "Antrag bis\n31. März"),
            DrawnText(4, 0, "Gebühren im Vergleich"),
        ]
    ]
    assert "Antrag bis\n31. März" in parse_workbook(data, XLS).pages[0].text


def test_damaged_drawings_cost_no_cell() -> None:
    data = xls(ROWS, row_flags={}, more=xls_record(0x5D, b"\0"))
    assert drawings_in_xls(data) == []
    assert "Anna" in parse_workbook(data, XLS).pages[0].text
