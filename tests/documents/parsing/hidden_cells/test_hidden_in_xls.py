import struct

import pytest

from apps.documents.parsing.formats.office_and_picture_media_types import XLS
from apps.documents.parsing.hidden_cells.hidden_in_xls import hidden_in_xls
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from apps.documents.parsing.types import ParseFailure, ParseFlag
from tests.documents.binary_workbooks import begin, xls, xls_record

ROWS = [["Name", "Ort", "Notiz"], ["Anna", "Bonn", "a"], ["Bert", "Trier", "b"], ["Cora", "Kiel", "c"]]
HIDDEN_ROW = 0x20
LAST_COLUMN = xls_record(0x7D, struct.pack("<6H", 2, 255, 2000, 15, 1, 0))
AREA = struct.pack("<B5H", 0x3B, 0, 0, 2, 0, 1)
RANGE_OF_FILTER = xls_record(0x18, struct.pack("<HBBHHH4x", 0x21, 0, 1, len(AREA), 0, 1) + b"\0\x0d" + AREA)
CONDITION = xls_record(0x9E, bytes(24))


def test_hidden_rows_and_columns_are_left_out_and_counted() -> None:
    document = parse_workbook(xls(ROWS, row_flags={2: HIDDEN_ROW, 39: HIDDEN_ROW}, columns=LAST_COLUMN), XLS)
    assert document.pages[0].text == (
        "## Liste (A1:B4)\n\n| Name | Ort |\n| --- | --- |\n| Anna | Bonn |\n| Cora | Kiel |"
    )
    assert document.flags == {ParseFlag.HIDDEN_CELLS}
    assert document.front_matter == {"metadata": {"hidden_rows": 1, "hidden_columns": 1}}


def test_only_rows_of_the_filtered_range_are_read() -> None:
    flags = {2: HIDDEN_ROW, 3: HIDDEN_ROW}
    text = parse_workbook(xls(ROWS, row_flags=flags, names=RANGE_OF_FILTER, more=CONDITION), XLS).pages[0].text
    assert "Bert" in text
    assert "Cora" not in text


def test_a_filter_without_a_condition_hides_nothing() -> None:
    text = parse_workbook(xls(ROWS, row_flags={2: HIDDEN_ROW}, names=RANGE_OF_FILTER), XLS).pages[0].text
    assert "Bert" not in text


def test_a_chart_within_the_sheet_does_not_end_it() -> None:
    chart = begin(0x20) + xls_record(0x0A)
    (hidden,) = hidden_in_xls(xls(ROWS, row_flags={2: HIDDEN_ROW}, more=chart))
    assert hidden.rows == {3}


def test_a_workbook_with_a_damaged_row_is_not_read() -> None:
    """The values come out all the same, and with them what the row may hide."""
    with pytest.raises(ParseFailure, match="hidden") as failure:
        parse_workbook(xls(ROWS, row_flags={}, more=xls_record(0x208, b"\0\0")), XLS)
    assert failure.value.reason_code == "damaged"
