import io
import re
from collections.abc import Callable
from zipfile import ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from apps.documents.parsing.formats.office_and_picture_media_types import ODS, XLSX
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import find_hidden_cells
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from apps.documents.parsing.types import ParsedDocument, ParseFailure, ParseFlag
from tests.documents.office_files import packed

ROWS = [["Name", "Ort", "Notiz"], ["Anna", "Bonn", "a"], ["Bert", "Trier", "b"], ["Cora", "Kiel", "c"]]
SPREADSHEET = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>{}'
    "</office:spreadsheet></office:body></office:document-content>"
)


def xlsx(change: Callable[[Worksheet], object]) -> bytes:
    workbook = Workbook()
    for row in ROWS:
        workbook.active.append(row)
    change(workbook.active)
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def read(change: Callable[[Worksheet], object]) -> ParsedDocument:
    return parse_workbook(xlsx(change), XLSX)


def hide(sheet: Worksheet) -> None:
    sheet.row_dimensions[3].hidden = True
    sheet.row_dimensions[40].hidden = True
    sheet.column_dimensions["C"].hidden = True


def test_hidden_rows_and_columns_are_left_out_and_counted_when_they_have_values() -> None:
    document = read(hide)
    assert document.pages[0].text == (
        "## Sheet (A1:B4)\n\n| Name | Ort |\n| --- | --- |\n| Anna | Bonn |\n| Cora | Kiel |"
    )
    assert document.flags == {ParseFlag.HIDDEN_CELLS}
    assert document.front_matter == {"metadata": {"hidden_rows": 1, "hidden_columns": 1}}


def test_rows_that_a_filter_hides_are_read() -> None:
    def filtered(sheet: Worksheet) -> None:
        sheet.row_dimensions[3].hidden = True
        sheet.auto_filter.ref = "A1:C4"
        sheet.auto_filter.add_filter_column(0, ["Anna", "Cora"])

    assert "Bert" in read(filtered).pages[0].text


def test_a_filter_that_is_not_set_hides_nothing() -> None:
    def unset(sheet: Worksheet) -> None:
        hide(sheet)
        sheet.auto_filter.ref = "A1:C4"

    assert "Bert" not in read(unset).pages[0].text


def ods(rows: str, after: str = "") -> bytes:
    table = f'<table:table table:name="Liste"><table:table-column/>{rows}</table:table>{after}'
    return packed({"mimetype": ODS, "content.xml": SPREADSHEET.format(table)})


ODS_ROWS = (
    "<table:table-row table:number-rows-repeated='2'><table:table-cell/></table:table-row>"
    '<table:table-row table:visibility="collapse" table:number-rows-repeated="3"><table:table-cell/></table:table-row>'
)


def test_rows_of_opendocument_count_as_often_as_they_say() -> None:
    (hidden,) = find_hidden_cells(ods(ODS_ROWS))
    assert hidden.rows == {3, 4, 5}


def test_filtered_rows_of_opendocument_are_read() -> None:
    block = 'table:target-range-address="Liste.A1:Liste.C4"'
    (hidden,) = find_hidden_cells(
        ods(ODS_ROWS, f"<table:database-range {block}><table:filter/></table:database-range>")
    )
    assert hidden.rows == {5}


@pytest.mark.parametrize("data", [b"", b"keine Tabelle", packed({"a.txt": "x"}), xlsx(hide)[:900]])
def test_other_files_have_nothing_hidden(data: bytes) -> None:
    assert find_hidden_cells(data) == []


def test_a_workbook_that_does_not_tell_what_is_hidden_is_not_read() -> None:
    """The number of a row may be left out: the values are read all the same, and the hidden one with them."""
    rows = "<row><c><v>1</v></c></row><row hidden='1'><c><v>95000</v></c></row>"
    with ZipFile(io.BytesIO(xlsx(lambda sheet: None))) as whole:
        parts = {name: whole.read(name).decode() for name in whole.namelist()}
    parts["xl/worksheets/sheet1.xml"] = re.sub(
        "<sheetData>.*</sheetData>", f"<sheetData>{rows}</sheetData>", parts["xl/worksheets/sheet1.xml"]
    )
    with pytest.raises(ParseFailure, match="hidden") as failure:
        parse_workbook(packed(parts), XLSX)
    assert failure.value.reason_code == "damaged"
