import io
from datetime import timedelta

from openpyxl import Workbook

from apps.documents.parsing.formats.office_and_picture_media_types import XLSX
from apps.documents.parsing.sheets.cell_text import cell_text, repeat_merged_labels
from apps.documents.parsing.sheets.read_workbook import parse_workbook


def test_a_label_over_several_rows_stands_in_each_of_them() -> None:
    workbook = Workbook()
    for row in (["Amt", "Leistung"], ["Bauamt", "Plan"], [None, "Auskunft"], ["Standesamt", "Trauung"]):
        workbook.active.append(row)
    workbook.active.merge_cells("A2:A3")
    buffer = io.BytesIO()
    workbook.save(buffer)
    (page,) = parse_workbook(buffer.getvalue(), XLSX).pages
    assert "| Bauamt | Plan |\n| Bauamt | Auskunft |\n| Standesamt | Trauung |" in page.text


def test_rows_without_other_values_and_long_remarks_stay_as_they_are() -> None:
    values = [["Amt", "x"], ["", ""], ["r" * 90, "y"], ["", "z"]]
    merged = [((0, 0), (1, 0)), ((2, 0), (3, 0))]
    assert list(repeat_merged_labels(values, merged, 0)) == values


def test_columns_count_from_the_first_in_use() -> None:
    assert list(repeat_merged_labels([["Amt", "x"], ["", "y"]], [((0, 2), (1, 2))], 2))[1] == ["Amt", "y"]


def test_a_duration_has_more_than_a_days_hours() -> None:
    said = [cell_text(timedelta(hours=hours)) for hours in (37.5, 7.75, -1.5)]
    assert said == ["37:30:00", "07:45:00", "-01:30:00"]
