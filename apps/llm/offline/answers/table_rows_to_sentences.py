"""A row of a table as a sentence: what it is about, then each value under the name of its column."""

import re
from collections.abc import Iterator, Sequence

from apps.llm.offline.ranking.answer_type_cues import ADDRESS, TELEPHONE
from apps.text.quotable_units import QuotableUnit, quotable_units

Cell = tuple[str, str]
NUMBERING = re.compile(r"(?:(?:lfd\. ?|tarif-?)?(?:nr|nummer|ziffer|position|pos)\.?-?)", re.IGNORECASE)
NUMBER_OF_ROW = re.compile(r"(?:[a-z]{0,2}[./ -]?\d+(?:[./ -]\d+)*[a-z]?|[ivx]+|[a-z])[.)]?", re.IGNORECASE)
NUMBER_IN_PARTS = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?")
"""Counts rows, whatever its column is called, unless that has a name."""
SAYS_NOTHING = re.compile(r"(?:Preise?|Gebühr(?:en)?|Kosten|Bemessung|Einheit)?", re.IGNORECASE)
"""Names of columns that "je Kind 2,00 Euro" needs as little as a price does."""
UNIT_OF_HEAD = re.compile(r"(?<!\s)\s{1,20}in\s{1,20}(?P<unit>Euro|Prozent|km|Metern?|Tonnen|Litern?)$")
FIGURE = re.compile(r"[\d.,–-]+(?:\s+bis\s+[\d.,]+)?")
EMPHASIS = re.compile(r"\*\*|__")
TIME_OR_DAY = re.compile(r"\b\d{1,2}[.:]\d\d\b|\bUhr\b|geschlossen", re.IGNORECASE)
MOST_ROWS, MOST_WORDS, MOST_WORDS_ABOVE = 7, 60, 20


def row_sentence(unit: QuotableUnit) -> str:
    """Makes "Trauung an Samstagen: je Trauung, Gebühr 145,00 Euro", "Steuer für den ersten Hund: 96,00 Euro"."""
    cells = plain_cells(unit)
    if not is_row_subject(cells[0], unit.columns):
        return ", ".join(format_cell(*move_unit_to_value(*cell)) for cell in cells)
    (_, subject), *values = cells
    if not values:
        return subject
    if len(values) == 1 and subject[:1].islower():
        head, value = move_unit_to_value(*values[0])
        return f"{head} {subject}: {value}".strip()
    return f"{subject}: " + ", ".join(format_cell(*move_unit_to_value(*cell)) for cell in values)


def rows_sentence(rows: Sequence[QuotableUnit]) -> str:
    """Makes "Steuer im Jahr: für den ersten Hund 96,00 Euro; für den zweiten Hund 144,00 Euro"."""
    pairs = [[move_unit_to_value(*cell) for cell in plain_cells(row)] for row in rows]
    heads = {cells[-1][0] for cells in pairs}
    lists_one_value = all(
        len(cells) == 2 and is_row_subject(cells[0], row.columns) for cells, row in zip(pairs, rows, strict=True)
    )
    if not lists_one_value or len(heads) > 1:
        return "; ".join(map(row_sentence, rows))
    listed = "; ".join(f"{subject} {value}" for (_, subject), (_, value) in pairs)
    head = heads.pop()
    return f"{head}: {listed}" if head else listed


def sentence_of_quoted_rows(page: str, quote: str, said: str) -> str:
    """The row of a table that the quote is the whole of, as a sentence; empty where it is none, or stands twice.

    Of several rows that follow each other only the sentence `said` that tells them all, each value beside its key: no
    other one is to be made out of their words.
    """
    if "|" not in page:
        return ""
    words = " ".join(quote.split())
    found = [
        rows
        for table in group_table_rows(quotable_units(page))
        if table[0].cells
        for rows in matching_row_runs(words, table)
    ]
    if len(found) != 1:
        return ""
    [rows] = found
    sentence = row_sentence(rows[0]) if len(rows) == 1 else rows_sentence(rows)
    return sentence if len(rows) == 1 or sentence == said.rstrip(".") else ""


def matching_row_runs(words: str, table: Sequence[QuotableUnit]) -> Iterator[Sequence[QuotableUnit]]:
    """Rows that follow each other and say these words together, and no others."""
    for first in range(len(table)):
        said = ""
        for end in range(first, min(len(table), first + MOST_ROWS)):
            said = f"{said} {table[end].quote}".strip()
            if said == words:
                yield table[first : end + 1]
            if not words.startswith(said):
                break


