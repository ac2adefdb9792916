import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from apps.documents.parsing.cell_positions_in_text import SheetLayout, cell_address
from apps.documents.parsing.formats.office_and_picture_media_types import XLSX
from apps.documents.parsing.sheets.read_workbook import parse_workbook
from apps.documents.parsing.types import ParsedDocument, ParseFailure, ParseFlag
from apps.text.quotable_units import quotable_units


def read(fill: Callable[[Workbook], object]) -> ParsedDocument:
    workbook = Workbook()
    fill(workbook)
    buffer = io.BytesIO()
    workbook.save(buffer)
    return parse_workbook(buffer.getvalue(), XLSX)


def fees(workbook: Workbook) -> None:
    sheet = workbook.active
    sheet.title = "Gebühren"
    for row in ([], ["", "Stand: Januar"], ["", "Leistung", "Euro"], ["", "Hund | groß", 120.5], ["", "Grab", 1000]):
        sheet.append(row)


def test_rows_become_a_table_under_the_name_of_the_sheet() -> None:
    (page,) = read(fees).pages
    assert page.text.splitlines() == [
        "## Gebühren (B2:C5)", "", "Stand: Januar", "", "| Leistung | Euro |", "| --- | --- |",
        "| Hund \\| groß | 120.5 |", "| Grab | 1000 |",
    ]  # fmt: skip


def test_each_page_repeats_the_head_and_says_its_cells() -> None:
    def many(workbook: Workbook) -> None:
        workbook.active.append(["Nummer", "Straße"])
        for number in range(150):
            workbook.active.append([number, f"Weg {number}"])

    pages = read(many).pages
    assert [page.text.splitlines()[0] for page in pages] == [
        "## Sheet (A1:B60)", "## Sheet (A61:B120)", "## Sheet (A121:B151)",
    ]  # fmt: skip
    assert all("| Nummer | Straße |" in page.text for page in pages)
    assert "| 119 | Weg 119 |" in pages[2].text


def below(*rows: list[object]) -> ParsedDocument:
    def fill(workbook: Workbook) -> None:
        for row in (["Leistung", "Euro"], ["Kopie*", 0.5], ["Beglaubigung", 5], *rows):
            workbook.active.append(row)

    return read(fill)


def test_notes_below_a_table_are_no_rows_of_it() -> None:
    (page,) = below(["* inkl. MwSt."], [], ["nur im Rathaus am Markt"], ["Kämmerei"]).pages
    assert page.text.endswith("| Beglaubigung | 5 |\n\n* inkl. MwSt.\n\nnur im Rathaus am Markt\n\nKämmerei")
    assert page.sheet is not None
    start = page.text.index("* inkl")
    assert page.sheet.addresses(page.text, start, start + 5) == "A4"
    assert page.sheet.addresses(page.text, page.text.index("Kämmerei"), len(page.text)) == "A7"


@pytest.mark.parametrize(
    "rows",
    [
        [["Auskunft"], ["Abschrift"]],
        [["Stand: Mai"], ["Grab", 1000]],
        [[], ["Auskunft"]],
        [["* Kopie"]] * 25,
    ],
    ids=["without a mark", "before other rows", "a word below an empty row", "too many"],
)
def test_rows_with_one_cell_stay_rows(rows: list[list[object]]) -> None:
    (page,) = below(*rows).pages
    last = next(row[0] for row in rows if len(row) == 1)
    assert f"| {last} |  |" in page.text


def in_two_heads(count: int) -> ParsedDocument:
    def fill(workbook: Workbook) -> None:
        sheet = workbook.active
        sheet.append(["Nr.", "Leistung", "Gebühr", "", "Hinweis"])
        sheet.append(["", "", "mindestens", "höchstens", ""])
        for cells in ("A1:A2", "B1:B2", "C1:D1", "E1:E2"):
            sheet.merge_cells(cells)
        for number in range(count):
            sheet.append([number, f"Auszug {number}", 5, 10, "je Seite"])

    return read(fill)


def test_heads_in_two_rows_name_their_columns_together() -> None:
    first, second = in_two_heads(70).pages
    for page, row in ((first, 0), (second, 65)):
        told = next(unit.shown for unit in quotable_units(page.text) if f"Auszug {row}" in unit.shown)
        assert (
            told == f"Nr.: {row}; Leistung: Auszug {row}; Gebühr mindestens: 5; Gebühr höchstens: 10; Hinweis: je Seite"
        )
    assert second.sheet is not None
    assert min(cell.row for cell in second.sheet.cells(second.text)) > 2
    place = second.text.index("höchstens")
    assert second.sheet.addresses(second.text, place, place + 9) == "D2"


BESIDE = [
    ["Einnahme", "Euro", "", "Ausgabe", "Euro"],
    ["Gebühren", 12.5, "", "Personal", 300],
    ["Spenden", 3],
]


