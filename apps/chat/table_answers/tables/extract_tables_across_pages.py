"""Extracts tables from consecutive pages and joins those that continue over several pages under their header."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from apps.chat.table_answers.tables.parse_cell_values import parse_figure, plain_cell
from apps.text.grammar.multi_row_table_headers import merge_header_rows
from apps.text.quotable_units import HEADING, is_struck, is_table_rule, split_paragraphs, split_table_cells
from apps.text.restrictions.find_unit_line_of_table import find_unit_line

NUMBERING = re.compile(r"(?:(?:lfd\.? ?|tarif-?)?(?:nr|nummer|ziffer|pos)\.?-?)", re.IGNORECASE)
TOTAL = re.compile(
    r"\b(?:\w*summen?|\w*gesamt(?!(?:hoch)?schul)\w*|zusammen|(?:sub-?)?totals?|\w*ergebnis|result|"
    r"saldo|überschuss|fehlbetrag)\b|[Σ∑]|^sum$",
    re.IGNORECASE,
)
"""Rows and columns that are worked out from others."""
STATISTIC = re.compile(
    r"(?:im )?(?:durchschnitt|mittel(?:wert)?|median|minimum|maximum|anzahl|average|mean|count)", re.IGNORECASE
)
"""Labels of rows that are worked out from others and are no total of them."""
NUMBERED = re.compile(r"\s*\d{1,3}[.)]\s")
FIGURE_ITEM = re.compile(
    r"\d{1,3}[.)] (?P<label>[^\W\d_][^\n]*?) (?P<figure>\d++(?:\.\d{3})*(?:,\d++)? ?(?:[€%]|[^\W\d]\w*+))[,;.]?"
)
MAY_BE_GROUPED = re.compile(r"(?:^|\s)\d{1,3} \d{3}(?!\d)")
"""What is said, then a figure with its unit, at the end of the line."""
FEWEST_ITEMS, FEWEST_COLUMNS = 3, 2
MOST_ABOVE = 40
"""Paragraphs above a table in which its unit is looked for."""
MOST_OF_FOOT = 120
"""Characters of a running foot."""
LONGEST_LEAD = 1_500
"""Characters before a table that may say what it is about."""


@dataclass(frozen=True, slots=True)
class SourcePage:
    """A page as it is stored. `sheet` is the name of its sheet; `as_written`: of texts, as CSV has them."""

    document: int
    number: int
    text: str
    title: str = ""
    sheet: str = ""
    is_last: bool = False
    """Of its document."""
    as_written: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """The cells under the names of the table; `page` is where they stand, `section` the line of one cell above."""

    cells: tuple[str, ...]
    page: int
    section: str = ""


@dataclass(slots=True)
class Table:
    """`names` of the columns; `lead` is what stands before it; `is_whole` unless it may go on where nobody looked.
    `as_written`: of a sheet whose figures are texts, in any notation."""

    document: int
    names: tuple[str, ...]
    rows: list[TableRow] = field(default_factory=list)
    lead: str = ""
    heading: str = ""
    title: str = ""
    unit_line: str = ""
    """What says above or below it in what its figures are, where they do not."""
    is_sheet: bool = False
    as_written: bool = False
    is_whole: bool = True

    def goes_on_with(self, other: "Table") -> bool:
        """Whether a table at the beginning of the next page is the rest of this one."""
        return self.names == other.names


def extract_tables(pages: Sequence[SourcePage]) -> list[Table]:
    """Extracts the tables of a document's pages in their order; a page missing between two ends a table."""
    found: list[Table] = []
    open_end: Table | None = None
    before = 0
    for page in pages:
        follows = page.number == before + 1
        if open_end is not None and not follows:
            open_end.is_whole = False
        last, open_end = open_end if follows else None, None
        if last is not None and begins_without_names(page.text):
            last.is_whole = False
        for place in find_table_places(page):
            table = place.table
            if last is not None and place.begins_page and last.goes_on_with(table):
                last.rows += inherit_section(table.rows, last.rows[-1])
                last.is_whole = last.is_whole and table.is_whole
                table = last
            else:
                table.is_whole = table.is_whole and (follows or not place.begins_page or page.number == 1)
                found.append(table)
            open_end = table if place.ends_page and not page.is_last else None
        before = page.number
    if open_end is not None:
        open_end.is_whole = False
    return found


