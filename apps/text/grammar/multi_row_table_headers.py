"""Table headers of several rows: "Besuche" over "2023" and "2024" names two columns."""

import re
from collections.abc import Sequence

MOST_HEADS = 3
YEAR = re.compile(r"(?:1[89]|20)\d\d(?:[/–-]\d{2,4})?")
FIGURE = re.compile(r"(?<![^\w(])[^\w(]*+\d[\d.,:\s'%‰€$£+-]*+")
"""What a row of values holds, and no head but a year."""
Row = Sequence[str]


def count_header_rows(rows: Sequence[Row]) -> int:
    """How many rows at the top name the columns; 1 where the second is a row like any other.

    Further ones have no label, part a column under a head over several, and leave out what has its name already.
    """
    count = 1
    while count < min(MOST_HEADS, len(rows) - 1) and is_further_header_row(rows[:count], rows[count]):
        count += 1
    return count if all(column_names(rows[:count])) else 1


def is_further_header_row(heads: Sequence[Row], row: Row) -> bool:
    above = heads[-1]
    if len(row) != len(above) or row[0] or not any(row):
        return False
    if any(FIGURE.fullmatch(cell) and not YEAR.fullmatch(cell) for cell in row):
        return False
    return any(cell and not name and any(above[1:at]) for at, (name, cell) in enumerate(zip(above, row, strict=True)))


def column_names(heads: Sequence[Row]) -> list[str]:
    """The heads of each column below one another as one name, such as "Besuche 2023"; the first may have none."""
    names = [" ".join(dict.fromkeys(filter(None, headers_above_column(heads, at)))) for at in range(len(heads[0]))]
    return [names[0] or " ", *names[1:]]


def headers_above_column(heads: Sequence[Row], column: int) -> list[str]:
    """What stands in each row over a column; a head that spans several of them stands in its first."""
    said: list[str] = []
    for level, row in enumerate(heads):
        is_named = any(earlier[column] for earlier in heads[:level])
        spans = column and not row[column] and not is_named and any(later[column] for later in heads[level + 1 :])
        said.append(next((cell for cell in reversed(row[1:column]) if cell), "") if spans else row[column])
    return said


def merge_header_rows(rows: Sequence[Row]) -> list[list[str]]:
    """The rows of a table under one head, its first row."""
    count = count_header_rows(rows)
    if count == 1:
        return [list(row) for row in rows]
    names = [name.strip() for name in column_names(rows[:count])]
    return [names, *map(list, rows[count:])]
