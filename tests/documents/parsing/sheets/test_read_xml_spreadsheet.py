"""Workbooks in the XML of Excel 2003."""

import tracemalloc

import pytest

from apps.documents.parsing.collection_reading_options import Comments
from apps.documents.parsing.formats.detect_media_type import media_type_of
from apps.documents.parsing.formats.office_and_picture_media_types import XML_SPREADSHEET
from apps.documents.parsing.formats.read_document import parse_by_media_type
from apps.documents.parsing.types import ParsedDocument, ParseFailure, ParseFlag

BOOK = """<?xml version="1.0" encoding="UTF-8"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel"
 xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
 <Styles><Style ss:ID="p"><NumberFormat ss:Format="0.0%"/></Style>
  <Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style></Styles>
 {}
</Workbook>"""


def cell(value: object, kind: str = "String", more: str = "") -> str:
    return f'<Cell {more}><Data ss:Type="{kind}">{value}</Data></Cell>'


def sheet(rows: str, more: str = "", name: str = "Gebühren") -> str:
    return f'<Worksheet ss:Name="{name}"><Table>{rows}</Table>{more}</Worksheet>'


def row(*cells: str, more: str = "") -> str:
    return f"<Row {more}>{''.join(cells)}</Row>"


HEAD = row(cell("Bereich"), cell("Leistung"), cell("Wert"))


def read(sheets: str) -> ParsedDocument:
    data = BOOK.format(sheets).encode()
    assert media_type_of(data, "export.xls") == XML_SPREADSHEET
    return parse_by_media_type(data, XML_SPREADSHEET, "export.xls", Comments.LEFT_OUT)


def test_cells_are_read_as_the_sheet_shows_them() -> None:
    rows = row(cell("Amt", more='ss:MergeDown="1"'), cell("Quote"), cell("0.853", "Number", 'ss:StyleID="p"'))
    rows += row(cell("Stand", more='ss:Index="2"'), cell("2026-03-01T00:00:00.000", "DateTime", 'ss:StyleID="d"'))
    rows += row(cell("Archiv"), cell("Kopie <b>farbig</b>"), cell(1.5, "Number"), more='ss:Index="7"')
    (page,) = read(sheet(HEAD + rows)).pages
    assert page.text.splitlines() == [
        "## Gebühren (A1:C7)", "", "| Bereich | Leistung | Wert |", "| --- | --- | --- |", "| Amt | Quote | 85.3 % |",
        "| Amt | Stand | 2026-03-01 |", "| Archiv | Kopie farbig | 1.5 |",
    ]  # fmt: skip
    assert page.sheet is not None
    start = page.text.index("1.5")
    assert page.sheet.addresses(page.text, start, start + 3) == "C7"


def test_what_is_hidden_is_left_out_and_counted() -> None:
    secret = sheet(row(cell("Simsalabim")), name="Geheim").replace(
        "</Worksheet>", "<x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet>"
    )
    rows = '<Column ss:Index="2" ss:Hidden="1"/>' + HEAD + row(cell("x"), cell("geheim"), cell(1, "Number"))
    document = read(secret + sheet(rows + row(cell("weg"), cell("auch"), cell(2, "Number"), more='ss:Hidden="1"')))
    assert document.pages[0].text.endswith("| Bereich | Wert |\n| --- | --- |\n| x | 1 |")
    assert document.flags == {ParseFlag.HIDDEN_SHEETS, ParseFlag.HIDDEN_CELLS}
    assert document.front_matter["metadata"] == {"hidden_sheets": 1, "hidden_rows": 1, "hidden_columns": 1}


def test_a_sheet_that_only_a_macro_can_show_is_hidden() -> None:
    visible = "<x:WorksheetOptions><x:Visible>{}</x:Visible></x:WorksheetOptions>"
    secret = sheet(row(cell("Simsalabim")), visible.format("SheetVeryHidden"), "Geheim")
    document = read(secret + sheet(HEAD, visible.format("SheetVisible")))
    assert [page.text.splitlines()[0] for page in document.pages] == ["## Gebühren (A1:C1)"]
    assert document.flags == {ParseFlag.HIDDEN_SHEETS}


@pytest.mark.parametrize(("column", "shown"), [("<x:AutoFilterColumn/>", ["Amt", "Archiv"]), ("", ["Amt"])])
def test_a_filter_that_is_set_shows_the_hidden_rows_of_its_range_alone(column: str, shown: list[str]) -> None:
    rows = HEAD + row(cell("Amt"), cell("x")) + row(cell("Archiv"), cell("x"), more='ss:Hidden="1"')
    secret = row(cell("Simsalabim"), cell("x"), more='ss:Hidden="1"')
    table = f'<x:AutoFilter x:Range="R1C1:R3C2">{column}</x:AutoFilter>'
    document = read(sheet(rows + secret, table))
    assert [line.split(" | ")[0][2:] for line in document.pages[0].text.splitlines()[4:]] == shown
    assert document.front_matter["metadata"] == {"hidden_rows": 3 - len(shown)}


def test_a_day_that_is_none_stays_its_text_and_a_time_has_no_day() -> None:
    days = ("1900-02-29T00:00:00.000", "2026-03-01T24:00:00.000", "1899-12-31T08:30:00.000")
    rows = row(*(cell(each, "DateTime") for each in days))
    assert "| 1900-02-29T00:00:00.000 | 2026-03-01T24:00:00.000 | 08:30:00 |" in read(sheet(HEAD + rows)).pages[0].text


def test_a_cell_far_out_in_each_row_takes_the_room_of_one_row() -> None:
    # Of all rows at once the empty cells alone would take 13 MB.
    sheets = sheet(HEAD + row(cell("x", more='ss:Index="16384"')) * 100)
    tracemalloc.start()
    try:
        assert read(sheets).page_count > 1
        assert tracemalloc.get_traced_memory()[1] < 3 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("sheets", "reason"),
    [
        ("", "no_text"),
        (sheet(HEAD)[:-9], "damaged"),
        (sheet(row(cell("x", "Number"))), "damaged"),
        (sheet(row(cell("x"), more='ss:Index="9999999"')), "damaged"),
        (sheet(row(cell("x", more='ss:Index="16384"')) * 2_100), "unpacked_limit"),
    ],
)
def test_a_workbook_that_cannot_be_read_says_why(sheets: str, reason: str) -> None:
    with pytest.raises(ParseFailure) as failure:
        read(sheets)
    assert failure.value.reason_code == reason
