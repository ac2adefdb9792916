"""Rotates pages whose text runs from bottom to top, such as wide tables on upright paper."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

Box = tuple[float, float, float, float]
Turn = Callable[[Box], Box]
RIGHTWARDS = (1.0, 0.0)
LEAST_SHARE = 0.6
"""Of the letters of a page: what stands upright beside them is read with them."""


def turn_page_upright(blocks: Iterable[dict[str, Any]], width: float, height: float) -> Turn | None:
    """Changes where blocks, lines and their letters stand, as PyMuPDF gives it for a page of that size in points.

    Gives how other boxes of the page are turned; None, and nothing changed, when most letters run from left to right.
    """
    blocks = list(blocks)
    turn = dominant_page_turn(blocks, width, height)
    if turn is not None:
        turn_blocks(blocks, turn)
    return turn


def turn_blocks(blocks: Iterable[dict[str, Any]], turn: Turn) -> list[dict[str, Any]]:
    """Turns the blocks in place and returns them."""
    blocks = list(blocks)
    for block in blocks:
        block["bbox"] = turn(block["bbox"])
        for line in block.get("lines", ()):
            line["bbox"] = turn(line["bbox"])
            line["dir"] = turn_direction(line["dir"], turn)
            for span in line["spans"]:
                span["origin"] = turn((*span["origin"], *span["origin"]))[:2]
    return blocks


def dominant_page_turn(blocks: Iterable[dict[str, Any]], width: float, height: float) -> Turn | None:
    lines = [line for block in blocks for line in block.get("lines", ())]
    if all(line["dir"] == RIGHTWARDS for line in lines):
        return None  # most pages
    letters: Counter[tuple[int, int]] = Counter()
    for line in lines:
        direction = round(line["dir"][0]), round(line["dir"][1])
        letters[direction] += sum(len(span["text"]) for span in line["spans"])
    direction, most = letters.most_common(1)[0]
    if most < LEAST_SHARE * letters.total():
        return None
    return upright_turn(direction, width, height)


def upright_turn(direction: tuple[float, float], width: float, height: float) -> Turn | None:
    """Turns boxes so that text in that direction runs from left to right; None where it does, or runs aslant.

    `width` and `height` are those of what is turned, in points: they shift the result only.
    """
    turns: dict[tuple[float, float], Turn] = {
        (0, -1): lambda box: (height - box[3], box[0], height - box[1], box[2]),
        (0, 1): lambda box: (box[1], width - box[2], box[3], width - box[0]),
        (-1, 0): lambda box: (width - box[2], height - box[3], width - box[0], height - box[1]),
    }
    return turns.get(direction)


def turn_direction(direction: tuple[float, float], turn: Turn) -> tuple[float, float]:
    (x0, y0), (x, y) = turn((0, 0, 0, 0))[:2], turn((*direction, *direction))[:2]
    return round(x - x0, 6), round(y - y0, 6)


def rotated_lines(blocks: Iterable[dict[str, Any]]) -> list[tuple[Box, tuple[int, int]]]:
    """The lines that do not run from left to right, each with its direction; none on most pages."""
    return [
        (line["bbox"], (round(line["dir"][0]), round(line["dir"][1])))
        for block in blocks
        for line in block.get("lines", ())
        if line["dir"] != RIGHTWARDS
    ]
