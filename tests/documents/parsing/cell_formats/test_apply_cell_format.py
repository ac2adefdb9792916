"""Values are read as the sheet shows them: with units, rounded, as words or with leading zeros, without a day."""

import io
import json
from datetime import date, datetime, time, timedelta

import pytest
from openpyxl import Workbook

from apps.documents.parsing.cell_formats.apply_cell_format import ShownValue, apply_cell_format, changes_display
from apps.documents.parsing.cell_formats.normalise_opendocument_shown_text import shown_value_from_text
from apps.documents.parsing.cell_positions_in_text import SheetLayout
from apps.documents.parsing.formats.office_and_picture_media_types import ODS, XLSX
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from tests.documents.parsing.sheets.test_drawings_in_xlsx_and_xlsb import open_document


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
        (0.853, "0.0%", "85.3 %"),
        (0.853, "0%", "85 %"),
        (0.19, "00%", "19 %"),
        (0.005, "0%", "1 %"),
        (-0.035, "+0.0%;-0.0%", "-3.5 %"),
        (5, '0" Euro"', "5 Euro"),
        (12.5, '#,##0.00\\ "€"', "12.50 €"),
        (1234.5, "#,##0.00\\ [$€-407]", "1234.50 €"),
        (1234.5, "[$EUR] #,##0.00", "EUR 1234.50"),
        (800, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', "$800.00"),
        (-800, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', "$-800.00"),
        (0, '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', "0 €"),
        (12.345678, "0.00", "12.35"),
        (70.5234, "#,##0", "71"),
        (2.5, "0", "3"),
        (1234567.891, '#,##0," Tsd. €"', "1235 Tsd. €"),
        (1234567.891, '0.0,,"\xa0Mio."', "1.2 Mio."),
        (1.5, "# ?/?", "1 1/2"),
        (0.25, "# ??/??", "1/4"),
        (2, "# ?/?", "2"),
        (1.5, "?/?", "3/2"),
        (0.5, "# ?/8", "4/8"),
        (3.14159, 'General" m"', "3.14159 m"),
        (12, '0.0" m³"', "12.0 m³"),
        (-0.001, "0.00", "0.00"),
    ],
)
def test_what_the_format_says(value: float, form: str, text: str) -> None:
    told = apply_cell_format(value, form)
    assert changes_display(form)
    assert isinstance(told, ShownValue)
    assert told.text == text


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (timedelta(hours=37, minutes=30), "[h]:mm", "37:30"),
        (timedelta(hours=-2, minutes=-5), "[hh]:mm:ss", "-02:05:00"),
        (timedelta(minutes=90), "[mm]", "90"),
        (timedelta(hours=3), '[h]" Std."', "3 Std."),
        (time(8, 30), 'hh:mm" Uhr"', "08:30 Uhr"),
        (time(8, 30), "h:mm", "8:30"),
        (datetime(2026, 3, 1, 8, 30), "dd.mm.yyyy hh:mm", "2026-03-01 08:30"),
        (datetime(2026, 3, 1, 8, 30), "hh:mm", "08:30"),
        (date(2026, 3, 1), "mmmm yyyy", "März 2026"),
        (date(2026, 3, 1), "[$-409]mmm\\-yy", "March 2026"),
        (date(2026, 3, 1), "mm/yyyy", "03/2026"),
        (date(2026, 3, 1), "yyyy", "2026"),
        (date(2026, 3, 2), "dddd", "Montag"),
        (date(2026, 3, 1), "dd.mm.", "2026-03-01"),
    ],
)
def test_what_the_format_says_of_days_and_times(value: object, form: str, text: str) -> None:
    assert changes_display(form)
    assert apply_cell_format(value, form) == ShownValue(text)


