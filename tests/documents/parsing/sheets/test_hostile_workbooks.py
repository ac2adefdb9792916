"""Workbooks that mean harm, or that only a program would write."""

import io
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from apps.documents.parsing.formats.detect_media_type import PDF, media_type_of
from apps.documents.parsing.formats.office_types import XLSX
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from apps.documents.parsing.types import ParseFailure


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
