"""Recognises captions of figures: separate paragraphs, next to which the text printed in the figure is placed."""

from collections.abc import Iterable
from typing import Any

from apps.documents.parsing.layout.lines_to_markdown import CAPTION
from apps.text.comparable_letters import comparable_letters

FARTHEST = 60.0
"""Points between a figure and the line below or above it that names it."""
OVERLAP = 3.0
Box = tuple[float, float, float, float]


def is_caption(text: str) -> bool:
    return CAPTION.match(text.lstrip("#*_ ")) is not None


def find_caption(box: Box, lines: Iterable[tuple[Box, str]]) -> str:
    """The first line of the caption of a figure that stands in the box, or nothing; one below it comes first."""
    found = [
        (is_above(place, box), vertical_distance(place, box), text)
        for place, text in lines
        if is_caption(text)
        and vertical_distance(place, box) <= FARTHEST
        and min(place[2], box[2]) > max(place[0], box[0])
    ]
    return min(found)[2] if found else ""


def is_above(place: Box, box: Box) -> bool:
    return place[1] < box[1]


def vertical_distance(place: Box, box: Box) -> float:
    """Between the two, one above the other; far where they lie in each other."""
    if place[1] >= box[3] - OVERLAP:
        return place[1] - box[3]
    return box[1] - place[3] if place[3] <= box[1] + OVERLAP else float("inf")


def lines_with_boxes(blocks: Iterable[dict[str, Any]]) -> list[tuple[Box, str]]:
    """Returns the lines of a page's blocks as PyMuPDF gives these."""
    return [
        (tuple(line["bbox"]), "".join(span["text"] for span in line["spans"]).strip())
        for block in blocks
        if block["type"] == 0
        for line in block["lines"]
    ]


def insert_beside_caption(text: str, caption: str, printed: str, foot: int) -> str:
    """The page with what is printed in a figure before its caption; without one at the end, before a foot of so many
    characters."""
    blocks = text.split("\n\n")
    wanted = comparable_letters(caption)
    for place, block in enumerate(blocks):
        if wanted and comparable_letters(block).startswith(wanted) and is_caption(block):
            return "\n\n".join([*blocks[:place], printed, *blocks[place:]])
    end = len(text) - foot
    return "\n\n".join(filter(None, (text[:end].rstrip(), printed, text[end:])))
