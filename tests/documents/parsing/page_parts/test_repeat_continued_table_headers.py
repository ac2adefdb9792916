"""A table that goes on on the next page has its head there, too."""

from typing import Any

from apps.documents.parsing.page_parts.repeat_continued_table_headers import PlacedTable, repeat_column_names
from tests.documents.parsing.pdf.test_read_pdf import pages_of
from tests.documents.parsing.sample_pdfs import pdf, writes


def ruled(*rows: tuple[str, ...], top: float) -> Any:
    def draw(page: Any) -> None:
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                box = (72 + 150 * column, top + 24 * number, 222 + 150 * column, top + 24 + 24 * number)
                page.draw_rect(box, width=0.7)
                page.insert_text((box[0] + 5, box[1] + 16), cell, fontsize=10)

    return draw


HEAD = ("Amt", "Ort", "Gebühr")
ROWS = [("Meldeamt", "Mitte", "12,00"), ("Bauamt", "Nord", "98,00"), ("Standesamt", "Süd", "7,50")]


def tables(first: Any, *second: Any) -> list[str]:
    def draw(page: Any) -> None:
        for each in second:
            each(page)

    return [page.text for page in pages_of(pdf(first, draw))]


def test_the_rest_of_a_table_has_its_head() -> None:
    _, rest = tables(ruled(HEAD, *ROWS, top=700), ruled(*ROWS, top=90))
    assert rest.startswith("| Amt | Ort | Gebühr |\n| --- | --- | --- |\n| Meldeamt | Mitte | 12,00 |")


def test_a_head_that_is_repeated_is_not_doubled() -> None:
    _, rest = tables(ruled(HEAD, *ROWS, top=700), ruled(HEAD, *ROWS, top=90))
    assert rest.count("Gebühr") == 1


def test_another_table_keeps_its_own_head() -> None:
    _, other = tables(ruled(HEAD, *ROWS, top=700), ruled(("Kita", "Straße", "Plätze"), *ROWS, top=90))
    assert other.startswith("| Kita | Straße | Plätze |")
    assert "Gebühr" not in other


def test_what_stands_between_them_parts_two_tables() -> None:
    between = writes("Kindertagesstätten im Bezirk, Stand Mai", at=(72, 90))
    _, other = tables(ruled(HEAD, *ROWS, top=700), between, ruled(*ROWS, top=120))
    assert "Gebühr" not in other


def test_a_table_of_other_columns_is_another_one() -> None:
    _, other = tables(ruled(HEAD, *ROWS, top=700), ruled(*(row[:2] for row in ROWS), top=90))
    assert "Gebühr" not in other


def test_heads_of_two_rows_are_both_repeated() -> None:
    head = PlacedTable(0, 0, 100, 50, "| Bad | Besuche |  |\n| --- | --- | --- |\n|  | 2023 | 2024 |\n| See | 1 | 2 |")
    rest = PlacedTable(0, 0, 100, 50, "| Freibad | 3 | 4 |\n| --- | --- | --- |\n| Hallenbad | 5 | 6 |")
    assert repeat_column_names(head, rest).split("\n")[:4] == [*head.lines[:3], "| Freibad | 3 | 4 |"]


def test_rows_without_lines_may_end_before_the_head_of_their_column_does() -> None:
    before = PlacedTable(72, 90, 420, 760, "| Verein | Zuschuss in Euro |\n| --- | --- |\n| Turnverein | 300 |")
    rest = PlacedTable(72, 70, 330, 200, "|  |  |\n| --- | --- |\n| Ruderverein | 4.100 |")
    assert repeat_column_names(before, rest).startswith("| Verein | Zuschuss in Euro |\n| --- | --- |\n| Ruderverein |")
    elsewhere = PlacedTable(172, 70, 430, 200, rest.markdown)
    assert repeat_column_names(before, elsewhere) == rest.markdown
