"""Finds the cell that voids or restricts a quote in a table: the header of its column, or a cell beside it."""

import re
from collections.abc import Sequence

from apps.chat.quote_restrictions.restricting_lead_in import mentions_all_words
from apps.text.locate_quote import BETWEEN_PARAGRAPHS, Span
from apps.text.quotable_units import BETWEEN_CELLS, split_table_cells
from apps.text.restrictions.find_unit_line_of_table import BARE_FIGURE, NAMES_UNIT, find_unit_line
from apps.text.restrictions.restricting_sentences_before import restricts_as_heading
from apps.text.restrictions.voided_texts import says_void
from apps.text.word_stems import content_stems

BAR = "|"
LONGEST_LABEL = 60
"""Characters. A longer cell says something of its own."""
MOST_ROWS = 200
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
LETTER = re.compile(r"[^\W\d_]{2}")
SHARED = 0.5
"""Of the stems of a quote that a cell of another row has which says the like of something else."""


def void_cell(text: str, quote: Span) -> str:
    """ "Bisherige Fassung", "Withdrawn"; or an empty text. A quote that stands in no table has none."""
    found = row_of(text, quote)
    if not found:
        return ""
    row, place, head, _ = found
    labels = [cell for index, cell in enumerate(row) if index != place] + head[place : place + 1]
    return next((cell for cell in labels if len(cell) <= LONGEST_LABEL and says_void(cell)), "")


def restricting_key(text: str, quote: Span, said: Sequence[str]) -> str:
    """The first cell of the row of a quote where it says for whom or when that holds ("Kinder bis 6 Jahre", "2019"), or
    where another row says the like of something else; or an empty text.

    `said` is what the answer and the question say: one that names the key speaks of its row.
    """
    found = row_of(text, quote)
    if not found:
        return ""
    row, place, _, others = found
    key = row[0] if place else ""
    if not LETTER.search(key) and not YEAR.search(key):
        return ""
    if len(key) > LONGEST_LABEL or key.endswith("?") or mentions_all_words(said, key):
        return ""
    column = [cells[place] for cells in others if len(cells) > place]
    restricts = restricts_as_heading(key) or YEAR.search(key) or says_the_like(row[place], column)
    return key if restricts else ""


def says_the_like(cell: str, column: Sequence[str]) -> bool:
    """Whether another cell says something else of the same: "Der Eintritt ist frei", "Der Eintritt kostet 5 Euro"."""
    own = set(content_stems(cell))
    return any(other != cell and len(own & set(content_stems(other))) >= SHARED * len(own) for other in column if own)


def row_of(text: str, quote: Span) -> tuple[list[str], int, list[str], list[list[str]]] | None:
    """The cells of the row of a quote, the place of its cell, the head and the other rows; None outside of tables."""
    start = text.rfind("\n", 0, quote.start) + 1
    if not text[start : quote.start].lstrip().startswith(BAR):
        return None
    line_end = text.find("\n", quote.end)
    end = line_end if line_end >= 0 else len(text)
    first = text.rfind(BETWEEN_PARAGRAPHS, 0, start)
    last = text.find(BETWEEN_PARAGRAPHS, end)
    before = table_lines(text[first + len(BETWEEN_PARAGRAPHS) if first >= 0 else 0 : start])
    behind = table_lines(text[end : last if last >= 0 else len(text)])
    others = [split_table_cells(line) for line in before[1:][-MOST_ROWS:] + behind[:MOST_ROWS]]
    head = split_table_cells(before[0]) if before else []
    place = len(BETWEEN_CELLS.findall(text, start, quote.start)) - 1
    return split_table_cells(text[start:end]), place, head, others


def unit_beside(text: str, quote: Span) -> str:
    """The line above or below a table that says in what the bare figures of a quote are: "Beträge in Mio. Euro"; or an
    empty text."""
    found = row_of(text, quote)
    if not found:
        return ""
    row, place, head, _ = found
    said = text[quote.start : quote.end]
    figures = [
        index for index, cell in enumerate(row)
        if index and index >= place and cell and cell in said and BARE_FIGURE.fullmatch(cell)
        and not NAMES_UNIT.search(" ".join(head[index : index + 1]))
    ]  # fmt: skip
    if not figures:
        return ""
    start = text.rfind(BETWEEN_PARAGRAPHS, 0, quote.start)
    end = text.find(BETWEEN_PARAGRAPHS, quote.end)
    before = text[: max(0, start)] if start >= 0 else ""
    own = text[max(0, start) : quote.start].partition(BAR)[0]
    return find_unit_line(f"{before}\n{own}", text[end:] if end >= 0 else "", " ".join(head[:1]))


def table_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.lstrip().startswith(BAR)]
