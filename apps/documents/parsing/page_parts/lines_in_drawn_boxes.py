"""Tells which lines of a page stand together in a drawn box, as in an organisation chart or beside a text."""

from collections.abc import Iterable, Sequence
from typing import Any

from apps.documents.parsing.layout.find_ruled_tables import Box
from apps.documents.parsing.layout.reading_order import VECTOR, TextLine

MOST_FRAMES = 200
"""With more rectangles the page is a drawing."""
PADDING = 2.0
"""Points between a frame and its text; what is closer lies behind the letters of a line to mark them."""
LEAST_HEIGHT = 1.3
"""Of the height of a line."""


def assign_frames(lines: Sequence[TextLine], blocks: Iterable[dict[str, Any]]) -> None:
    """Sets the `frame` of each line that stands in one: the number of the smallest, from 1.

    `blocks` as PyMuPDF gives them, with vectors; rectangles without a text are none.
    """
    boxes = {tuple(block["bbox"]) for block in blocks if block["type"] == VECTOR and block["isrect"]}
    if len(boxes) > MOST_FRAMES:
        return
    # The largest first: a line keeps the number of the smallest.
    for number, box in enumerate(sorted(boxes, key=box_area, reverse=True), 1):
        inside = [line for line in lines if contains_line_middle(box, line)]
        if all(is_set_in_box(box, line) for line in inside):
            for line in inside:
                line.frame = number


def box_area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def contains_line_middle(box: Box, line: TextLine) -> bool:
    return box[0] <= (line.x0 + line.x1) / 2 <= box[2] and box[1] <= (line.y0 + line.y1) / 2 <= box[3]


def is_set_in_box(box: Box, line: TextLine) -> bool:
    """Whether it stands in the box with room around it: what reaches over an edge was not set in a box."""
    is_high = box[3] - box[1] >= LEAST_HEIGHT * line.height
    return is_high and box[0] + PADDING <= line.x0 and line.x1 <= box[2] - PADDING
