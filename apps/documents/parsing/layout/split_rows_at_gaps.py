"""Splits the printed rows of a page into pieces: at wide gaps, and at small ones between numbers."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from apps.documents.parsing.layout.reading_order import TextLine, are_on_one_baseline

NUMBER = r"[(\[]?[$€£+\-−–<>≤≥~±]{0,2} ?\d[\d.,:'’/\u00a0\u202f–-]{0,24}"
UNIT = r"(?: ?(?:%|‰|€|\$|£|°C|Euro|EUR|TEUR|T€|Mio\.?|Mrd\.?|Cent|ct|kg|km|m²|m2|ha|Uhr))?"
VALUE = re.compile(
    rf"{NUMBER}{UNIT}[)\]]?(?: ?[*†‡¹²³⁴⁵⁶⁷⁸⁹]{{1,3}}|[a-z]\)?)?|[-–—−.·*/]{{1,5}}|[nN]\.? ?/?[aA]\.?|k\. ?A\.|[xX]"
)
BEGIN_OF_VALUE = frozenset("0123456789([$€£+-−–—<>≤≥~±.·*/")
LONGEST_VALUE = 25
MARKERS = ("-", "–", "—", "·", "*")
IN_GROUPS = re.compile(r"[-–−+]?[1-9]\d{0,2}(?: \d{3}){1,4}(?:[.,]\d{1,3})?%?")
ONE_NUMBER = re.compile(rf"{IN_GROUPS.pattern}|0[1-9]\d{{1,4}}(?: ?/)?(?: [1-9]\d{{0,7}}(?:-\d{{1,4}})?){{1,4}}")
WIDE_GAP = re.compile(r"\s{2,40}")


class Piece(NamedTuple):
    """A part of a printed line; its edges in points."""

    x0: float
    x1: float
    text: str

    @property
    def is_value(self) -> bool:
        return VALUE.fullmatch(self.text) is not None or IN_GROUPS.fullmatch(self.text) is not None


@dataclass(frozen=True)
class PrintedRow:
    """Lines on one baseline, their pieces from left to right. What follows from these is found out once."""

    y0: float
    y1: float
    pieces: tuple[Piece, ...]
    lines: tuple[TextLine, ...]

    @property
    def height(self) -> float:
        return max(self.y1 - self.y0, 1.0)

    @cached_property
    def label(self) -> Piece | None:
        """What stands before the values, such as the name of a country."""
        return None if self.pieces[0].is_value else self.pieces[0]

    @cached_property
    def cells(self) -> tuple[Piece, ...]:
        return self.pieces[1:] if self.label else self.pieces

    @cached_property
    def values(self) -> int:
        """How many values stand in it; 0 when most of its pieces are none, and for a single one."""
        if len(self.pieces) == 1:
            return 0
        found = sum(piece.is_value for piece in self.cells)
        return found if found >= 0.6 * len(self.cells) and (self.label or found > 1) else 0


def may_hold_values(text: str) -> bool:
    """A quick look, which most lines of running text do not pass."""
    return (text[0] in BEGIN_OF_VALUE and len(text) <= LONGEST_VALUE) or "  " in text


def printed_rows(lines: Iterable[TextLine]) -> list[PrintedRow]:
    """Builds the rows from top to bottom."""
    return [build_printed_row(group) for group in group_by_baseline(lines)]


def group_by_baseline(lines: Iterable[TextLine]) -> list[list[TextLine]]:
    """The lines that stand beside each other, from top to bottom."""
    groups: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda line: (line.y0, line.x0)):
        if groups and are_on_one_baseline(groups[-1][0], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def build_printed_row(lines: list[TextLine]) -> PrintedRow:
    if len(lines) == 1 and is_single_piece(lines[0].text):
        [line] = lines  # most rows: running text
        return PrintedRow(line.y0, line.y1, (Piece(line.x0, line.x1, line.text),), (line,))
    pieces = join_list_marker(sorted(piece for line in lines for piece in split_line_into_pieces(line)))
    return PrintedRow(min(line.y0 for line in lines), max(line.y1 for line in lines), tuple(pieces), tuple(lines))


def join_list_marker(pieces: list[Piece]) -> list[Piece]:
    """The marker of a list item belongs to its words; elsewhere a dash is a value."""
    if len(pieces) > 1 and pieces[0].text in MARKERS and not pieces[1].is_value:
        marker, first, *rest = pieces
        return [Piece(marker.x0, first.x1, f"{marker.text} {first.text}"), *rest]
    return pieces


def split_line_into_pieces(line: TextLine) -> Iterator[Piece]:
    """Parted at wide gaps; numbers alone at every gap. Where a piece begins follows from the letters before it."""
    spans = piece_spans(line.text)
    width = (line.x1 - line.x0) / max(len(line.text), 1)
    for start, end in spans:
        yield Piece(line.x0 + start * width, line.x0 + end * width, " ".join(line.text[start:end].split()))


def is_single_piece(text: str) -> bool:
    """Whether it is one piece as it stands, seen from its letters alone; without tabs and the like."""
    return text[0] not in BEGIN_OF_VALUE and "  " not in text and text.isprintable()


def piece_spans(text: str) -> list[tuple[int, int]]:
    if text[0] not in BEGIN_OF_VALUE and "  " not in text:
        return [(0, len(text))]
    words = [found.span() for found in re.finditer(r"\S+", text)]
    if len(words) > 1 and all(VALUE.fullmatch(text[start:end]) for start, end in words):
        return join_digit_groups(text, words)
    gaps = [found.span() for found in WIDE_GAP.finditer(text)]
    starts, ends = [0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(text)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]


def join_digit_groups(text: str, words: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Joins what blanks part in one number: "15 455", the telephone number "0221 34 56-0"."""
    found: list[tuple[int, int]] = []
    for start, end in words:
        if found and start == found[-1][1] + 1 and ONE_NUMBER.fullmatch(text[found[-1][0] : end]):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found
