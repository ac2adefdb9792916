"""Tells which lines of a page stand together in a drawn box, as in an organisation chart or beside a text. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any

from apps.documents.parsing.layout.reading_order import VECTOR, TextLine
from apps.documents.parsing.layout.ruled_tables import Box

MOST_FRAMES = 200
"""With more rectangles the page is a drawing."""
PADDING = 2.0
"""Points between a frame and its text; what is closer lies behind the letters of a line to mark them."""
LEAST_HEIGHT = 1.3
"""Of the height of a line."""


def put_in_frames(lines: Sequence[TextLine], blocks: Iterable[dict[str, Any]]) -> None:
    """Sets the `frame` of each line that stands in one: the number of the smallest, from 1.

    `blocks` as PyMuPDF gives them, with vectors; rectangles without a text are none.
    """
    frames = sorted({tuple(block["bbox"]) for block in blocks if block["type"] == VECTOR and block["isrect"]}, key=area)
    if not frames or len(frames) > MOST_FRAMES:
        return
    for line in lines:
        line.frame = next((number for number, frame in enumerate(frames, 1) if holds(frame, line)), 0)


def area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def holds(frame: Box, line: TextLine) -> bool:
    x0, y0, x1, y1 = frame
    return (
        x0 + PADDING <= line.x0
        and line.x1 <= x1 - PADDING
        and y0 <= (line.y0 + line.y1) / 2 <= y1
        and y1 - y0 >= LEAST_HEIGHT * line.height
    )
