"""Rows of totals in real workbooks, as Excel and LibreOffice store them: no sum counts them twice."""

import io
import shutil
import subprocess
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl import Workbook

from apps.chat.table_answers.operations.compute_result import compute_result
from apps.chat.table_answers.questions.parse_table_question import parse_table_question
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.chat.table_answers.tables.extract_tables_across_pages import SourcePage, extract_tables
from apps.documents.parsing.formats.detect_media_type import media_type_of
from apps.documents.parsing.sheets.read_csv import parse_csv
from apps.documents.parsing.sheets.read_workbook import parse_workbook

PROGRAM = shutil.which("soffice")
HAS_CALC = PROGRAM is not None and (Path(PROGRAM).resolve().parent / "libsclo.so").exists()
HEAD = ["Ortsteil", "Straße", "Hunde"]
ROWS = [["Nord", "Am Weg", 4], ["Nord", "Am Bach", 5], ["Süd", "Am Tor", 7], ["Süd", "Am See", 9]]


def workbook(rows: list[list[object]]) -> bytes:
    book, buffer = Workbook(), io.BytesIO()
    for row in (HEAD, *rows):
        book.active.append(row)
    book.save(buffer)
    return buffer.getvalue()


def stored_as(suffix: str, books: Sequence[bytes], folder: Path) -> list[bytes]:
    """In one start of LibreOffice; a workbook of Excel as it is."""
    if suffix == "xlsx":
        return [*books]
    if not HAS_CALC:
        pytest.skip("LibreOffice is not installed (package libreoffice-calc-nogui)")
    sources = [folder / f"{number}.xlsx" for number in range(len(books))]
    for source, data in zip(sources, books, strict=True):
        source.write_bytes(data)
    command = [str(PROGRAM), f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"]
    command += ["--convert-to", suffix, "--outdir", str(folder), *map(str, sources)]
    subprocess.run(command, check=True, capture_output=True)
    return [source.with_suffix(f".{suffix}").read_bytes() for source in sources]


def total(data: bytes) -> Decimal | None:
    parsed_pages = parse_workbook(data, media_type_of(data, "hunde")).pages
    pages = [SourcePage(1, page.number, page.text, sheet="Sheet", is_last=True) for page in parsed_pages]
    (table,) = extract_tables(pages)
    question = parse_table_question("Wie viele Hunde sind es insgesamt?")
    assert question is not None
    found = compute_result(question, CellGrid(table))
    return None if found is None else found.value


@pytest.mark.parametrize("suffix", ["xlsx", "ods", "xls"])
def test_a_total_at_the_end_is_no_row_of_its_own(suffix: str, tmp_path: Path) -> None:
    labels = ("Gesamtergebnis", "Grand Total", "Summe", "Total Result", "")
    books = [workbook([*ROWS, [label, "", 25]]) for label in labels]
    assert [total(data) for data in stored_as(suffix, books, tmp_path)] == [25] * len(labels)


@pytest.mark.parametrize("suffix", ["xlsx", "ods", "xls"])
def test_rows_between_that_add_up_a_part_leave_no_sum_that_counts_twice(suffix: str, tmp_path: Path) -> None:
    labels = (["Nord Ergebnis", ""], ["Subtotal", ""], ["Nord Result", ""], ["Nord", "Teilsumme"])
    books = [
        workbook([*ROWS[:2], [*label, 9], *ROWS[2:], *end]) for label in labels for end in ([], [["Gesamt", "", 25]])
    ]
    assert {total(data) for data in stored_as(suffix, books, tmp_path)} <= {25, None}


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ("Nord;312,5;4.210\nSüd;1.204,0;11.870\nAltstadt;98,2;6.930\n", 23010),
        ("Nord;312.5;4210\nSüd;1204.0;11870\nAltstadt;98.2;6930\n", 23010),
        ("Nord;312;4.210\nSüd;1204;11.870\nAltstadt;98;6.930\n", None),
    ],
)
def test_figures_of_csv_are_read_as_the_file_writes_them_or_not_at_all(rows: str, wanted: int | None) -> None:
    [page] = parse_csv(f"Ortsteil;Fläche in ha;Hunde\n{rows}", "text/csv", "hunde").pages
    assert page.sheet is not None
    source = SourcePage(1, 1, page.text, sheet="hunde", is_last=True, as_written=page.sheet.as_written)
    question = parse_table_question("Wie viele Hunde sind es insgesamt?")
    assert question is not None
    found = compute_result(question, CellGrid(extract_tables([source])[0]))
    assert (None if found is None else found.value) == wanted