def test_tables_side_by_side_are_two() -> None:
    def fill(workbook: Workbook) -> None:
        for row in BESIDE:
            workbook.active.append([value or None for value in row])

    (page,) = read(fill).pages
    assert page.text.split("\n\n")[1:] == [
        "| Einnahme | Euro |\n| --- | --- |\n| Gebühren | 12.5 |\n| Spenden | 3 |",
        "| Ausgabe | Euro |\n| --- | --- |\n| Personal | 300 |",
    ]
    assert page.sheet is not None
    layout = SheetLayout.from_json(json.loads(json.dumps(page.sheet.as_json())))
    cells = layout.cells(page.text)
    assert {cell_address(each.row, each.column): page.text[each.start : each.end] for each in cells} == {
        "A1": "Einnahme", "B1": "Euro", "A2": "Gebühren", "B2": "12.5", "A3": "Spenden", "B3": "3", "D1": "Ausgabe",
        "E1": "Euro", "D2": "Personal", "E2": "300",
    }  # fmt: skip


@pytest.mark.parametrize(
    "head",
    [["Straße", "Ort", "", "Name", "Euro"], ["Name", "Euro", "", "", "Euro"]],
    ids=["no name twice", "a column without a name"],
)
def test_a_table_with_an_empty_column_is_one(head: list[str]) -> None:
    def fill(workbook: Workbook) -> None:
        for row in (head, ["Ring", "x", "", "Mia", 3], ["Weg", "y", "", "Ole", 4]):
            workbook.active.append([value or None for value in row])

    (page,) = read(fill).pages
    assert "| Ring | x | Mia | 3 |" in page.text


@pytest.mark.parametrize(
    ("head", "tables"), [(["Tag", "Beginn", "", "Pause", "Beginn"], 1), (["Tag", "Beginn", "", "Tag", "Beginn"], 2)]
)
def test_tables_of_one_length_are_two_where_all_their_names_are_the_same(head: list[str], tables: int) -> None:
    def fill(workbook: Workbook) -> None:
        for row in (head, ["Montag", "8 Uhr", "", "kurz", "10 Uhr"], ["Dienstag", "9 Uhr", "", "lang", "12 Uhr"]):
            workbook.active.append([value or None for value in row])

    (page,) = read(fill).pages
    assert page.text.count("\n| --- ") == tables
    assert ("| Montag | 8 Uhr | kurz | 10 Uhr |" in page.text) == (tables == 1)


def test_a_row_of_words_below_the_head_is_no_head() -> None:
    (page,) = below(["Auskunft", "kostenlos"]).pages
    assert "| Auskunft | kostenlos |" in page.text


def test_values_are_those_shown() -> None:
    def values(workbook: Workbook) -> None:
        workbook.active.append(["Tag", "Zeit", "Zahl", "Wahr"])
        workbook.active.append([date(2024, 2, 3), datetime(2024, 2, 3, 4, 5), 0.1 + 0.2, True])
        workbook.active["C2"].number_format = "0%"

    assert "| 2024-02-03 | 2024-02-03 04:05:00 | 30 % | TRUE |" in read(values).pages[0].text


def test_a_sheet_is_a_part_with_pages_and_hidden_ones_are_left_out() -> None:
    def sheets(workbook: Workbook) -> None:
        workbook.active.append(["sichtbar"])
        secret = workbook.create_sheet("Geheim")
        secret.append(["Simsalabim"])
        secret.sheet_state = "hidden"
        workbook.create_sheet("Leer")
        workbook.create_sheet("Zweites").append(["auch"])

    document = read(sheets)
    assert [page.text for page in document.pages] == ["## Sheet (A1:A1)\n\n| A |\n| --- |\n| sichtbar |",
        "## Zweites (A1:A1)\n\n| A |\n| --- |\n| auch |"]  # fmt: skip
    assert document.flags == {ParseFlag.HIDDEN_SHEETS}


def reason(data: bytes) -> str:
    with pytest.raises(ParseFailure) as failure:
        parse_workbook(data, XLSX)
    return failure.value.reason_code


def test_an_empty_workbook_has_no_text_and_half_of_one_is_damaged() -> None:
    buffer = io.BytesIO()
    Workbook().save(buffer)
    assert reason(buffer.getvalue()) == "no_text"
    assert reason(buffer.getvalue()[:2_000]) == "damaged"


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    secret = tmp_path / "geheim.txt"
    secret.write_text("Simsalabim")
    buffer, hostile = io.BytesIO(), io.BytesIO()
    workbook = Workbook()
    workbook.active.append(["Platz", "Text"])
    workbook.save(buffer)
    with zipfile.ZipFile(buffer) as given, zipfile.ZipFile(hostile, "w") as made:
        for name in given.namelist():
            part = given.read(name)
            if name.endswith("sharedStrings.xml"):
                entity = f'<!DOCTYPE sst [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'.encode()
                part = entity + part.replace(b"Platz", b"&x;")
            made.writestr(name, part)
    text = ""
    with suppress(ParseFailure):
        text = " ".join(page.text for page in parse_workbook(hostile.getvalue(), XLSX).pages)
    assert "Simsalabim" not in text
