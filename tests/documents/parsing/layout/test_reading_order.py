"""Lines of a page as PyMuPDF gives them, in reading order."""

from typing import Any

import pytest

from apps.documents.parsing.layout.reading_order import (
    append_raised_mark,
    extract_text_lines,
    may_be_marked,
    merge_rows,
    render_raised_marks,
    text_of_spans,
)


def written(text: str, x0: float, y0: float = 100.0, font: str = "Helvetica") -> dict[str, Any]:
    """A block of one line, whose letters are five points wide and ten high."""
    box = (x0, y0, x0 + 5 * len(text), y0 + 10)
    span = {"text": text, "size": 10.0, "flags": 0, "font": font, "origin": (x0, y0 + 8)}
    return {"type": 0, "bbox": box, "lines": [{"bbox": box, "dir": (1.0, 0.0), "spans": [span]}]}


def drawn(x0: float, y0: float, x1: float, y1: float) -> dict[str, Any]:
    return {"type": 3, "bbox": (x0, y0, x1, y1)}


@pytest.mark.parametrize(
    ("between", "second", "lines"),
    [
        (drawn(50, 109, 90, 110), written("am Freitag", 95), ["Frist ist am Freitag"]),
        (drawn(50, 98, 95, 112), written("am Freitag", 95), ["Frist ist am Freitag"]),
        (drawn(94.5, 98, 95, 112), written("am Freitag", 95), ["Frist ist", "am Freitag"]),
        (drawn(50, 109, 90, 110), written("am Freitag", 130), ["Frist ist", "am Freitag"]),
        (drawn(50, 109, 90, 110), written("am Freitag", 95, 112), ["Frist ist", "am Freitag"]),
    ],
    ids=["stroke below", "marker behind", "line between cells", "far away", "next line"],
)
def test_a_line_ends_where_it_is_printed_to_end(
    between: dict[str, Any], second: dict[str, Any], lines: list[str]
) -> None:
    blocks = [written("Frist ist ", 45), between, second]
    assert [line.text for line in extract_text_lines(blocks)] == lines


@pytest.mark.parametrize(
    ("font", "stored", "shown"),
    [
        ("ABCDEF+Wingdings-Regular", "\uf0fe", "☑"),
        ("ABCDEF+Wingdings-Regular", "o", "☐"),
        ("ABCDEF+Wingdings2", "\uf052", "☑"),
        ("Wingdings 2", "\uf0a3", "☐"),
        ("SymbolMT", "\uf0ae", "→"),
        ("SymbolMT", "o", "o"),
        ("Helvetica", "o", "o"),
        ("OpenSymbol", "\uf0fe", "☑"),
    ],
)
def test_signs_of_symbol_fonts_are_told_by_their_font(font: str, stored: str, shown: str) -> None:
    assert [line.text for line in extract_text_lines([written(stored, 45, font=font)])] == [shown]


@pytest.mark.parametrize(("sign", "lines"), [("☒", ["☒ Der Hort"]), (")", ["Der Hort", ")"]), ("a", ["Der Hort", "a"])])
def test_a_sign_of_another_font_stands_before_its_line(sign: str, lines: list[str]) -> None:
    assert [line.text for line in extract_text_lines([written(" Der Hort", 50), written(sign, 45)])] == lines


def test_boxes_that_are_written_after_their_row_stand_before_what_they_stand_for() -> None:
    """Printers put signs of another font behind a row: which box is ticked was told of nothing."""
    parts = [("Hund?", 45), (" ja", 80), (" nein", 120), ("☐", 75), ("☒", 115)]
    row = [line for text, x0 in parts for line in written(text, x0)["lines"]]
    below = written("Katze?", 45, 115)["lines"]
    block = {"type": 0, "bbox": (45, 100, 145, 125), "lines": [*row, *below]}
    assert [line.text for line in merge_rows(extract_text_lines([block]))] == ["Hund? ☐ ja ☒ nein", "Katze?"]


def test_rows_from_the_right_stay_as_they_are_written() -> None:
    row = [line for text, x0 in (("שלום", 80), ("עולם", 45)) for line in written(text, x0)["lines"]]
    block = {"type": 0, "bbox": (45, 100, 145, 110), "lines": row}
    assert [line.text for line in extract_text_lines([block])] == ["שלום", "עולם"]


@pytest.mark.parametrize("mark", ["1", "2"])
@pytest.mark.parametrize(
    "value", ["2,00 €/h", "300 Euro/a", "50 km/h", "1,20 €/ s", "1,20 €/s", "1,20 Euro/s", "5 €", "5 %"]
)
def test_a_mark_of_a_note_behind_a_price_spoils_no_unit(value: str, mark: str) -> None:
    assert may_be_marked(value, mark)
    assert append_raised_mark(value, mark) == value
    assert render_raised_marks(f"{value}\ue000{mark}\ue001 gilt") == f"{value} gilt"


@pytest.mark.parametrize("value", ["80 m", "3 km", "7 Nm", "9 m/s", "9 m/ s"])
def test_a_raised_2_is_part_of_a_unit_of_length(value: str) -> None:
    assert not may_be_marked(value, "2")
    assert may_be_marked(value, "1")
    assert render_raised_marks(f"{value}\ue0002\ue001 gilt") == f"{value}2 gilt"


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        ("10\ue0006\ue001 Keime", "10 6 Keime"),
        ("2·10\ue0003\ue001 Keime", "2·10 3 Keime"),
        ("10\ue0002\ue001 Euro", "10 (2) Euro"),
        ("45\ue0002)\ue001 Euro", "45 (2) Euro"),
        ("07:28\ue0002\ue001 am Markt", "07:28 (2) am Markt"),
    ],
)
def test_a_raised_figure_behind_a_figure_is_in_brackets_unless_it_is_a_power(raised: str, told: str) -> None:
    assert render_raised_marks(raised) == told


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("3¹⁄₂ Stunden", "3 1⁄2 Stunden"),
        ("2¹/₂ Stellen", "2 1/2 Stellen"),
        ("die 2¹⁄₃-fache Gebühr", "die 2 1⁄3-fache Gebühr"),
        ("¹⁄₁₂ der Jahressteuer", "1⁄12 der Jahressteuer"),
    ],
)
def test_the_upper_half_of_a_fraction_is_no_mark_of_a_note(printed: str, told: str) -> None:
    span = {"text": printed, "font": "Helvetica", "flags": 0, "size": 10.0}
    assert render_raised_marks(text_of_spans([span])) == told
