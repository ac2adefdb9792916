"""Puts the tables of a page among its text: each into the column in which it stands."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from apps.documents.parsing.layout.find_ruled_tables import Box
from apps.documents.parsing.layout.reading_order import TextLine, find_gutter, sort_in_reading_order

Item = TypeVar("Item")
JUTTING = 0.1
"""Of its width: how far a table may reach beyond its column, as Word sets tables out by the padding of their cells."""


def find_gutters(lines: Sequence[TextLine]) -> tuple[float, ...]:
    """Finds the white strips between columns of text, from left to right in points; none for one column."""
    found: list[float] = []
    rest = list(lines)
    while (gutter := find_gutter(sorted(rest, key=lambda line: (line.y0, line.x0)))) is not None:
        found.append(gutter)
        rest = [line for line in rest if line.x0 >= gutter]
    return tuple(found)


def tables_across_columns(tables: Iterable[Box], gutters: Sequence[float]) -> list[Box]:
    """The tables that stand in more than one column."""
    cores = ((table, *core_edges(table)) for table in tables)
    return [table for table, left, right in cores if any(left < gutter < right for gutter in gutters)]


def core_edges(table: Box) -> tuple[float, float]:
    """Returns its left and right edges without what may jut out."""
    jutting = JUTTING * (table[2] - table[0])
    return table[0] + jutting, table[2] - jutting


def reading_order_around_tables(lines: list[TextLine], wide: Sequence[Box]) -> list[TextLine]:
    """Sorts lines; what stands above a table across the columns comes before what stands below it."""
    ordered: list[TextLine] = []
    for band in bands_between_tables(lines, [(line.y0 + line.y1) / 2 for line in lines], wide):
        ordered += sort_in_reading_order(band)
    return ordered


def bands_between_tables(items: Sequence[Item], heights: Sequence[float], wide: Sequence[Box]) -> list[list[Item]]:
    """What stands above, between and below the tables, in the given order. `heights` are distances from the top."""
    tops = sorted(table[1] for table in wide)
    found: list[list[Item]] = [[] for _ in range(len(tops) + 1)]
    for item, height in zip(items, heights, strict=True):
        found[sum(top <= height for top in tops)].append(item)
    return found


def table_insertion_index(boxes: Sequence[tuple[Box, bool]], table: Box, gutters: Sequence[float]) -> int:
    """The index before which a table goes: of the first text of its column that begins below its upper edge.

    `boxes` are what is there in reading order, each with whether it is text; tables that were placed are not.
    """
    left, right = column_edges(table, gutters)
    own = [(index, box, text) for index, (box, text) in enumerate(boxes) if box[0] < right and box[2] > left]
    below = next((index for index, box, is_text in own if is_text and box[1] >= table[1]), None)
    if below is not None:
        return below
    if own:
        return own[-1][0] + 1
    return next((index for index, (box, _) in enumerate(boxes) if box[0] >= right), len(boxes))


def column_edges(table: Box, gutters: Sequence[float]) -> tuple[float, float]:
    """The left and the right edge of the columns over which it stands."""
    begin, end = core_edges(table)
    left = max((gutter for gutter in gutters if gutter <= begin), default=float("-inf"))
    return left, min((gutter for gutter in gutters if gutter >= end), default=float("inf"))
