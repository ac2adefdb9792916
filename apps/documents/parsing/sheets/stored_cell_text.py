"""The text of a cell: its stored value, not what a format makes of it."""

from datetime import date, datetime, time, timedelta

from apps.documents.parsing.normalise_text import normalise_text

Cell = str | int | float | bool | date | datetime | time | timedelta

SIGNIFICANT = 15
"""Digits that a workbook itself keeps: 0.1 + 0.2 is 0.3 there."""


def cell_text(value: Cell) -> str:
    """In one line, ready for a Markdown table. Days and times as ISO 8601, a decimal point, no thousands marks."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    # Normalised first: a wide bar becomes a plain one, which would part two cells.
    return " ".join(normalise_text(str(value)).split()).replace("\\", "\\\\").replace("|", "\\|")


def number(value: float) -> str:
    if value.is_integer() and abs(value) < 10**SIGNIFICANT:
        return str(int(value))
    return f"{value:.{SIGNIFICANT}g}"
