"""The text of a cell: what its format shows, else its stored value; a label merged over rows stands in each."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta

from apps.documents.parsing.cell_formats.apply_cell_format import CellValue, ShownValue
from apps.documents.parsing.cell_formats.format_numbers import format_stored_number
from apps.documents.parsing.normalise_text import bracket_note_marks, normalise_text

MOST_MERGED = 10_000
LONGEST_LABEL = 80
"""Characters; a longer text beside several rows is a remark, not their label."""

MergedRange = tuple[tuple[int, int], tuple[int, int]]
"""(row, column) of the first and of the last cell, from 0."""


def cell_text(value: CellValue) -> str:
    """Writes one line for a Markdown table: ISO 8601 for days and times, a decimal point, no thousands marks."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return format_stored_number(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return format_duration(value)
    if isinstance(value, ShownValue):
        value = value.text
    # Normalised first: a wide bar becomes a plain one, which would part two cells.
    return " ".join(normalise_text(bracket_note_marks(str(value))).split()).replace("\\", "\\\\").replace("|", "\\|")


def format_duration(value: timedelta) -> str:
    """Hours beyond a day are hours, as the sheet shows them: 37:30:00."""
    minutes, seconds = divmod(round(abs(value).total_seconds()), 60)
    sign = "-" if value < timedelta() else ""
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"


def repeat_merged_labels(
    values: Iterable[list[CellValue]], merged: Sequence[MergedRange], left: int
) -> Iterator[list[CellValue]]:
    """The rows, whose first value is that of the column `left`: labels stand in each row that has other values."""
    begins: dict[int, list[tuple[int, int]]] = {}
    for (top, column), (bottom, _) in merged[:MOST_MERGED]:
        if bottom > top and column >= left:
            begins.setdefault(top, []).append((column - left, bottom))
    labels: dict[int, tuple[CellValue, int]] = {}
    for number, row in enumerate(values):
        labels = {column: (value, bottom) for column, (value, bottom) in labels.items() if bottom >= number}
        if labels and any(value != "" for value in row):
            row = [labels[column][0] if value == "" and column in labels else value for column, value in enumerate(row)]
        for column, bottom in begins.get(number, ()):
            if column < len(row) and row[column] != "" and len(cell_text(row[column])) <= LONGEST_LABEL:
                labels[column] = (row[column], bottom)
        yield row
