"""Parses the id of a database row from a query, a form or a name: "12" of ?against=12, "4" of answer/4."""

MOST_DIGITS = 18
"""Every number of so many fits into a column of big integers."""


def parse_row_id(text: str) -> int:
    """The number of the row that a text names; 0, which no row has, for a text that is no such number."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
