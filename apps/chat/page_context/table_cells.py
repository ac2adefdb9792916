"""Finds the cell that says of a quote in a table that it does not hold: the head of its column, or one beside it."""

from apps.text.locate_quote import BETWEEN_PARAGRAPHS, Span
from apps.text.restrictions.voided_texts import says_void

BAR = "|"
LONGEST_LABEL = 60
"""Characters. A longer cell says something of its own."""


def void_cell(text: str, quote: Span) -> str:
    """ "Bisherige Fassung", "Withdrawn"; or an empty text. A quote that stands in no table has none."""
    start = text.rfind("\n", 0, quote.start) + 1
    if not text[start : quote.start].lstrip().startswith(BAR):
        return ""
    end = text.find("\n", quote.end)
    row = cells_of(text[start : end if end >= 0 else len(text)])
    place = text.count(BAR, start, quote.start) - 1
    above = text.rfind(BETWEEN_PARAGRAPHS, 0, start)
    head = cells_of(text[above + len(BETWEEN_PARAGRAPHS) if above >= 0 else 0 : start].split("\n", 1)[0])
    labels = [cell for index, cell in enumerate(row) if index != place] + head[place : place + 1]
    return next((cell for cell in labels if len(cell) <= LONGEST_LABEL and says_void(cell)), "")


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip(BAR).split(BAR)]
