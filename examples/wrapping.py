"""Measure text and break it into lines. Lengths are in points; nothing here draws."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pymupdf

from examples.reading import Run

STYLES = {
    "sans": {"": "helv", "bold": "hebo", "italic": "heit"},
    "serif": {"": "tiro", "bold": "tibo", "italic": "tiit"},
}
LEADING = 1.45

Word = tuple[Run, ...]
Line = list[Word]


@cache
def font(family: str, style: str) -> Any:
    return pymupdf.Font(STYLES[family][style])


@cache
def text_width(text: str, family: str, style: str) -> float:
    """The width at size 1; words come again and again, and measuring is most of the work."""
    return float(font(family, style).text_length(text, 1.0))


@dataclass(frozen=True, slots=True)
class Face:
    """A family (a key of STYLES) at one size."""

    family: str
    size: float

    @property
    def step(self) -> float:
        """From one baseline to the next."""
        return self.size * LEADING

    def text_width(self, text: str, style: str = "") -> float:
        return text_width(text, self.family, style) * self.size

    def word_width(self, word: Word) -> float:
        return sum(self.text_width(run.text, run.style) for run in word)

    def line_width(self, line: Line) -> float:
        return sum(self.word_width(word) for word in line) + self.text_width(" ") * (len(line) - 1)

    def natural_width(self, runs: Sequence[Run]) -> float:
        """The width without any line break."""
        return self.line_width(list(words(runs)))

    def widest_word(self, runs: Sequence[Run]) -> float:
        return max((self.word_width(bold(word)) for word in words(runs)), default=0.0)

    def wrap(self, runs: Sequence[Run], width: float) -> list[Line]:
        """Break `runs` into lines at most `width` wide; a word that is wider than that stands alone."""
        lines: list[Line] = [[]]
        for word in words(runs):
            if word == ():
                lines.append([])
            elif lines[-1] and self.line_width([*lines[-1], word]) > width:
                lines.append([word])
            else:
                lines[-1].append(word)
        return lines


def bold(runs: Sequence[Run]) -> tuple[Run, ...]:
    return tuple(Run(run.text, "bold") for run in runs)


def words(runs: Sequence[Run]) -> Iterator[Word]:
    """Split at spaces; a word may consist of several styles. A forced line break is the empty word."""
    word: list[Run] = []
    for run in runs:
        for number, piece in enumerate(run.text.replace("\n", " \n ").split(" ")):
            if number and word:
                yield tuple(word)
                word = []
            if piece == "\n":
                yield ()
            elif piece:
                word.append(Run(piece, run.style))
    if word:
        yield tuple(word)


def line_runs(line: Line) -> tuple[Run, ...]:
    """The line with its spaces, neighbours of one style joined, so that a line is stored in few pieces."""
    joined: list[Run] = []
    for run in [run for word in line for run in (*word, Run(" ", word[-1].style))][:-1]:
        if joined and joined[-1].style == run.style:
            joined[-1] = Run(joined[-1].text + run.text, run.style)
        else:
            joined.append(run)
    return tuple(joined)
