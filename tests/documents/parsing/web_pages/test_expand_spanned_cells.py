"""Cells that span rows and columns: every row has all its cells, under its own head."""

import pytest

from apps.documents.parsing.formats.html_to_markdown import page_to_markdown
from apps.documents.parsing.web_pages.expand_spanned_cells import expand_spanned_cells
from tests.processor_time import at_most


def rows(html: str) -> list[list[str]]:
    lines = [line for line in page_to_markdown(html).splitlines() if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]


@pytest.mark.parametrize(
    "page", ["{}", "<html><body><main><p>Das sind die Besuche der Bäder.</p>{}</main></body></html>"]
)
def test_heads_of_two_rows_stand_above_their_columns(page: str) -> None:
    table = """<table><thead><tr><th rowspan="2">Bad</th><th colspan="2">Besuche</th></tr>
        <tr><th>2023</th><th>2024</th></tr></thead>
        <tbody><tr><td>Freibad</td><td>41.200</td><td>38.900</td></tr></tbody></table>"""
    assert rows(page.format(table)) == [["Bad", "Besuche 2023", "Besuche 2024"], ["Freibad", "41.200", "38.900"]]


def test_a_cell_of_several_rows_stands_in_each_of_them() -> None:
    table = """<table><tr><th>Ortsteil</th><th>Tonne</th><th>Tag</th></tr>
        <tr><td rowspan="2">Nord</td><td>Restmüll</td><td>Montag</td></tr><tr><td>Papier</td><td>Dienstag</td></tr>
        <tr><td>Süd</td><td colspan="2">nach Anmeldung</td></tr></table>"""
    assert rows(table) == [
        ["Ortsteil", "Tonne", "Tag"],
        ["Nord", "Restmüll", "Montag"],
        ["Nord", "Papier", "Dienstag"],
        ["Süd", "nach Anmeldung", ""],
    ]


def test_last_rows_of_one_cell_stand_below_the_table() -> None:
    note = '<tr><td colspan="2">{}</td></tr>'
    table = f"""<table><tr><th>Karte</th><th>Preis</th></tr><tr><td>Erwachsene</td><td>5 Euro*</td></tr>
        <tfoot>{note.format("* am Abend 3 Euro")}{note.format("Stand: Mai")}</tfoot></table><p>Montags zu.</p>"""
    told = page_to_markdown(table)
    assert rows(table) == [["Karte", "Preis"], ["Erwachsene", "5 Euro*"]]
    assert told.index("5 Euro*") < told.index("* am Abend") < told.index("Stand: Mai") < told.index("Montags zu")


def test_a_table_within_a_cell_keeps_its_own_rows() -> None:
    inner = "<table><tr><td rowspan=2>A</td><td>B</td></tr><tr><td>C</td></tr></table>"
    told = page_to_markdown(f"<table><tr><td rowspan=2>{inner}</td><td>D</td></tr><tr><td>E</td></tr></table>")
    assert all(letter in told for letter in "ABCDE")


@pytest.mark.parametrize("number", ["0", "-1", "x", "", "99999999999999999999", "1e9"])
def test_spans_that_are_none_lose_nothing(number: str) -> None:
    told = page_to_markdown(
        f'<table><tr><td rowspan="{number}">A</td><td colspan="{number}">B</td></tr><tr><td>C</td></tr></table>'
    )
    assert all(letter in told for letter in "ABC")


def test_a_table_of_wide_cells_holds_nobody_up() -> None:
    with at_most(2):
        table = f"<table>{'<tr><td rowspan=1000 colspan=1000>A</td></tr>' * 2_000}</table>"
        assert expand_spanned_cells(table) == table


def test_a_page_without_such_cells_stays_as_it_is() -> None:
    page = "<table><tr><td>A</td></table><p>rowspan"
    assert expand_spanned_cells(page) == page


def test_the_caption_of_a_table_stands_above_it_and_is_not_its_head() -> None:
    around = "<p>Der Bewohnerparkausweis kostet 30 Euro im Jahr und gilt für ein Fahrzeug in einem Gebiet.</p>" * 4
    rows = "<tr><th>Ort<th>Preis<tr><td>Schiff<td>420 Euro"
    page = f"<html><body><main><h1>Heiraten</h1>{around}<table><caption>Preise</caption>{rows}</table>{around}</main>"
    before, _, table = page_to_markdown(page).partition("Preise\n\n")
    assert before.startswith("# Heiraten")
    assert table.startswith("| Ort | Preis |")
