"""Workbooks in Excel's two binary formats as small as they can be, made by the test that reads them."""

import struct
from collections.abc import Sequence

from tests.documents.office_files import packed

SECTOR = 512
FREE, END_OF_CHAIN, FAT_SECTOR = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
    'Target="worksheets/sheet1.bin"/></Relationships>'
)

Value = str | tuple[float, int]
"""A text, or a number with the place of its style."""
Rows = Sequence[Sequence[Value]]


def xls_record(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


def xls(rows: Rows, *, row_flags: dict[int, int], columns: bytes = b"", names: bytes = b"", more: bytes = b"") -> bytes:
    """One sheet. `row_flags` by number from 0; `columns`, `names` and `more` are records for their places."""
    flags = {number: row_flags.get(number, 0) for number in {*range(len(rows)), *row_flags}}
    headers = b"".join(
        xls_record(0x208, struct.pack("<6HI", row, 0, 8, 300, 0, 0, 0x100 | set_to)) for row, set_to in flags.items()
    )
    cells = b"".join(xls_cell(row, column, value) for row, line in enumerate(rows) for column, value in enumerate(line))
    size = xls_record(0x200, struct.pack("<IIHHH", 0, len(rows), 0, max(map(len, rows)), 0))
    sheet = begin(0x10) + columns + more + size + headers + cells + xls_record(0x0A)
    before = begin(0x05) + xls_record(0x42, struct.pack("<H", 1200))
    after = names + xls_record(0x0A)
    position = len(before) + len(xls_record(0x85, b"\0" * 13)) + len(after)
    listed = xls_record(0x85, struct.pack("<IHBB", position, 0, 5, 0) + b"Liste")
    return compound_file("Workbook", before + listed + after + sheet)


def xls_cell(row: int, column: int, value: Value) -> bytes:
    if isinstance(value, str):
        return xls_record(0x204, struct.pack("<3HHB", row, column, 15, len(value), 0) + value.encode("latin-1"))
    return xls_record(0x203, struct.pack("<3Hd", row, column, value[1], value[0]))


def xls_styles(*formats: str) -> bytes:
    """Records for `names`: a style for each of them, the first one is 0."""
    told = (
        struct.pack("<HHB", 164 + place, len(each), 0) + each.encode("latin-1") for place, each in enumerate(formats)
    )
    styles = (struct.pack("<HH", 0, 164 + place) + bytes(16) for place in range(len(formats)))
    return b"".join(xls_record(0x41E, each) for each in told) + b"".join(xls_record(0xE0, each) for each in styles)


def begin(kind: int) -> bytes:
    return xls_record(0x809, struct.pack("<HHHHII", 0x0600, kind, 0x0DBB, 0x07CC, 0, 6))


def compound_file(name: str, stream: bytes) -> bytes:
    """[MS-CFB] with one stream: the table of sectors, the directory, the stream."""
    stream = stream.ljust(4096, b"\0")
    sectors = -(-len(stream) // SECTOR)
    chain = [FAT_SECTOR, END_OF_CHAIN, *range(3, 2 + sectors), END_OF_CHAIN]
    fat = struct.pack("<128I", *chain, *[FREE] * (128 - len(chain)))
    root = entry("Root Entry", 5, END_OF_CHAIN, 0, child=1)
    directory = (root + entry(name, 2, 2, len(stream))).ljust(SECTOR, b"\0")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<5H6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<9I", 0, 1, 1, 0, 4096, END_OF_CHAIN, 0, END_OF_CHAIN, 0)
    return header + struct.pack("<109I", 0, *[FREE] * 108) + fat + directory + stream.ljust(sectors * SECTOR, b"\0")


def entry(name: str, kind: int, begins: int, size: int, child: int = FREE) -> bytes:
    title = (name + "\0").encode("utf-16-le")
    links = struct.pack("<HBB3I", len(title), kind, 1, FREE, FREE, child)
    return title.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", begins, size)


def xlsb_record(kind: int, content: bytes = b"") -> bytes:
    assert len(content) < 128
    number = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return number + bytes([len(content)]) + content


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb_cell(column: int, value: Value) -> bytes:
    if isinstance(value, str):
        return xlsb_record(6, struct.pack("<II", column, 0) + wide(value))
    return xlsb_record(5, struct.pack("<IId", column, value[1], value[0]))


def xlsb_styles(*formats: str) -> bytes:
    """The part of the styles, one for each format."""
    told = (struct.pack("<H", 164 + place) + wide(each) for place, each in enumerate(formats))
    styles = (struct.pack("<HH", 0, 164 + place) + bytes(12) for place in range(len(formats)))
    count = struct.pack("<I", len(formats))
    records = [xlsb_record(278), xlsb_record(615, count), *(xlsb_record(44, each) for each in told), xlsb_record(616)]
    records += [
        xlsb_record(617, count),
        *(xlsb_record(47, each) for each in styles),
        xlsb_record(618),
        xlsb_record(279),
    ]
    return b"".join(records)


def xlsb(
    rows: Rows, *, row_flags: dict[int, int], columns: bytes = b"", more: bytes = b"", styles: bytes = b""
) -> bytes:
    """One sheet. `row_flags` by number from 0; `columns` and `more` are records before and behind the cells."""
    workbook = xlsb_record(131) + xlsb_record(143) + xlsb_record(156, bytes(8) + wide("rId1") + wide("Liste"))
    sheet = xlsb_record(129) + xlsb_record(148, struct.pack("<4I", 0, len(rows) - 1, 0, max(map(len, rows)) - 1))
    sheet += columns + xlsb_record(145)
    for number, row in enumerate(rows):
        sheet += xlsb_record(0, struct.pack("<IIHBB", number, 0, 300, 0, row_flags.get(number, 0)) + bytes(5))
        sheet += b"".join(xlsb_cell(column, value) for column, value in enumerate(row))
    parts: dict[str, str | bytes] = {
        "xl/workbook.bin": workbook + xlsb_record(144) + xlsb_record(132),
        "xl/_rels/workbook.bin.rels": RELATIONS,
        "xl/worksheets/sheet1.bin": sheet + xlsb_record(146) + more + xlsb_record(130),
    }
    return packed(parts | ({"xl/styles.bin": styles} if styles else {}))
