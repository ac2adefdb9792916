"""Formulas in questions, answers and protected words, and what a spreadsheet would make of the exported files."""

import ast
import csv
import io
import re
from pathlib import Path

import pytest
from django.test import Client
from openpyxl import load_workbook

from apps.simplify.models import ProtectedWord, WordList
from apps.spreadsheets.read_and_write_tables import build_workbook, parse_csv_rows, render_csv
from tests.attacks import libreoffice
from tests.attacks.formula_cases import CASES, PAYLOADS, begins_formula

opened_by_libreoffice = pytest.mark.skipif(not libreoffice.OPENS_SHEETS, reason=libreoffice.MISSING)


def test_there_are_two_hundred_cases() -> None:
    assert len(CASES) >= 200


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_no_case_is_a_formula_in_a_csv_whatever_separates_its_fields(separator: str) -> None:
    text = render_csv([["first", case, "last"] for case in CASES])
    cells = [cell for row in csv.reader(io.StringIO(text, newline=None), delimiter=separator) for cell in row]
    assert [cell for cell in cells if begins_formula(cell)] == []
    assert [line for line in re.split(r"[\r\n]", text) if begins_formula(line)] == []


def test_no_case_is_a_formula_in_openpyxl() -> None:
    sheet = load_workbook(io.BytesIO(build_workbook({"x": [[case] for case in CASES]}))).worksheets[0]
    kinds = {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None}
    assert kinds == {"s"}


def test_what_no_xml_may_hold_is_left_out_of_a_workbook() -> None:
    sheet = load_workbook(io.BytesIO(build_workbook({"x": [["a\uffffb\ufffec\x0bd\ud83de"]]}))).worksheets[0]
    assert sheet["A1"].value == "abcde"


@opened_by_libreoffice
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_libreoffice_computes_no_case_in_a_csv_whatever_separates_its_fields(tmp_path: Path, separator: str) -> None:
    file = tmp_path / "cases.csv"
    file.write_text(render_csv([["first", case, "last"] for case in CASES]), encoding="utf-8", newline="")
    assert libreoffice.computed(file, separator) == []


@opened_by_libreoffice
def test_libreoffice_computes_no_case_in_a_workbook(tmp_path: Path) -> None:
    file = tmp_path / "cases.xlsx"
    file.write_bytes(build_workbook({"x": [[case] for case in CASES]}))
    assert libreoffice.computed(file) == []


@opened_by_libreoffice
def test_libreoffice_does_compute_what_no_exporter_has_marked(tmp_path: Path) -> None:
    file = tmp_path / "raw.csv"
    with file.open("w", encoding="utf-8", newline="") as raw:
        csv.writer(raw).writerows([["first", case, "last"] for case in CASES])
    found = libreoffice.computed(file, ",")
    assert found.count("of:=1+1") >= 2
    assert any("HYPERLINK" in cell for cell in found)


def test_each_case_comes_back_as_it_was() -> None:
    assert len(CASES) > 200
    for case in CASES:
        assert parse_csv_rows(render_csv([[case, "x"]]))[0] == [case, "x"]


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["0", "1"])
def test_protected_words_leave_as_texts(admin_client: Client, form: str) -> None:
    words = WordList.objects.create(name="Amt")
    for number, payload in enumerate(PAYLOADS):
        ProtectedWord.objects.create(word_list=words, term=f"Wort{number}", note=payload)
    answer = admin_client.post("/admin/simplify/protectedword/export/", {"format": form})
    assert answer.status_code == 200
    if form == "0":
        rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
        assert not any(begins_formula(cell) for row in rows for cell in row)
    else:
        sheet = load_workbook(io.BytesIO(answer.content)).worksheets[0]
        assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} == {"s"}


def test_nothing_else_writes_tables(project_folder: Path) -> None:
    writers = set()
    for path in [*project_folder.glob("apps/**/*.py"), *project_folder.glob("config/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "csv" in text or "openpyxl" in text else ():
            name = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
            imported = node.module if isinstance(node, ast.ImportFrom) else ""
            names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            if name in ("csv.writer", "csv.DictWriter") or (imported == "openpyxl" and "Workbook" in names):
                writers.add(str(path.relative_to(project_folder)))
    assert writers == {"apps/spreadsheets/read_and_write_tables.py"}
