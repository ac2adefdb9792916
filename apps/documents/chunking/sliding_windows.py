"""Sliding windows over a text: cores of equal size that join to the text, each with a part of its neighbours.

A core is 512 bytes or characters, and reaches 20 % of that (102) into the cores before and after it, so an inner window
has at most 716. A sentence that a border cuts stands whole in one of the two windows.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

SIZE, SHARE = 512, 0.2
Unit = Literal["characters", "bytes"]


@dataclass(frozen=True, slots=True)
class Window:
    """All places in characters of the text: the core is text[core_start:core_end], the window text[start:end]."""

    start: int
    core_start: int
    core_end: int
    end: int


def sliding_windows(text: str, unit: Unit = "characters", *, size: int = SIZE, share: float = SHARE) -> list[Window]:
    """The windows of a text; none for a text of spaces. In bytes a border within a character moves before it.

    Raises ValueError for a size below 4, the bytes of the longest character, or a share outside of 0 to 1.
    """
    if size < 4 or not 0 <= share < 1:
        raise ValueError(f"size is {size}, share {share}; use at least 4, and a share from 0 to below 1.")
    if not text.strip():
        return []
    if unit == "characters" or text.isascii():
        return equal_size_windows(len(text), size, int(size * share))
    return byte_windows(text, size, int(size * share))


def equal_size_windows(length: int, size: int, reach: int) -> list[Window]:
    return [
        Window(max(0, place - reach), place, end := min(place + size, length), min(end + reach, length))
        for place in range(0, length, size)
    ]


def byte_windows(text: str, size: int, reach: int) -> list[Window]:
    """Each core ends before the character that would make it longer than `size` bytes; windows reach no further than
    `reach` bytes on either side."""
    ends = byte_ends(text)
    borders = [0]
    while borders[-1] < len(text):
        borders.append(last_within(ends, bytes_before(ends, borders[-1]) + size))
    return [
        Window(
            first_from(ends, bytes_before(ends, start) - reach),
            start,
            end,
            last_within(ends, bytes_before(ends, end) + reach),
        )
        for start, end in pairwise(borders)
    ]


def byte_ends(text: str) -> list[int]:
    """How many bytes the text takes up to and with each character. Half characters count as the mark they become."""
    ends, total = [], 0
    for character in text:
        total += len(character.encode("utf-8", "replace"))
        ends.append(total)
    return ends


def bytes_before(ends: list[int], place: int) -> int:
    return ends[place - 1] if place else 0


def last_within(ends: list[int], limit: int) -> int:
    """The number of characters that end within `limit` bytes."""
    return bisect_right(ends, limit)


def first_from(ends: list[int], limit: int) -> int:
    """The first character that begins at `limit` bytes or later."""
    return 0 if limit <= 0 else bisect_left(ends, limit) + 1
