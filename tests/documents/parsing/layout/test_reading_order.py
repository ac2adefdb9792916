"""Lines of a page as PyMuPDF gives them, in reading order."""

from typing import Any

import pytest

from apps.documents.parsing.layout.reading_order import lines_of


def written(text: str, x0: float, y0: float = 100.0) -> dict[str, Any]:
    """A block of one line, whose letters are five points wide and ten high."""
    box = (x0, y0, x0 + 5 * len(text), y0 + 10)
    span = {"text": text, "size": 10.0, "flags": 0, "origin": (x0, y0 + 8)}
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
    assert [line.text for line in lines_of(blocks)] == lines
