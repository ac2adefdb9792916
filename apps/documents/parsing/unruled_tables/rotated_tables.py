"""Finds tables without ruled lines that lie on their side beside upright text, as if they were turned."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from apps.documents.parsing.layout.find_ruled_tables import collect_rulings
from apps.documents.parsing.layout.find_unruled_tables import AlignedTable, find_aligned_tables
from apps.documents.parsing.layout.reading_order import TEXT, extract_text_lines
from apps.documents.parsing.layout.rotate_page_upright import (
    RIGHTWARDS,
    Box,
    Turn,
    turn_blocks,
    upright_turn,
)
from apps.documents.parsing.layout.split_rows_at_gaps import printed_rows
from apps.documents.parsing.unruled_tables.tables_of_words_and_values import find_word_tables

UPWARDS, DOWNWARDS = (0, -1), (0, 1)
LEAST_LINES = 6
"""Of a table of two columns; fewer are a mark on the edge of the page or the head of a column."""


class RotatedTable(NamedTuple):
    """`box` is where it lies on the page, in points."""

    box: Box
    markdown: str


def find_rotated_tables(blocks: Sequence[dict[str, Any]], is_outside: Callable[[Box], bool]) -> Iterator[RotatedTable]:
    """`blocks` as PyMuPDF gives them, with vectors; those of lines for which `is_outside` is false are left out."""
    turned = [line for block in blocks for line in block.get("lines", ()) if line["dir"] != RIGHTWARDS]
    if len(turned) < LEAST_LINES:
        return  # most pages
    for direction, opposite in ((UPWARDS, DOWNWARDS), (DOWNWARDS, UPWARDS)):
        own = [line for line in turned if line_direction(line) == direction and is_outside(line["bbox"])]
        if len(own) < LEAST_LINES:
            continue
        right, bottom = (max(line["bbox"][side] for line in own) for side in (2, 3))
        turn, back = upright_turn(direction, right, bottom), upright_turn(opposite, bottom, right)
        if turn is not None and back is not None:
            yield from tables_in_direction(blocks, own, turn, back)


def line_direction(line: dict[str, Any]) -> tuple[int, int]:
    return round(line["dir"][0]), round(line["dir"][1])


def tables_in_direction(
    blocks: Sequence[dict[str, Any]], lines: Sequence[dict[str, Any]], turn: Turn, back: Turn
) -> Iterator[RotatedTable]:
    wanted = set(map(id, lines))
    copied = turn_blocks((copy_block(block, wanted) for block in blocks), turn)
    rows = printed_rows(extract_text_lines(copied))
    found = find_word_tables(rows, collect_rulings(copied)[0])
    taken = {id(line) for table in found for line in table.lines}
    rest = printed_rows([line for row in rows for line in row.lines if id(line) not in taken])
    for table in (*found, *find_aligned_tables(rest)):
        yield RotatedTable(back(table_box(table)), table.markdown)


def copy_block(block: dict[str, Any], wanted: set[int]) -> dict[str, Any]:
    """Copies as deep as turning changes it; of a block of text only the lines that are wanted."""
    if block["type"] != TEXT:
        return dict(block)
    lines = (line for line in block["lines"] if id(line) in wanted)
    return block | {"lines": [line | {"spans": [dict(span) for span in line["spans"]]} for line in lines]}


def table_box(table: AlignedTable) -> Box:
    return (
        min(line.x0 for line in table.lines),
        min(line.y0 for line in table.lines),
        max(line.x1 for line in table.lines),
        max(line.y1 for line in table.lines),
    )
