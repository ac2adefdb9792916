"""A row of a table as a sentence: what it is about, then each value under the name of its column."""

import re
from collections.abc import Sequence

from apps.text.quotable_units import QuotableUnit, units

Cell = tuple[str, str]
NUMBERING = re.compile(r"(?:(?:lfd\. ?|tarif-?)?(?:nr|nummer|ziffer|position|pos)\.?-?)", re.IGNORECASE)
NUMBER_OF_ROW = re.compile(r"(?:[a-z]{0,2}[./ -]?\d+(?:[./ -]\d+)*[a-z]?|[ivx]+|[a-z])[.)]?", re.IGNORECASE)
SAYS_NOTHING = re.compile(r"(?:Preise?|Gebühr(?:en)?|Kosten|Bemessung|Einheit)?", re.IGNORECASE)
"""Names of columns that "je Kind 2,00 Euro" needs as little as a price does."""
UNIT_OF_HEAD = re.compile(r"(?<!\s)\s{1,20}in\s{1,20}(?P<unit>Euro|Prozent|km|Metern?|Tonnen|Litern?)$")
FIGURE = re.compile(r"[\d.,–-]+(?:\s+bis\s+[\d.,]+)?")
EMPHASIS = re.compile(r"\*\*|__")
TIME_OR_DAY = re.compile(r"\b\d{1,2}[.:]\d\d\b|\bUhr\b|geschlossen", re.IGNORECASE)
MOST_ROWS, MOST_WORDS = 7, 60


def row_sentence(unit: QuotableUnit) -> str:
    """Like "Trauung an Samstagen: je Trauung, Gebühr 145,00 Euro." or "Steuer im Jahr für den ersten Hund: 96,00 Euro."

    The number of the row in the table is left out: nobody who asks knows it.
    """
    cells = [(EMPHASIS.sub("", head), EMPHASIS.sub("", value)) for head, value in without_number(unit.cells)]
    if not says_subject(cells[0], unit.columns):
        return ", ".join(said(*with_unit(*cell)) for cell in cells)
    (_, subject), *values = cells
    if not values:
        return subject
    if len(values) == 1 and subject[:1].islower():
        head, value = with_unit(*values[0])
        return f"{head} {subject}: {value}".strip()
    return f"{subject}: " + ", ".join(said(*with_unit(*cell)) for cell in values)


def sentence_of_row(page: str, quote: str) -> str:
    """The row of a table that the quote is the whole of, as a sentence; empty where it is none, or one of several."""
    if "|" not in page:
        return ""
    words = " ".join(quote.split())
    rows = [unit for unit in units(page) if unit.cells and unit.quote == words]
    return row_sentence(rows[0]) if len(rows) == 1 else ""


def without_number(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Without a first cell that only counts the rows; other figures say something, such as the number of a phone."""
    head, value = cells[0]
    counts = is_numbering(head) and NUMBER_OF_ROW.fullmatch(value)
    return cells[1:] if counts and len(cells) > 1 else cells


def is_numbering(head: str) -> bool:
    return NUMBERING.fullmatch(head.strip(" .") or "-") is not None


def says_subject(cell: Cell, columns: Sequence[str]) -> bool:
    """Whether it is what the row is about: no figure, and of the first column, that of numbers aside."""
    head, value = cell
    plain = [EMPHASIS.sub("", name) for name in columns]
    first = next((name for name in plain if not is_numbering(name)), "")
    return not FIGURE.fullmatch(value) and (not columns or head in {first, plain[0]})


def with_unit(head: str, value: str) -> Cell:
    """The unit of measurement stands after its figure, where readers expect it."""
    found = UNIT_OF_HEAD.search(head)
    if not found or not FIGURE.fullmatch(value):
        return head, value
    return head[: found.start()], f"{value} {found['unit']}"


def said(head: str, value: str) -> str:
    """A value that begins with "je" needs no name before it that says nothing more."""
    needs_none = value.startswith(("je ", "pro ")) and SAYS_NOTHING.fullmatch(head)
    return value if not head or needs_none else f"{head} {value}"


def hours_of(rows: Sequence[QuotableUnit]) -> QuotableUnit | None:
    """One sentence for a short table that gives each day its hours: no single row of it answers when.

    None for what may be two tables: several names of columns, or a day that stands twice.
    """
    pairs = [row.cells for row in rows]
    words = sum(len(row.quote.split()) for row in rows)
    if len(rows) > MOST_ROWS or words > MOST_WORDS or any(len(cells) != 2 for cells in pairs):
        return None
    if not all(TIME_OR_DAY.search(cells[1][1]) for cells in pairs):
        return None
    if len({row.columns for row in rows}) > 1 or len({day.casefold() for (_, day), _ in pairs}) < len(rows):
        return None
    head = pairs[0][1][0]
    listed = ", ".join(f"{day} {hours}" for (_, day), (_, hours) in pairs)
    quote = " ".join(row.quote for row in rows)
    return QuotableUnit(f"{head}: {listed}" if head else listed, quote, rows[0].lead, rows[0].follows_lead)


def with_hours(found: Sequence[QuotableUnit]) -> list[QuotableUnit]:
    """Each table of opening hours as one unit in place of its rows."""
    units = list[QuotableUnit]()
    for rows in tables(found):
        whole = hours_of(rows) if rows[0].cells else None
        units += [whole] if whole else rows
    return units


def tables(found: Sequence[QuotableUnit]) -> list[list[QuotableUnit]]:
    """The rows between two headings together, everything else by itself."""
    groups: list[list[QuotableUnit]] = []
    for unit in found:
        goes_on = bool(groups and unit.cells and groups[-1][0].cells) and not unit.follows_lead
        if goes_on and groups[-1][0].lead == unit.lead:
            groups[-1].append(unit)
        else:
            groups.append([unit])
    return groups
