"""Splits the text of a page into units that can be quoted: sentences, list items, rows, each under its heading."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter

from apps.text.grammar.multi_row_table_headers import merge_header_rows
from apps.text.grammar.split_sentences import STRUCK_BEGINS, split_sentences

MARK = re.compile(
    r"^\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\)|\(\d{1,2}[a-z]?\)|#{1,6}|>"
    r"|[1-9]\d?(?:\.[1-9]\d?)+\.?(?=\s+(?!Uhr|Euro|Prozent|Millionen|Milliarden)[A-ZÄÖÜ]))\s+"
)
ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\))\s+")
DATE_BEGUN = frozenset({"vom", "am", "zum", "bis", "ab", "seit", "den", "dem", "zwischen"})
DAY = re.compile(r"^\s*\d{1,2}\.\s+(?:bis|und|oder|-|–|J[aä]n|Feb|Mär|Apr|Mai|Ju[nl]|Aug|Sep|Okt|Nov|Dez)")
"""A day that a line begins with, where the line before ended with one of DATE_BEGUN: no number of a list."""
HEADING = re.compile(r"^\s*#{1,6}\s+")
NUMBER_OF_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2})*+\.?")
BETWEEN_CELLS = re.compile(r"(?<!\\)(?:\\\\)*\|")
"""A bar that is not escaped; the cells of a line stand between two of them."""
ESCAPED = re.compile(r"\\([\\|])")
WITHIN = r"(?:[^\[\]\n]|\n(?![ \t]*+\n))"
"""A character within a paragraph and within brackets."""
STRUCK = re.compile(rf"\[gestrichen: (?:{WITHIN}|\[(?:{WITHIN}|\[{WITHIN}*+\])*+\])*+\]")
"""Of a document's own there may be brackets in the mark; one that its paragraph does not close is none."""
BEFORE_SIGN = re.compile(r" (?=[.,;:!?)])")
"""A blank that is left over where struck words stood."""
MOST_PAGES = 16
"""Whose marks are kept: many quotes are looked for on the same page."""


@dataclass(frozen=True, slots=True)
class QuotableUnit:
    """`shown` is for readers; `quote` is what stands in the source, but for white space and marks of tables and lists.

    `lead` is the heading or question above it. `is_item`: it begins an item of a list. `cells`: of a row, each
    cell that is not empty with the name of its column, which may be missing; `columns`: the names of all columns of
    its table. `mark` is the number or letter before it, which `quote` leaves out. `proof` is what the page says from
    the line or heading on that `shown` repeats; empty when `quote` proves all that is shown. `lead_proof` is that line
    by itself where too much stands between it and the item: then both prove what is shown, each with its own place.
    """

    shown: str
    quote: str
    lead: str = ""
    follows_lead: bool = False
    is_item: bool = False
    cells: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    mark: str = ""
    proof: str = ""
    lead_proof: str = ""

    @property
    def is_question(self) -> bool:
        return self.quote.rstrip('"“”»」』 ').endswith(("?", "？"))


def quotable_units(text: str) -> list[QuotableUnit]:
    """All units in their order, headings and questions included as leads of what follows them.

    What is struck as a whole is none, and neither is a sentence with struck words that stands there once more as it is
    in force: nobody may be told it.
    """
    found: list[QuotableUnit] = []
    lead, fresh = "", False
    for unit, is_heading in units_in_force(text):
        if is_heading or unit.is_question:
            # Several questions in a row are answered together: they are one lead.
            lead = f"{lead} {unit.quote}" if fresh and not is_heading else unit.quote
            fresh = True
            if unit.is_question:
                found.append(unit)
            continue
        found.append(replace(unit, lead=lead, follows_lead=fresh) if lead or fresh else unit)
        fresh = False
    return found