def begins_without_names(text: str) -> bool:
    """Whether a page begins with rows under an empty head, most likely the rest of a table of the page before."""
    first = text.lstrip().partition("\n")[0]
    return first.startswith("|") and not any(map(plain_cell, split_table_cells(first)))


def inherit_section(rows: Sequence[TableRow], last: TableRow) -> Iterator[TableRow]:
    for row in rows:
        yield row if row.section else replace(row, section=last.section)


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table with whether it begins its page, and ends it with at most a running foot after it."""

    table: Table
    begins_page: bool
    ends_page: bool


def find_table_places(page: SourcePage) -> Iterator[TablePlace]:
    """The tables of a page, and its lists whose items all end with a figure. A sheet's page begins with its name."""
    blocks = list(split_paragraphs(page.text))
    lead, heading, position = "", "", 0
    while position < len(blocks):
        block = blocks[position]
        is_table = block.lstrip().startswith("|")
        length = 1 if is_table else count_list_items(blocks, position)
        table = parse_table(block, page) if is_table else parse_figure_list(blocks[position : position + length], page)
        if table is not None:
            foot = blocks[position + length :]
            begins = position == 0 or (bool(page.sheet) and position == 1)
            ends = len(foot) <= 1 and sum(map(len, foot)) <= MOST_OF_FOOT
            above = "\n\n".join(blocks[max(0, position - MOST_ABOVE) : position])
            unit = find_unit_line(above, "\n".join(foot[:2]), table.names[0])
            yield TablePlace(replace(table, lead=lead, heading=heading, unit_line=unit), begins, ends)
        heading = HEADING.sub("", block).strip() if HEADING.match(block) else heading
        lead = "" if table is not None else f"{lead}\n{block}"[-LONGEST_LEAD:]
        position += max(1, length)


def count_list_items(blocks: Sequence[str], first: int) -> int:
    """How many items of a numbered list follow one another from there."""
    length = 0
    while first + length < len(blocks) and NUMBERED.match(blocks[first + length]):
        length += 1
    return length


def parse_figure_list(items: Sequence[str], page: SourcePage) -> Table | None:
    """A numbered list of figures as a table without names, never whole: "3. Drehleiter DLAK 23/12 290 Euro,".

    None below FEWEST_ITEMS. "LF 10 172 Euro" is left out: it may be ten thousand.
    """
    found = [FIGURE_ITEM.fullmatch(" ".join(item.split())) for item in items]
    rows = [
        TableRow((plain_cell(one["label"]), one["figure"]), page.number)
        for one in found
        if one
        and (figure := parse_figure(one["figure"]))
        and figure.unit
        and not MAY_BE_GROUPED.search(f"{one['label']} {one['figure']}")
    ]
    if len(rows) < FEWEST_ITEMS:
        return None
    return Table(page.document, ("", ""), rows, title=page.title, is_whole=False)


def parse_table(block: str, page: SourcePage) -> Table | None:
    """None without a head that names every column once, or without rows under it."""
    lines = [split_table_cells(line) for line in block.splitlines() if not is_table_rule(line)]
    if len(lines) < 2:
        return None
    names, *body = merge_header_rows(lines)
    plain = tuple(plain_cell(name) for name in names)
    if len(set(plain)) < len(plain) or not any(plain):
        return None
    table = Table(page.document, plain, title=page.title, is_sheet=bool(page.sheet), as_written=page.as_written)
    section = ""
    for cells in body:
        if any(cells[len(plain) :]) or tuple(map(plain_cell, cells)) == plain or is_struck(" ".join(cells)):
            continue
        filled = tuple([*cells, *[""] * len(plain)][: len(plain)])
        if named := section_heading_of_row(filled, plain):
            section = named
            continue
        table.rows.append(TableRow(filled, page.number, section))
    return table if table.rows else None


def section_heading_of_row(cells: Sequence[str], names: Sequence[str]) -> str:
    """The text of a line that has only one, its number aside, and stands for those below it; empty for other lines."""
    said = [cell for name, cell in zip(names, cells, strict=True) if cell and not NUMBERING.fullmatch(name.strip(" ."))]
    is_alone = len(said) == 1 and len(names) > FEWEST_COLUMNS and not any(sign.isdigit() for sign in said[0])
    return plain_cell(said[0]) if is_alone else ""


def is_total_label(label: str) -> bool:
    return TOTAL.search(label) is not None


def is_computed_label(label: str) -> bool:
    """Whether a row of that label repeats what others say."""
    return is_total_label(label) or STATISTIC.fullmatch(label.strip(" :")) is not None
