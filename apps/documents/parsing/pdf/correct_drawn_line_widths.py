"""Corrects the widths of drawn lines: the text page makes those of a scaled drawing ten times as thick."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apps.documents.parsing.layout.find_ruled_tables import SHORTEST, THIN, VECTOR

if TYPE_CHECKING:
    import pymupdf

THICKEST = 30.0
"""MuPDF adds the width of a line to its box as it stands in the file, before the scale of the drawing, mostly 0.1."""
LONG = 2.0
LEAST_LINES = 3


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """`color` is red, green and blue, 0 to 1 each; `box` its edges in points: left, upper, right, lower."""

    color: tuple[float, float, float]
    box: tuple[float, float, float, float]


def correct_line_boxes(page: "pymupdf.Page", blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks, with stroked lines in their true boxes. Reads the drawings anew only where some look too thick."""
    if page.rotation or sum(map(may_be_line, blocks)) < LEAST_LINES:
        return blocks
    kept = [block for block in blocks if not (block["type"] == VECTOR and block["stroked"] and block["isrect"])]
    return [*kept, *map(to_vector_block, drawn_lines(page))]


def may_be_line(block: dict[str, Any]) -> bool:
    if block["type"] != VECTOR or not block["stroked"] or not block["isrect"]:
        return False
    x0, y0, x1, y1 = block["bbox"]
    thin, long = sorted((x1 - x0, y1 - y0))
    return bool(THIN < thin <= THICKEST and long >= max(LONG * thin, SHORTEST))


def drawn_lines(page: "pymupdf.Page") -> Iterator[DrawnLine]:
    """Straight lines along the edges of the page, and rectangles."""
    for path in page.get_cdrawings():
        if "s" not in path["type"]:
            continue
        for item in path["items"]:
            if item[0] == "l":
                (x0, y0), (x1, y1) = item[1:3]
                if min(abs(x1 - x0), abs(y1 - y0)) <= 1:
                    box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
                    yield DrawnLine(path["color"], box)
            elif item[0] == "re":
                yield DrawnLine(path["color"], tuple(item[1]))


def to_vector_block(line: DrawnLine) -> dict[str, Any]:
    """Makes a block as a text page has it, with the colour in one number."""
    red, green, blue = (round(255 * part) for part in line.color)
    value = red << 16 | green << 8 | blue
    return {"type": VECTOR, "bbox": line.box, "stroked": True, "isrect": True, "color": value, "alpha": 255}