def split_into_units(text: str) -> Iterator[tuple[QuotableUnit, bool]]:
    for paragraph in split_paragraphs(text):
        if paragraph.lstrip().startswith("|"):
            for row in table_row_units(paragraph.splitlines()):
                yield row, False
        elif HEADING.match(paragraph):
            yield plain_unit(HEADING.sub("", paragraph)), True
        else:
            is_item, mark = ITEM.match(paragraph) is not None, item_mark(paragraph)
            for number, sentence in enumerate(split_sentences(MARK.sub("", paragraph))):
                unit = plain_unit(sentence)
                yield (unit if number else replace(unit, is_item=is_item, mark=mark)), False


def units_in_force(text: str) -> Iterator[tuple[QuotableUnit, bool]]:
    if STRUCK_BEGINS not in text:
        yield from split_into_units(text)
        return
    found = list(split_into_units(text))
    told = {unit.quote for unit, _ in found}
    for unit, is_heading in found:
        kept = drop_struck_cells(unit)
        if kept and not has_only_struck_content(kept.quote) and not is_repeated_without_struck(unit.quote, told):
            yield kept, is_heading


def drop_struck_cells(unit: QuotableUnit) -> QuotableUnit | None:
    """A row shows the cells that are in force; None where that is a label alone. Its quote stays as it is written."""
    cells = tuple(cell for cell in unit.cells if not is_struck(cell[1]))
    if len(cells) == len(unit.cells):
        return unit
    return replace(unit, shown=format_cells(cells), cells=cells) if len(cells) > 1 else None


def has_only_struck_content(quote: str) -> bool:
    """Whether nothing of it is in force, or no figure though it told one: "Das kostet [gestrichen: 9 Euro]"."""
    rest = STRUCK.sub("", quote)
    return any(any(map(kind, quote)) and not any(map(kind, rest)) for kind in (str.isdigit, str.isalnum))


def is_repeated_without_struck(quote: str, told: Collection[str]) -> bool:
    rest = strip_struck_text(quote)
    return rest != quote and rest in told


def strip_struck_text(text: str) -> str:
    """Drops what is struck."""
    return BEFORE_SIGN.sub("", " ".join(STRUCK.sub("", text).split())) if STRUCK_BEGINS in text else text


def is_struck(text: str) -> bool:
    """Whether nothing of it is in force."""
    return STRUCK_BEGINS in text and not any(map(str.isalnum, STRUCK.sub("", text)))


