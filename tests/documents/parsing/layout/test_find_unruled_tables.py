from collections.abc import Sequence

import pytest

from apps.documents.parsing.layout.find_unruled_tables import AlignedTable, find_aligned_tables
from apps.documents.parsing.layout.reading_order import TextLine
from apps.documents.parsing.layout.split_rows_at_gaps import printed_rows
from apps.text.quotable_units import quotable_units

WIDTH = 5.0
"""Of a letter, in points."""


def line(x0: float, y0: float, text: str, *, right: bool = False) -> TextLine:
    """With its left edge at `x0`, or its right one."""
    start = x0 - len(text) * WIDTH if right else x0
    return TextLine(text, start, y0, start + len(text) * WIDTH, y0 + 10, 10, bold=False, block=0)


def table(rows: Sequence[Sequence[str]], top: float = 100, step: float = 20) -> list[TextLine]:
    """Labels begin at 50, the values end at 250, 350 and so on."""
    return [
        line(50 if column == 0 else 150 + 100 * column, top + step * number, text, right=column > 0)
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    ]


def tables_of(lines: Sequence[TextLine]) -> list[AlignedTable]:
    return find_aligned_tables(printed_rows(lines))


ROWS = [
    ["Bezirk", "2022", "2023"],
    ["Mitte", "1.204", "1.310"],
    ["Nord", "98", "–"],
    ["Süd", "12,5 %", "7"],
]
MARKDOWN = (
    "| Bezirk | 2022 | 2023 |\n| --- | --- | --- |\n| Mitte | 1.204 | 1.310 |\n| Nord | 98 | – |\n| Süd | 12,5 % | 7 |"
)


def test_values_below_each_other_are_a_table_with_their_labels_and_heads() -> None:
    (found,) = tables_of(table(ROWS))
    assert found.markdown == MARKDOWN
    assert found.y0 == 100


def test_running_text_around_a_table_is_none_of_its_rows() -> None:
    above = line(50, 60, "Die Tabelle zeigt, wie viele Anträge in den Bezirken gestellt worden sind.")
    below = line(50, 220, "Angaben ohne die Anträge, die zurückgezogen wurden.")
    (found,) = tables_of([above, *table(ROWS), below])
    assert found.markdown == MARKDOWN
    assert not {id(above), id(below)} & set(map(id, found.lines))


def test_numbers_printed_with_narrow_gaps_are_cells_of_their_own() -> None:
    apart = [
        line(right, y, text, right=right > 50)
        for y, row in ((100, ["Mitte", "1.204", "1.310"]), (120, ["Nord", "98", "–"]), (140, ["West", "4", "5"]))
        for right, text in zip((50, 300, 350), row, strict=True)
    ]
    together = [line(50, 160, "Summe"), line(350, 160, "2.753.438 2.799.250", right=True)]
    (found,) = tables_of([*apart, *together])
    assert found.markdown.endswith("| West | 4 | 5 |\n| Summe | 2.753.438 | 2.799.250 |")


def test_a_label_of_two_lines_is_one_cell() -> None:
    lines = [*table(ROWS), line(50, 171, "und Vororte")]
    assert "| Süd und Vororte | 12,5 % | 7 |" in tables_of(lines)[0].markdown


def test_values_that_stand_between_the_lines_of_their_label_belong_to_it() -> None:
    lines = [*table(ROWS), line(50, 194, "Außerhalb"), line(50, 206, "der Stadt"), *table([["", "3", "4"]], top=200)]
    assert "| Außerhalb der Stadt | 3 | 4 |" in tables_of(lines)[0].markdown


def test_a_line_that_stands_apart_is_a_row() -> None:
    lines = [*table(ROWS), *table([["Umland"], ["Ost", "1", "2"]], top=180)]
    assert "| Umland |  |  |\n| Ost | 1 | 2 |" in tables_of(lines)[0].markdown


