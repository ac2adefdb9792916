"""Cells of Excel's two binary formats are read as their sheet shows them."""

import struct

import pytest

from apps.documents.parsing.excel_number_formats.formats_in_workbook import FormatsInWorkbook
from apps.documents.parsing.formats.office_and_picture_media_types import XLS, XLSB
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from tests.documents.binary_workbooks import compound_file, xls, xls_record, xls_styles, xlsb, xlsb_styles

FORMATS = ("General", "0.0%", '#,##0.00 "Euro"', "00000", '0;-0;"entfällt"', ";;;", "yyyy")
ROWS = [
    ["Was", "Wert"],
    ["Anteil", (0.853, 1)],
    ["Gebühr", (12.5, 2)],
    ["Ort", (1587.0, 3)],
    ["Zuschlag", (0.0, 4)],
    ["Geheim", (77.0, 5)],
    ["Jahr", (45352.0, 6)],
    ["Stück", (3.0, 0)],
]
SHOWN = ["85.3 %", "12.50 Euro", "01587", "entfällt", "", "2024", "3"]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (xls(ROWS, row_flags={}, names=xls_styles(*FORMATS)), XLS),
        (xlsb(ROWS, row_flags={}, styles=xlsb_styles(*FORMATS)), XLSB),
    ],
    ids=["xls", "xlsb"],
)
def test_cells_are_read_as_the_sheet_shows_them(data: bytes, kind: str) -> None:
    (page,) = parse_workbook(data, kind).pages
    assert [line.split("|")[2].strip() for line in page.text.splitlines()[4:]] == SHOWN
    assert page.sheet is not None
    assert page.sheet.stored == ((2, 1, "0.853"),)


def test_several_numbers_of_one_record_have_their_own_formats() -> None:
    several = xls_record(0xBD, struct.pack("<2H", 0, 1) + struct.pack("<HI", 1, 2) + struct.pack("<HI", 0, 2) + b"\2\0")
    data = xls([["A"]], row_flags={}, names=xls_styles("General", "0%"), more=several)
    assert list(FormatsInWorkbook(data).rows(0)) == [(0, {1: "0%"})]


@pytest.mark.parametrize("data", [compound_file("Workbook", b"\x1e\x04\x01\x00\x07"), b"PK\x03\x04", b""])
def test_a_damaged_workbook_has_no_formats(data: bytes) -> None:
    assert list(FormatsInWorkbook(data).rows(0)) == []
