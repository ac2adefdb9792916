"""Makes the text of a table cell from its printed words: turns them upright and groups them into lines."""

from collections import Counter
from typing import NamedTuple

from apps.documents.parsing.layout.join_lines import join_lines
from apps.documents.parsing.layout.reading_order import DOT_LEADER
from apps.documents.parsing.layout.rotate_page_upright import (
    LEAST_SHARE,
    RIGHTWARDS,
    Turn,
    turn_direction,
    upright_turn,
)


class PageWord(NamedTuple):
    """`direction` in which its letters follow each other: (1, 0) from left to right, (0, -1) from bottom to top."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    direction: tuple[float, float] = RIGHTWARDS


WordLine = list[PageWord]


def line_middle(line: WordLine) -> float:
    """Returns its height on the page, in points from the top."""
    return (line[0].y0 + line[0].y1) / 2


def line_text(line: WordLine) -> str:
    return " ".join(word.text for word in sorted(line, key=lambda word: word.x0))


def cell_text(words: list[PageWord]) -> str:
    in_order = (line_text(line) for line in group_words_into_lines(turn_words_upright(words)))
    return DOT_LEADER.sub(" ... ", join_lines(in_order)).strip().replace("|", "\\|")


def group_words_into_lines(words: list[PageWord]) -> list[WordLine]:
    """Groups words into lines, from top to bottom."""
    lines: list[WordLine] = []
    for word in sorted(words, key=lambda word: (word.y0 + word.y1) / 2):
        if lines and lines[-1][0].y0 <= (word.y0 + word.y1) / 2 <= lines[-1][0].y1:
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def turn_words_upright(words: list[PageWord]) -> list[PageWord]:
    """Words that mostly run from bottom to top, or otherwise not from left to right, as if they did."""
    if all(word.direction == RIGHTWARDS for word in words):
        return words  # most cells
    turn = dominant_turn(words)
    return words if turn is None else [turn_word(word, turn) for word in words]


def dominant_turn(words: list[PageWord]) -> Turn | None:
    """How most letters of the words are turned upright; None where they are."""
    letters: Counter[tuple[float, float]] = Counter()
    for word in words:
        letters[word.direction] += len(word.text)
    direction, most = letters.most_common(1)[0]
    return upright_turn(direction, 0.0, 0.0) if most >= LEAST_SHARE * letters.total() else None


def turn_word(word: PageWord, turn: Turn) -> PageWord:
    return PageWord(*turn(word[:4]), word.text, turn_direction(word.direction, turn))
