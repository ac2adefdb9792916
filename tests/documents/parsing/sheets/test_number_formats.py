"""Numbers that a sheet shows as words or with leading zeros are read so; all others as they are stored."""

import io

import pytest
from openpyxl import Workbook

from apps.documents.parsing.formats.office_types import ODS, XLSX
from apps.documents.parsing.sheets.number_formats import says_more, shown
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from tests.documents.parsing.sheets.test_drawn_text import open_document


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (1587, "00000", "01587"),
        (31137, "00000", "31137"),
        (7, '"DE-"000', "DE-007"),
        (3, '00"0"', "030"),
        (12345678, "0000\\ 00\\ 00", "1234 56 78"),
        (-5, "000", "-005"),
        (0, '#,##0.00;-#,##0.00;"entfällt"', "entfällt"),
        (0, '[=0]"entfällt";General', "entfällt"),
        (-1, '"ja";[Red]"nein"', "nein"),
        (2, '[=1]"eins";[=2]"zwei"', "zwei"),
        (1, '[>5]"viel";[>2]"mittel";"wenig"', "wenig"),
        (0.5, "00", "01"),
    ],
)
def test_what_the_format_says(value: float, form: str, text: str) -> None:
    assert says_more(form)
    assert shown(value, form) == text


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (5, '[=0]"entfällt";General'),
        (5, '#,##0.00;-#,##0.00;"entfällt"'),
        (5, "0.00"),
        (5, '0" Euro"'),
        (0.19, "00%"),
        (46000, "dd.mm.yyyy"),
        (0.5, "[hh]:mm"),
        (0, '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-'),
        (5, "General"),
        (5, ""),
        (3, '[=1]"eins";[=2]"zwei"'),
        (float("inf"), "00000"),
        (float("nan"), "00000"),
    ],
)
def test_digits_stay_as_they_are_stored(value: float, form: str) -> None:
    assert shown(value, form) is None


def test_cells_of_a_workbook_are_read_as_it_shows_them() -> None:
    workbook = Workbook()
    sheet = workbook.active
    sheet.append([])
    for row in (
        ["", "Ort", "Postleitzahl", "Zuschuss", "Rest"],
        ["", "Riesa", 1587, 0, 77],
        ["", "Ulm", 89073, 12.5, 8],
    ):
        sheet.append(row)
    for row in (3, 4):
        sheet[f"C{row}"].number_format = "00000"
        sheet[f"D{row}"].number_format = '#,##0.00;-#,##0.00;"entfällt"'
    sheet["E3"].number_format = ";;;"
    buffer = io.BytesIO()
    workbook.save(buffer)
    (page,) = parse_workbook(buffer.getvalue(), XLSX).pages
    assert page.text.splitlines()[-2:] == ["| Riesa | 01587 | entfällt |  |", "| Ulm | 89073 | 12.5 | 8 |"]


CELL = '<table:table-cell office:value-type="float" office:value="{}"{}><text:p>{}</text:p></table:table-cell>'
TEXT = '<table:table-cell office:value-type="string"{}><text:p>{}</text:p></table:table-cell>'
COVERED = "<table:covered-table-cell/>"
MAP = '<style:map xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"/>'


def sheet_of(*rows: str) -> str:
    """The last lines of its page."""
    body = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    (page,) = parse_workbook(open_document(MAP, f'<table:table table:name="A">{body}</table:table>'), ODS).pages
    return page.text.partition("| --- | --- |\n")[2]


def test_cells_of_an_open_document_are_read_as_it_shows_them() -> None:
    text = sheet_of(
        TEXT.format("", "Ort") + TEXT.format("", "Wert"),
        TEXT.format("", "Riesa") + CELL.format(1587, "", "01587"),
        TEXT.format("", "Nossen") + CELL.format(0, "", "entfällt"),
        TEXT.format("", "Ulm") + CELL.format(12.5, "", "12,50 €"),
    )
    assert text == "| Riesa | 01587 |\n| Nossen | entfällt |\n| Ulm | 12.5 |"


def test_a_label_merged_over_rows_of_an_open_document_stands_in_each_of_them() -> None:
    over_two = ' table:number-rows-spanned="2"'
    text = sheet_of(
        TEXT.format("", "Amt") + TEXT.format("", "Leistung"),
        TEXT.format(over_two, "Bauamt") + TEXT.format("", "Plan"),
        COVERED + TEXT.format("", "Auskunft"),
        TEXT.format("", "Standesamt") + TEXT.format("", "Trauung"),
    )
    assert text == "| Bauamt | Plan |\n| Bauamt | Auskunft |\n| Standesamt | Trauung |"
