from itertools import pairwise

import pytest

from apps.documents.parsing.cell_positions_in_text import SheetLayout, cell_address
from apps.documents.parsing.sheets.split_sheet_into_pages import SheetPage, build_sheet_rows, sheet_pages

VALUES = [
    ["", "Stand: Januar", "gilt für 2024"],
    ["", "Leistung", "Euro", "Amt"],
    ["", "Hund | groß", 120.5, ""],
    [],
    ["", "Grab \\ Urne", "", "Friedhof"],
]


@pytest.fixture
def page() -> SheetPage:
    (made,) = sheet_pages("Gebühren", build_sheet_rows(VALUES, 0, 0), len(VALUES))
    return made


def cells_of(page: SheetPage, quote: str) -> str:
    start = page.text.index(quote)
    return page.layout.addresses(page.text, start, start + len(quote))


@pytest.mark.parametrize(
    ("quote", "cells"),
    [
        ("120.5", "C3"),
        ("Hund \\| groß", "B3"),
        ("groß | 120", "B3:C3"),
        ("Friedhof", "D5"),
        ("Grab \\\\ Urne", "B5"),
        ("Leistung", "B2"),
        ("Stand: Januar", "B1"),
        ("gilt für 2024", "C1"),
        ("120.5 |  |\n| Grab", "B3:C5"),
        ("Gebühren", ""),
    ],
)
def test_a_span_of_the_text_has_the_cells_it_touches(page: SheetPage, quote: str, cells: str) -> None:
    assert cells_of(page, quote) == cells


def test_a_row_counts_even_when_the_sheet_has_empty_ones_above(page: SheetPage) -> None:
    assert [cell_address(cell.row, cell.column) for cell in page.layout.cells(page.text)] == [
        "B1", "C1", "B2", "C2", "D2", "B3", "C3", "B5", "D5",
    ]  # fmt: skip


def test_a_repeated_head_is_not_part_of_what_stands_below_it() -> None:
    values = [["Nummer", "Weg"], *([number, f"Weg {number}"] for number in range(100))]
    second = list(sheet_pages("Wege", build_sheet_rows(values, 0, 0), len(values)))[1]
    assert second.layout.addresses(second.text, 0, len(second.text)) == "A61:B101"
    assert cells_of(second, "Nummer") == "A1"


def test_a_layout_survives_json(page: SheetPage) -> None:
    assert SheetLayout.from_json(page.layout.as_json()) == page.layout


def test_a_bar_of_another_script_does_not_part_a_cell() -> None:
    (page,) = sheet_pages("x", build_sheet_rows([["a", "b"], ["eins\uff5czwei", "drei"]], 0, 0), 2)
    assert cells_of(page, "drei") == "B2"


def test_a_long_sheet_has_few_pages_of_many_tables_each_with_its_head() -> None:
    rows = ([number, f"Weg {number}"] for number in range(200_000))
    pages = list(sheet_pages("Wege", build_sheet_rows([["Nummer", "Weg"], *rows], 0, 0), 200_001))
    assert len(pages) <= 2_501
    assert all(page.text.count("| Nummer | Weg |") == len(page.text.split("\n\n")) - 1 for page in pages[::100])
    first_rows = [page.layout.lines[1][1] for page in pages]
    assert all(later - earlier == 81 for earlier, later in pairwise(first_rows[1:]))