def test_two_lines_of_heads_name_each_column_together() -> None:
    over = [line(222, 70, "Anträge"), line(205, 85, "gestellt"), line(310, 85, "bewilligt")]
    assert tables_of([*over, *table(ROWS)])[0].markdown.startswith(
        "| Bezirk | Anträge gestellt 2022 | bewilligt 2023 |\n| --- | --- | --- |\n| Mitte | 1.204 | 1.310 |"
    )


def test_text_in_two_columns_above_a_table_is_no_head_of_it() -> None:
    left, right = "laufenden Jahr für alle Bäder", "über die Gebühren und Fristen"
    text = [each for top in (40, 52, 64) for each in (line(50, top, left), line(230, top, right))]
    (found,) = tables_of([*text, *table(ROWS, top=88)])
    assert found.markdown == MARKDOWN
    heads = [line(50, 85, "Name des Bezirks in"), line(205, 85, "Anträge"), line(310, 85, right)]
    assert tables_of([*heads, *table(ROWS)])[0].markdown.startswith("| Name des Bezirks in Bezirk | Anträge 2022 |")


def test_a_price_list_is_a_table() -> None:
    rows = [["Trauung", "420,00 Euro"], ["Urkunde", "12,00 Euro"], ["Kopie", "0,50 Euro"], ["Auszug", "15,00 Euro"]]
    markdown = tables_of(table(rows))[0].markdown
    assert markdown.startswith("|  |  |\n| --- | --- |\n| Trauung | 420,00 Euro |\n")
    assert [unit.quote for unit in quotable_units(markdown)][1] == "Urkunde 12,00 Euro"
    assert not any(name for unit in quotable_units(markdown) for name, _ in unit.cells)


def test_a_row_is_quoted_with_the_heads_of_its_columns() -> None:
    (found,) = tables_of(table(ROWS))
    assert quotable_units(found.markdown)[1].shown == "Bezirk: Nord; 2022: 98; 2023: –"


@pytest.mark.parametrize(
    "rows",
    [
        [["Einleitung", "1"], ["Rechtslage", "4"], ["Verfahren", "9"], ["Anhang", "12"]],
        [["Trauung ...", "42"], ["Urkunde ...", "12"], ["Kopie ...", "70"], ["Auszug ...", "15"]],
        [["", "300", "300"], ["", "200", "200"], ["", "100", "100"], ["", "0", "0"]],
        [["Telefon", "030 123"], ["Telefax", "030 124"]],
        [["Name", "–", "–"], ["Ort", "–", "–"], ["Datum", "–", "–"]],
        [["Die Frist", "beginnt"], ["mit dem", "Zugang"], ["des Bescheids", "und"], ["endet", "nach"]],
    ],
)
def test_contents_axes_addresses_forms_and_columns_of_words_are_no_tables(rows: list[list[str]]) -> None:
    assert tables_of(table(rows)) == []


def test_dots_that_lead_to_several_values_are_no_column() -> None:
    rows = [["0,99", "...", "800", "880"], ["0,95", "...", "160", "176"], ["0,90", "...", "80", "88"]]
    assert "| 0,95 | 160 | 176 |" in tables_of(table(rows))[0].markdown


def test_heads_stand_above_a_typed_rule() -> None:
    rule = line(50, 110, "-" * 70)
    heads = table([["Bezirk", "neu", "alt"]], top=95)
    markdown = tables_of([*heads, rule, *table(ROWS[1:], top=125)])[0].markdown
    assert markdown.startswith("| Bezirk | neu | alt |\n| --- | --- | --- |\n| Mitte |")


def test_a_numbered_list_is_no_table() -> None:
    items = [
        (line(50, 100 + 15 * n, f"{n}."), line(70, 100 + 15 * n, "Der Antrag ist zu stellen.")) for n in range(1, 6)
    ]
    assert tables_of([each for pair in items for each in pair]) == []
