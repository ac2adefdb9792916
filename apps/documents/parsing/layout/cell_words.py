"""The words of a cell: its printed lines, and its text."""

from typing import NamedTuple

from apps.documents.parsing.layout.join_lines import join_lines
from apps.documents.parsing.layout.reading_order import LEADER


class PageWord(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float
    text: str


Line = list[PageWord]


def middle(line: Line) -> float:
    """Its height on the page, in points from the top."""
    return (line[0].y0 + line[0].y1) / 2


def line_text(line: Line) -> str:
    return " ".join(word.text for word in sorted(line, key=lambda word: word.x0))


def cell_text(words: list[PageWord]) -> str:
    in_order = (line_text(line) for line in in_lines(words))
    return LEADER.sub(" ... ", join_lines(in_order)).strip().replace("|", "\\|")


def in_lines(words: list[PageWord]) -> list[Line]:
    """From top to bottom."""
    lines: list[Line] = []
    for word in sorted(words, key=lambda word: (word.y0 + word.y1) / 2):
        if lines and lines[-1][0].y0 <= (word.y0 + word.y1) / 2 <= lines[-1][0].y1:
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines
