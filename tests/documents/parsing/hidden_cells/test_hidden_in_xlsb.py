import struct

import pytest

from apps.documents.parsing.formats.office_and_picture_media_types import XLSB
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from apps.documents.parsing.types import ParseFailure, ParseFlag
from tests.documents.binary_workbooks import xlsb, xlsb_record

ROWS = [["Name", "Ort", "Notiz"], ["Anna", "Bonn", "a"], ["Bert", "Trier", "b"], ["Cora", "Kiel", "c"]]
HIDDEN_ROW = 0x10
LAST_COLUMN = xlsb_record(390) + xlsb_record(60, struct.pack("<4IH", 2, 16_383, 2000, 0, 1)) + xlsb_record(391)
FILTER = xlsb_record(161, struct.pack("<4I", 0, 2, 0, 1))
CONDITION = xlsb_record(163, bytes(6)) + xlsb_record(164)


def test_hidden_rows_and_columns_are_left_out_and_counted() -> None:
    document = parse_workbook(xlsb(ROWS, row_flags={2: HIDDEN_ROW}, columns=LAST_COLUMN), XLSB)
    assert document.pages[0].text == (
        "## Liste (A1:B4)\n\n| Name | Ort |\n| --- | --- |\n| Anna | Bonn |\n| Cora | Kiel |"
    )
    assert document.flags == {ParseFlag.HIDDEN_CELLS}
    assert document.front_matter == {"metadata": {"hidden_rows": 1, "hidden_columns": 1}}


def test_only_rows_of_the_filtered_range_are_read() -> None:
    flags = {2: HIDDEN_ROW, 3: HIDDEN_ROW}
    text = parse_workbook(xlsb(ROWS, row_flags=flags, more=FILTER + CONDITION), XLSB).pages[0].text
    assert "Bert" in text
    assert "Cora" not in text


def test_a_filter_without_a_condition_hides_nothing() -> None:
    assert "Bert" not in parse_workbook(xlsb(ROWS, row_flags={2: HIDDEN_ROW}, more=FILTER), XLSB).pages[0].text


def test_a_workbook_with_a_damaged_column_is_not_read() -> None:
    with pytest.raises(ParseFailure, match="hidden") as failure:
        parse_workbook(xlsb(ROWS, row_flags={}, columns=xlsb_record(60, b"\0")), XLSB)
    assert failure.value.reason_code == "damaged"
