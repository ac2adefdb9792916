"""Workbooks that mean harm, or that only a program would write."""

import io
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from apps.documents.parsing.cell_positions_in_text import cell_address
from apps.documents.parsing.formats.detect_media_type import PDF, media_type_of
from apps.documents.parsing.formats.office_and_picture_media_types import ODS, XLSX
from apps.documents.parsing.hidden_cells.count_used_range_cells import used_range_sizes
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from apps.documents.parsing.types import ParseFailure
from tests.processor_time import at_most


def stored(workbook: Workbook) -> bytes:
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def with_part(data: bytes, name: str, part: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for each in given.namelist():
            made.writestr(each, part if each == name else given.read(each))
    return buffer.getvalue()


def one_cell() -> bytes:
    workbook = Workbook()
    workbook.active.append(["Platz"])
    return stored(workbook)


@pytest.mark.parametrize("epoch", [CALENDAR_WINDOWS_1900, CALENDAR_MAC_1904])
def test_days_are_the_same_whatever_year_they_are_counted_from(epoch: datetime) -> None:
    workbook = Workbook()
    workbook.epoch = epoch
    workbook.active.append(["Tag", "Stunde"])
    workbook.active.append([date(2024, 2, 29), datetime(2024, 2, 29, 13, 45)])
    assert "| 2024-02-29 | 2024-02-29 13:45:00 |" in parse_workbook(stored(workbook), XLSX).pages[0].text


def test_formulas_that_go_round_have_no_value_and_stop_nobody() -> None:
    workbook = Workbook()
    workbook.active.append(["Summe", "=C1", "=B1"])
    assert parse_workbook(stored(workbook), XLSX).pages[0].text.endswith("| Summe |")


def test_zeros_without_end_in_a_cell_are_refused_before_they_are_unpacked() -> None:
    sheet = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
    sheet += b'<c r="A1" t="inlineStr"><is><t>' + b"0" * 150 * 2**20 + b"</t></is></c></row></sheetData></worksheet>"
    with pytest.raises(ParseFailure) as failure:
        media_type_of(with_part(one_cell(), "xl/worksheets/sheet1.xml", sheet), "nullen.xlsx")
    assert failure.value.reason_code == "unpacked_limit"


def test_a_cell_that_is_a_book_of_zeros_is_refused_when_it_was_not_packed_suspiciously() -> None:
    workbook = Workbook()
    workbook.active["A1"] = "Kopf"
    name = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(io.BytesIO(stored(workbook))) as given:
        sheet = given.read(name).replace(b"Kopf", b"0" * 5 * 2**20)
    with pytest.raises(ParseFailure, match="A cell holds more text") as failure:
        parse_workbook(with_part(stored(workbook), name, sheet), XLSX)
    assert failure.value.reason_code == "unpacked_limit"


def test_hundreds_of_sheets_are_as_many_pages() -> None:
    workbook = Workbook()
    for number in range(400):
        workbook.create_sheet(f"Blatt {number}").append([number, "x"])
    pages = parse_workbook(stored(workbook), XLSX).pages
    assert (len(pages), pages[-1].sheet and pages[-1].sheet.name) == (400, "Blatt 399")


@pytest.mark.parametrize("name", ["tabelle.pdf", "tabelle.docx", "tabelle.txt", "tabelle"])
def test_a_workbook_is_one_under_any_name(name: str) -> None:
    assert media_type_of(one_cell(), name) == XLSX


def test_a_pdf_under_the_name_of_a_workbook_is_a_pdf() -> None:
    assert media_type_of(b"%PDF-1.7\n", "tabelle.xlsx") == PDF


def test_values_in_the_far_corners_of_a_sheet_are_read_with_their_addresses() -> None:
    """Of the block between them the library would keep 17 billion cells, and the process would end."""
    workbook = Workbook()
    sheet = workbook.active
    sheet["A1"], sheet["XFD1"], sheet["B3"], sheet["A1048576"] = "Anfang", "Rechts", 1.5, date(2026, 1, 31)
    (page,) = parse_workbook(stored(workbook), XLSX).pages
    assert page.sheet is not None
    found = {
        cell_address(cell.row, cell.column): page.text[cell.start : cell.end] for cell in page.sheet.cells(page.text)
    }
    assert found == {"A1": "Anfang", "XFD1": "Rechts", "B3": "1.5", "A1048576": "2026-01-31"}


FAR = (
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1">'
    b'<v>1</v></c></row><row r="1048576"><c r="XFD1048576" t="%s"><v>%s</v></c></row>%s</worksheet>'
)


@pytest.mark.parametrize("damage", [(b"s", b"77", b"</sheetData>"), (b"n", b"x", b"</sheetData>"), (b"n", b"5", b"")])
def test_a_damaged_sheet_with_far_corners_is_called_damaged(damage: tuple[bytes, bytes, bytes]) -> None:
    """Text that is not there, a number that is none, XML that breaks off: to the process all would be a crash."""
    with pytest.raises(ParseFailure) as failure:
        parse_workbook(with_part(one_cell(), "xl/worksheets/sheet1.xml", FAR % damage), XLSX)
    assert failure.value.reason_code == "damaged"


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(b'<row r="1048576"><c r="A1048576"><v>2</v></c></row><row r="1"><c r="XFD1"><v>1</v></c></row>'),
        pytest.param(b'<row r="1"><c r="XFD1"><v>1</v></c><c r="A1"><v>3</v></c></row><row r="1048576"/>'),
    ],
    ids=["rows", "cells"],
)
def test_a_sheet_with_far_corners_that_is_out_of_order_is_refused_and_loses_no_cell(rows: bytes) -> None:
    sheet = MAIN + b"<sheetData>%s</sheetData></worksheet>" % rows
    with pytest.raises(ParseFailure) as failure:
        parse_workbook(with_part(one_cell(), "xl/worksheets/sheet1.xml", sheet), XLSX)
    assert failure.value.reason_code == "unpacked_limit"


