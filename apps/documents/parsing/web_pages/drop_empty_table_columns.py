"""Drops columns of Markdown tables that no cell fills: a cell that spans a thousand columns makes as many."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

CELL_ENDS = re.compile(r"(?<!\\)\|")
RULE = re.compile(r"[\s:-]*-[\s:-]*")


def drop_empty_table_columns(markdown: str) -> str:
    """Tables without the columns at their right in which every cell is empty, however many their head spans."""
    groups = groupby(markdown.split("\n"), lambda line: line.startswith("|"))
    return "\n".join(line for is_table, lines in groups for line in (narrow_table(list(lines)) if is_table else lines))


def narrow_table(lines: Sequence[str]) -> Iterator[str]:
    rows = [CELL_ENDS.split(line.rstrip().removeprefix("|").removesuffix("|")) for line in lines]
    filled = max(map(count_filled_cells, rows))
    for line, cells in zip(lines, rows, strict=True):
        yield line if not 0 < filled < len(cells) else f"|{'|'.join(cells[:filled])}|"


def count_filled_cells(cells: Sequence[str]) -> int:
    """How many there are up to the last one with a text; those of the line below a head have none."""
    return max((place for place, cell in enumerate(cells, 1) if cell.strip() and not RULE.fullmatch(cell)), default=0)
