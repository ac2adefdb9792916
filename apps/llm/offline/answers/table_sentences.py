"""A row of a table as a sentence: what it is about, then each value under the name of its column."""

import re
from collections.abc import Sequence
from itertools import groupby

from apps.text.quotable_units import QuotableUnit

Cell = tuple[str, str]
NUMBERING = re.compile(r"(?:(?:lfd\. ?|tarif-?)?(?:nr|nummer|ziffer|position|pos)\.?-?)", re.IGNORECASE)
UNIT_OF_HEAD = re.compile(r"\s+in\s+(?P<unit>Euro|Prozent|km|Metern?|Tonnen|Litern?)$")
FIGURE = re.compile(r"[\d.,–-]+(?:\s+bis\s+[\d.,]+)?")
EMPHASIS = re.compile(r"\*\*|__")
TIME_OR_DAY = re.compile(r"\b\d{1,2}[.:]\d\d\b|\bUhr\b|geschlossen", re.IGNORECASE)
MOST_ROWS, MOST_WORDS = 7, 60


def row_sentence(unit: QuotableUnit) -> str:
    """Like "Trauung an Samstagen: je Trauung, Gebühr 145,00 Euro." or "Steuer im Jahr für den ersten Hund: 96,00 Euro."

    The number of the row in the table is left out: nobody who asks knows it.
    """
    cells = [cell for cell in unit.cells if not NUMBERING.fullmatch(cell[0].strip(" .") or "-")] or list(unit.cells)
    (_, subject), *values = [(EMPHASIS.sub("", head), EMPHASIS.sub("", value)) for head, value in cells]
    if not values:
        return subject
    if len(values) == 1 and subject[:1].islower():
        head, value = with_unit(*values[0])
        return f"{head} {subject}: {value}".strip()
    return f"{subject}: " + ", ".join(said(*with_unit(*cell)) for cell in values)


def with_unit(head: str, value: str) -> Cell:
    """The unit of measurement stands behind its figure, where readers expect it."""
    found = UNIT_OF_HEAD.search(head)
    if not found or not FIGURE.fullmatch(value):
        return head, value
    return head[: found.start()], f"{value} {found['unit']}"


def said(head: str, value: str) -> str:
    """A value that begins with "je" or a name that says nothing needs no name before it."""
    return value if not head or value.startswith(("je ", "pro ")) else f"{head} {value}"


def hours_of(rows: Sequence[QuotableUnit]) -> QuotableUnit | None:
    """One sentence for a short table that gives each day its hours: no single row of it answers when."""
    pairs = [row.cells for row in rows]
    words = sum(len(row.quote.split()) for row in rows)
    if len(rows) > MOST_ROWS or words > MOST_WORDS or any(len(cells) != 2 for cells in pairs):
        return None
    if not all(TIME_OR_DAY.search(cells[1][1]) for cells in pairs):
        return None
    head = pairs[0][1][0]
    listed = ", ".join(f"{day} {hours}" for (_, day), (_, hours) in pairs)
    quote = " ".join(row.quote for row in rows)
    return QuotableUnit(f"{head}: {listed}" if head else listed, quote, rows[0].lead, rows[0].follows_lead)


def with_hours(found: Sequence[QuotableUnit]) -> list[QuotableUnit]:
    """Each table of opening hours as one unit in place of its rows."""
    units = list[QuotableUnit]()
    for is_row, group in groupby(found, key=lambda unit: bool(unit.cells)):
        rows = list(group)
        whole = hours_of(rows) if is_row else None
        units += [whole] if whole else rows
    return units