MAIN = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'


def test_how_far_apart_cells_lie_takes_one_look_at_each() -> None:
    """Many columns beside many rows took the product of both."""
    sheet = b"".join(b'<c r="%s%d"/>' % (letters, 1) for letters in (a + b + c for a in AZ for b in AZ for c in AZ))
    sheet += b"".join(b'<row r="%d"/>' % row for row in range(1, 5_000))
    with at_most(1):
        assert used_range_sizes(with_part(one_cell(), "xl/worksheets/sheet1.xml", sheet)) == [4_999 * 18_278]


AZ = [bytes([letter]) for letter in range(ord("A"), ord("Z") + 1)]


def test_far_corners_of_a_workbook_in_opendocument_are_refused() -> None:
    far = ROW % b'<table:table-cell table:number-columns-repeated="16383"/>'
    with pytest.raises(ParseFailure) as failure:
        parse_workbook(open_document(EMPTY_ROWS + far), ODS)
    assert failure.value.reason_code == "unpacked_limit"


def test_formatted_cells_without_values_lie_nowhere() -> None:
    (page,) = parse_workbook(open_document(EMPTY_ROWS + ROW % b""), ODS).pages
    assert page.text.startswith("## A (A1:A1048576)")


EMPTY_ROWS = (
    b'<table:table-row table:number-rows-repeated="1048574">'
    b'<table:table-cell table:number-columns-repeated="16383"/><table:table-cell/></table:table-row>'
)
ROW = (
    b'<table:table-row>%s<table:table-cell office:value-type="string"><text:p>Ecke</text:p></table:table-cell>'
    b"</table:table-row>"
)


def open_document(rows: bytes) -> bytes:
    """A first row with a value in its first cell, and these."""
    buffer = io.BytesIO()
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    begin = f'<office:document-content {names}><office:body><office:spreadsheet><table:table table:name="A">'
    end = "</table:table></office:spreadsheet></office:body></office:document-content>"
    with zipfile.ZipFile(buffer, "w") as made:
        made.writestr("mimetype", ODS)
        made.writestr("META-INF/manifest.xml", MANIFEST)
        made.writestr("content.xml", begin.encode() + ROW % b"" + rows + end.encode())
    return buffer.getvalue()


MANIFEST = f"""<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS}"/></manifest:manifest>"""


def test_what_a_pivot_table_keeps_behind_its_cells_is_not_read() -> None:
    """Its cells are those of the sheet; the rows it was counted from stay in the file, often of people."""
    workbook = Workbook()
    for row in (("Amt", "Summe"), ("Bauamt", 120), ("Gesamtergebnis", 200)):
        workbook.active.append(row)
    namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="rId1" Type="{relations}/pivotTable" Target="../pivotTables/pivotTable1.xml"/>'
            "</Relationships>"
        ),
        "xl/pivotTables/pivotTable1.xml": (
            f'<pivotTableDefinition xmlns="{namespace}" name="P" cacheId="1"><location ref="A1:B3"/>'
            "</pivotTableDefinition>"
        ),
        "xl/pivotCache/pivotCacheDefinition1.xml": (
            f'<pivotCacheDefinition xmlns="{namespace}"><cacheFields count="1"><cacheField name="Name"><sharedItems>'
            '<s v="Erika Mustermann"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>'
        ),
        "xl/pivotCache/pivotCacheRecords1.xml": (
            f'<pivotCacheRecords xmlns="{namespace}"><r><s v="Erika Mustermann"/></r></pivotCacheRecords>'
        ),
    }
    buffer = io.BytesIO(stored(workbook))
    with zipfile.ZipFile(buffer, "a") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    [page] = parse_workbook(buffer.getvalue(), XLSX).pages
    assert page.text.endswith("| Bauamt | 120 |\n| Gesamtergebnis | 200 |")
    assert "Mustermann" not in page.text
