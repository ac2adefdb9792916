"""Rows between two lines of a table that are printed below each other, and text that only looks so."""

from apps.documents.parsing.layout.cell_text_from_words import PageWord, cell_text
from apps.documents.parsing.layout.split_unruled_rows import split_printed_rows


def column(x: float, *lines: tuple[float, str]) -> list[PageWord]:
    return [PageWord(x, y, x + 40, y + 10, text) for y, text in lines]


def texts(cells: list[list[PageWord]]) -> list[list[str]]:
    return [[cell_text(words) for words in row] for row in split_printed_rows(cells)]


def test_values_beside_each_other_are_rows_of_their_own() -> None:
    cells = [
        column(0, (0, "Kinder:"), (12, "Nord"), (24, "Süd")),
        column(100, (12, "1.204"), (24, "98")),
        column(200, (12, "3"), (24, "5,5 %")),
    ]
    assert texts(cells) == [["Kinder:", "", ""], ["Nord", "1.204", "3"], ["Süd", "98", "5,5 %"]]


def test_a_label_that_goes_on_keeps_its_row_whole() -> None:
    cells = [
        column(0, (0, "Kinder"), (12, "und Jugendliche"), (24, "Süd")),
        column(100, (0, "1"), (24, "98")),
        column(200, (0, "3"), (24, "5")),
    ]
    assert len(split_printed_rows(cells)) == 1


def test_a_blank_band_through_all_columns_parts_rows() -> None:
    cells = [
        column(0, (0, "Fest"), (46, "Beweglich")),
        column(100, (0, "Quellen an"), (12, "einem Ort"), (24, "allein"), (46, "Fahrzeuge"), (58, "aller Art")),
        column(200, (0, "Werke"), (12, "und Tanks"), (46, "Autos")),
    ]
    assert texts(cells) == [
        ["Fest", "Quellen an einem Ort allein", "Werke und Tanks"], ["Beweglich", "Fahrzeuge aller Art", "Autos"],
    ]  # fmt: skip


def test_paragraphs_that_begin_beside_no_label_stay_one_row() -> None:
    cells = [
        column(0, (0, "Fest")),
        column(100, (0, "Quellen an"), (12, "einem Ort"), (40, "Fahrzeuge"), (52, "aller Art")),
        column(200, (0, "Werke"), (12, "und Tanks"), (40, "Autos")),
    ]
    assert len(split_printed_rows(cells)) == 1
