"""Fills merged cells: one that is merged over several rows says the same of each of them."""

from collections.abc import Iterable, Iterator, Sequence

from apps.documents.parsing.sheets.stored_cell_text import Cell

MOST_MERGED = 10_000
LONGEST_LABEL = 80
"""Characters; a longer text beside several rows is a remark, not their label."""

MergedRange = tuple[tuple[int, int], tuple[int, int]]
"""(row, column) of the first and of the last cell, from 0."""


def with_labels_repeated(
    values: Iterable[list[Cell]], merged: Sequence[MergedRange], left: int
) -> Iterator[list[Cell]]:
    """The rows, whose first value is that of the column `left`: labels stand in each row that has other values."""
    begins: dict[int, list[tuple[int, int]]] = {}
    for (top, column), (bottom, _) in merged[:MOST_MERGED]:
        if bottom > top and column >= left:
            begins.setdefault(top, []).append((column - left, bottom))
    labels: dict[int, tuple[Cell, int]] = {}
    for number, row in enumerate(values):
        labels = {column: (value, bottom) for column, (value, bottom) in labels.items() if bottom >= number}
        if labels and any(value != "" for value in row):
            row = [labels[column][0] if value == "" and column in labels else value for column, value in enumerate(row)]
        for column, bottom in begins.get(number, ()):
            if column < len(row) and row[column] != "" and len(str(row[column])) <= LONGEST_LABEL:
                labels[column] = (row[column], bottom)
        yield row
