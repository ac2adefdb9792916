"""Finds the boxes of a quote among the words of a page. Tolerant of hyphens, ligatures, case and punctuation."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from apps.documents.parsing.types import Word
from apps.text.comparable_letters import comparable_letters

SHORTEST_BEGINNING = 12
NOTE_EDGES = re.compile(r"\((?:\d{1,3}|[*†‡]{1,3}|[ivxl]{1,6}): |\)(?=\s|\Z)")
"""Around a note that stands in brackets behind its sentence: it is printed at the foot of the page, or on another."""
LONGEST_END, LONGEST_FOOT = 150, 40
"""Words at the end of a page in which a sentence begins, and words of a foot after it."""


class Rectangle(NamedTuple):
    """Corners as shares (0 to 1) of the page's width and height, from the top left."""

    x0: float
    y0: float
    x1: float
    y1: float


def find_quote_words(words: Sequence[Word], quote: str) -> list[Word]:
    """The words that make up the quote; empty when it is not there.

    Compared are letters and digits alone, run together: so a word broken over two lines is found, and what joins or
    parts words in Markdown does not matter.
    """
    wanted = comparable_letters(quote)
    if not wanted:
        return []
    owners: list[int] = []
    text = ""
    for index, word in enumerate(words):
        letters = comparable_letters(word.text)
        text += letters
        owners += [index] * len(letters)
    at = text.find(wanted)
    if at < 0:
        return []
    first, last = owners[at], owners[at + len(wanted) - 1]
    return [words[index] for index in range(first, last + 1)]


def find_quote_start_at_end(words: Sequence[Word], quote: str) -> list[Word]:
    """The words with which a sentence begins that goes on on the next page; nothing but a foot is after them."""
    last = words[-LONGEST_END:]
    wanted = comparable_letters(quote)
    text = "".join(comparable_letters(word.text) for word in last)
    lengths = range(len(wanted) - 1, SHORTEST_BEGINNING - 1, -1)
    found = next((wanted[:length] for length in lengths if wanted[:length] in text), "")
    ended = find_quote_words(last, found)
    return ended if ended and len(last) - last.index(ended[-1]) <= LONGEST_FOOT else []


def find_quote_around_notes(words: Sequence[Word], quote: str) -> list[Word]:
    """The words of a sentence and of its notes, where these are printed apart from it; as many as the page shows."""
    parts = [part for part in NOTE_EDGES.split(quote) if len(comparable_letters(part)) >= SHORTEST_BEGINNING]
    return [word for part in parts for word in find_quote_words(words, part)] if NOTE_EDGES.search(quote) else []


def line_rectangles(words: Sequence[Word], width: float, height: float) -> list[Rectangle]:
    """One rectangle for each printed line of the words, in reading order."""
    lines: list[list[Word]] = []
    for word in words:
        if lines and are_on_same_line(lines[-1][-1], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [bounding_rectangle(line, width, height) for line in lines] if width and height else []


def are_on_same_line(before: Word, word: Word) -> bool:
    overlap = min(before.y1, word.y1) - max(before.y0, word.y0)
    return overlap > 0.5 * min(before.y1 - before.y0, word.y1 - word.y0) and word.x0 >= before.x0


def bounding_rectangle(words: Sequence[Word], width: float, height: float) -> Rectangle:
    return Rectangle(
        round(max(0.0, min(word.x0 for word in words) / width), 5),
        round(max(0.0, min(word.y0 for word in words) / height), 5),
        round(min(1.0, max(word.x1 for word in words) / width), 5),
        round(min(1.0, max(word.y1 for word in words) / height), 5),
    )