@lru_cache(MOST_PAGES)
def struck_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Begin and end of each mark with what it strikes, in their order."""
    return tuple(found.span() for found in STRUCK.finditer(text)) if STRUCK_BEGINS in text else ()


def struck_around(text: str, place: int) -> tuple[int, int] | None:
    """The mark within which the character stands, and what it strikes."""
    spans = struck_spans(text)
    found = bisect_right(spans, place, key=itemgetter(0)) - 1
    return spans[found] if found >= 0 and place < spans[found][1] else None


def is_torn_from_struck(text: str, start: int) -> bool:
    """Whether `text[start:]` begins after the mark that says of a passage that it is struck, and within that."""
    mark = struck_around(text, start)
    return mark is not None and start >= mark[0] + len(STRUCK_BEGINS)


def item_mark(paragraph: str) -> str:
    """Like "2." or "a)"; empty for bullets, which are no words of the page."""
    found = MARK.match(paragraph)
    return found[0].strip() if found and re.search(r"\w", found[0]) else ""


def plain_unit(text: str) -> QuotableUnit:
    words = " ".join(text.replace("**", "").split())
    return QuotableUnit(shown=words, quote=words)


def split_paragraphs(text: str) -> Iterator[str]:
    """Blank lines, headings, list items and tables begin a new one; the lines of a table stay together."""
    lines: list[str] = []
    is_after_blank = False
    for line in text.splitlines():
        if not line.strip():
            is_after_blank = True
            continue
        if lines and (is_after_blank or begins_paragraph(line, lines[-1])) and not continues_date(line, lines[-1]):
            yield "\n".join(lines)
            lines = []
        lines.append(line)
        is_after_blank = False
    if lines:
        yield "\n".join(lines)


def continues_date(line: str, previous: str) -> bool:
    """Whether a date goes on in this line; scans with wide lines have a blank one between."""
    return DAY.match(line) is not None and previous.rsplit(None, 1)[-1].lower() in DATE_BEGUN


def begins_paragraph(line: str, previous: str) -> bool:
    changes_table = previous.lstrip().startswith("|") != line.lstrip().startswith("|")
    return changes_table or MARK.match(line) is not None or HEADING.match(previous) is not None


def is_table_rule(line: str) -> bool:
    """The line under the head of a table."""
    return "---" in line and not line.strip(" \t|:-")


def table_row_units(lines: list[str]) -> Iterator[QuotableUnit]:
    """Each row with the names of its columns, which its first row tells, or the first few together. A row that has more
    cells than there are names is left out: nothing tells which cell belongs to which. Rows without a first cell belong
    to the row of a first cell alone that stands above them ("Dorfhaus", below it "by the day" and "by the hour"): they
    begin with it. So do rows numbered 2.1 and 2.2 below one that is a number and a name alone ("2", "Verlängerung")."""
    # A bar alone, as between the commands of a shell, is a row without cells.
    rows = [cells for line in lines if not is_table_rule(line) and (cells := split_table_cells(line))]
    if not rows:
        return
    names, *body = merge_header_rows(rows)
    if continues_table_of_page_before(names, body):
        body = []
    group = ""
    section, named_by_section = "", ""
    for cells in body or rows:
        heads = names if body else [""] * len(cells)
        if (found := section_of_row(cells)) is not None:
            section, named_by_section = found
        if cells[0]:
            group = "" if any(cells[1:]) else cells[0]
        if any(cells[len(heads) :]):
            continue
        named = tuple((name, cell) for name, cell in zip(heads, cells, strict=False) if cell)
        if named:
            quote = " ".join(cell for _name, cell in named)
            unit = QuotableUnit(format_cells(named), quote, cells=named, columns=tuple(heads))
            if section and cells[0].startswith(f"{section}."):
                yield unit_under_section(unit, named_by_section)
            else:
                yield unit if cells[0] or not group else unit_under_group(unit, group)


def format_cells(cells: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in cells)


def unit_under_group(unit: QuotableUnit, group: str) -> QuotableUnit:
    shown = f"{group}; {unit.shown}"
    return replace(unit, shown=shown, cells=((unit.columns[0], group), *unit.cells), proof=unit.quote, lead_proof=group)


def continues_table_of_page_before(names: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether the first line is a numbered row like those below it: the names of the columns stand on another page."""
    numbered = [row for row in (names, *body) if NUMBER_OF_SECTION.fullmatch(row[0].replace("**", "").strip())]
    is_first = bool(numbered) and numbered[0] is names and "." in names[0].strip("*. ")
    return is_first and len(names) > 1 and any(map(str.isalpha, names[1])) and 2 * len(numbered) > len(body)


def section_of_row(cells: Sequence[str]) -> tuple[str, str] | None:
    """Number and name of a row that says nothing else; None for all other rows."""
    if len(cells) < 3 or not cells[1] or any(cells[2:]):
        return None
    number, name = (cell.replace("**", "").strip() for cell in cells[:2])
    return (number.rstrip("."), name) if NUMBER_OF_SECTION.fullmatch(number) else None


def unit_under_section(unit: QuotableUnit, section: str) -> QuotableUnit:
    """The row, whose name begins with that of its section: "Verlängerung, Urnengrab"."""
    number, (head, name), *others = unit.cells
    cells = (number, (head, f"{section}, {name}"), *others)
    return replace(unit, shown=format_cells(cells), cells=cells, proof=unit.quote, lead_proof=section)


def split_table_cells(line: str) -> list[str]:
    """The texts between the bars of a line, empty ones included; escaped bars and backslashes are those meant."""
    line = line.strip()
    bars = [match.end() - 1 for match in BETWEEN_CELLS.finditer(line)]
    begins, ends = [0, *(bar + 1 for bar in bars)], [*bars, len(line)]
    parts = [line[begin:end] for begin, end in zip(begins, ends, strict=True)]
    inner = parts[bars[:1] == [0] : len(parts) - (bars[-1:] == [len(line) - 1])]
    return [ESCAPED.sub(r"\1", part).strip() for part in inner]