@pytest.mark.parametrize(
    ("value", "form", "stored"),
    [(0.853, "0.0%", "0.853"), (12.345678, "0.00", "12.345678"), (12.5, '0.00" €"', ""), (5, "0%", "5")],
)
def test_a_number_that_is_rounded_or_scaled_is_kept_beside_its_text(value: float, form: str, stored: str) -> None:
    told = apply_cell_format(value, form)
    assert isinstance(told, ShownValue)
    assert told.stored == stored


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (5, '[=0]"entfällt";General'),
        (5, '#,##0.00;-#,##0.00;"entfällt"'),
        (5, "0.00"),
        (12.5, "#,##0.00"),
        (0.1 + 0.2, "0.0"),
        (46000, "dd.mm.yyyy"),
        (0.5, "0.00E+00"),
        (5, "General"),
        (5, ""),
        (3, '[=1]"eins";[=2]"zwei"'),
        (float("inf"), "00000"),
        (float("nan"), "00000"),
        (1e70, "0.00"),
        (1e60, "0%"),
    ],
)
def test_digits_stay_as_they_are_stored(value: float, form: str) -> None:
    assert apply_cell_format(value, form) is value


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


def test_a_sheet_of_shares_keeps_what_it_stores_and_has_no_row_of_values_for_a_head() -> None:
    workbook = Workbook()
    sheet = workbook.active
    for row in (("Bauamt", 0.853, 12.5), ("Standesamt", 0.2157, 8)):
        sheet.append(row)
    for row in (1, 2):
        sheet[f"B{row}"].number_format = "0.0%"
        sheet[f"C{row}"].number_format = '#,##0.00\\ "€"'
    buffer = io.BytesIO()
    workbook.save(buffer)
    (page,) = parse_workbook(buffer.getvalue(), XLSX).pages
    assert page.text.splitlines()[-3:] == [
        "| --- | --- | --- |", "| Bauamt | 85.3 % | 12.50 € |", "| Standesamt | 21.6 % | 8.00 € |",
    ]  # fmt: skip
    assert page.sheet is not None
    assert page.sheet.stored == ((1, 1, "0.853"), (2, 1, "0.2157"))
    assert SheetLayout.from_json(json.loads(json.dumps(page.sheet.as_json()))) == page.sheet


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
    assert text == "| Riesa | 01587 |\n| Nossen | entfällt |\n| Ulm | 12.50 € |"


def test_a_label_merged_over_rows_of_an_open_document_stands_in_each_of_them() -> None:
    over_two = ' table:number-rows-spanned="2"'
    text = sheet_of(
        TEXT.format("", "Amt") + TEXT.format("", "Leistung"),
        TEXT.format(over_two, "Bauamt") + TEXT.format("", "Plan"),
        COVERED + TEXT.format("", "Auskunft"),
        TEXT.format("", "Standesamt") + TEXT.format("", "Trauung"),
    )
    assert text == "| Bauamt | Plan |\n| Bauamt | Auskunft |\n| Standesamt | Trauung |"


@pytest.mark.parametrize(
    ("kind", "value", "text", "shown"),
    [
        ("percentage", "0.853", "85,3 %", "85.3 %"),
        ("percentage", "0.2157", "21.6%", "21.6 %"),
        ("currency", "1234.5678", "1.234,57 €", "1234.57 €"),
        ("currency", "-1234.5", "-1.234,50 €", "-1234.50 €"),
        ("currency", "-1234.5", "(1,234.50)", None),
        ("currency", "1234.5", "$1,234.50", "$1234.50"),
        ("float", "1234567", "1.235 Tsd.", "1235 Tsd."),
        ("float", "1.235", "1.235", None),
        ("float", "12.345", "12,35", "12.35"),
        ("float", "1.5", "1 1/2", "1 1/2"),
        ("float", "5", "Zimmer 5 von 7", None),
        ("float", "5", "7 km", None),
        ("date", "2026-03-01", "März 2026", "März 2026"),
        ("date", "2026-03-01", "01.03.2026", None),
        ("time", "PT37H30M00S", "37:30", "37:30"),
        ("float", "1e400", "1", None),
        ("percentage", "1e999999", "5 %", None),
        ("float", "drei", "3,5", None),
        ("float", "0", "Err:522", "Err:522"),
        ("float", "0", "#DIV/0!", "#DIV/0!"),
    ],
)
def test_what_an_open_document_says_beside_a_value(kind: str, value: str, text: str, shown: str | None) -> None:
    told = shown_value_from_text(kind, value, text)
    assert (told and told.text) == shown