def plain_cells(row: QuotableUnit) -> Sequence[Cell]:
    """Drops emphasis and the number of the row: nobody who asks knows it."""
    return [(EMPHASIS.sub("", head), EMPHASIS.sub("", value)) for head, value in drop_row_number(row.cells)]


def drop_row_number(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Drops a first cell that only counts the rows; other figures say something, such as a phone's number."""
    head, value = cells[0]
    counts = NUMBER_OF_ROW.fullmatch(value) if is_numbering(head) else not head and NUMBER_IN_PARTS.fullmatch(value)
    return cells[1:] if counts and len(cells) > 1 else cells


def is_numbering(head: str) -> bool:
    return NUMBERING.fullmatch(head.strip(" .") or "-") is not None


def is_row_subject(cell: Cell, columns: Sequence[str]) -> bool:
    """Whether it is what the row is about: no figure, and of the first column, that of numbers aside."""
    head, value = cell
    plain = [EMPHASIS.sub("", name) for name in columns]
    first = next((name for name in plain if not is_numbering(name)), "")
    return not FIGURE.fullmatch(value) and (not columns or head in {first, plain[0]})


def move_unit_to_value(head: str, value: str) -> Cell:
    """The unit of measurement stands after its figure, where readers expect it."""
    found = UNIT_OF_HEAD.search(head)
    if not found or not FIGURE.fullmatch(value):
        return head, value
    return head[: found.start()], f"{value} {found['unit']}"


def format_cell(head: str, value: str) -> str:
    """A value that begins with "je" needs no name before it that says nothing more."""
    needs_none = value.startswith(("je ", "pro ")) and SAYS_NOTHING.fullmatch(head)
    return value if not head or needs_none else f"{head} {value}"


def opening_hours_unit(rows: Sequence[QuotableUnit], before: QuotableUnit | None = None) -> QuotableUnit | None:
    """One sentence for a short table that gives each day its hours: no single row of it answers when.

    None for what may be two tables: several names of columns, or a day that stands twice. `before` is what stands right
    above the table under the same heading: a line that is no sentence ("Bürgerbüro, Kornhausgasse 4") says whose hours
    they are.
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
    shown, quote = f"{head}: {listed}" if head else listed, " ".join(row.quote for row in rows)
    if before and names_whose_hours(before, rows[0]):
        # The names of the columns stand between both on the page.
        shown = f"{strip_contact(before.quote.rstrip(':'))}, {shown}"
        return QuotableUnit(shown, quote, rows[0].lead, proof=quote, lead_proof=before.quote)
    return QuotableUnit(shown, quote, rows[0].lead, rows[0].follows_lead)


def names_whose_hours(before: QuotableUnit, row: QuotableUnit) -> bool:
    is_above = before.lead == row.lead and not row.follows_lead and not before.cells and not before.is_item
    return is_above and len(before.quote.split()) <= MOST_WORDS_ABOVE and not before.quote.endswith((".", "!", "?"))


def strip_contact(line: str) -> str:
    """The name alone where nothing but address, telephone and mail follows it; all of any other line."""
    name, *others = line.split(", ")
    return name if others and all(map(contains_contact, others)) else line


def contains_contact(text: str) -> bool:
    """Whether it says where, or by what number or address, somebody is reached."""
    return bool(TELEPHONE.search(text) or ADDRESS.search(text))


def merge_opening_hours(found: Sequence[QuotableUnit]) -> list[QuotableUnit]:
    """Each table of opening hours as one unit in place of its rows."""
    units = list[QuotableUnit]()
    for rows in group_table_rows(found):
        whole = opening_hours_unit(rows, units[-1] if units else None) if rows[0].cells else None
        units += [whole] if whole else rows
    return units


def group_table_rows(found: Sequence[QuotableUnit]) -> list[list[QuotableUnit]]:
    """The rows between two headings together, everything else by itself."""
    groups: list[list[QuotableUnit]] = []
    for unit in found:
        goes_on = bool(groups and unit.cells and groups[-1][0].cells) and not unit.follows_lead
        if goes_on and groups[-1][0].lead == unit.lead:
            groups[-1].append(unit)
        else:
            groups.append([unit])
    return groups
