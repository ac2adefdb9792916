"""Text of a page as units that can be quoted: sentences, list items, rows of tables, each under its heading."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.text.grammar.sentences import sentences

MARK = re.compile(
    r"^\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\)|\(\d{1,2}[a-z]?\)|#{1,6}|>"
    r"|[1-9]\d?(?:\.[1-9]\d?)+\.?(?=\s+(?!Uhr|Euro|Prozent|Millionen|Milliarden)[A-ZÄÖÜ]))\s+"
)
HEADING = re.compile(r"^\s*#{1,6}\s+")


@dataclass(frozen=True, slots=True)
class QuotableUnit:
    """`shown` is for readers; `quote` is what stands in the source, but for white space and marks of tables and lists.

    `lead` is the heading or question above it.
    """

    shown: str
    quote: str
    lead: str = ""
    follows_lead: bool = False

    @property
    def is_question(self) -> bool:
        return self.quote.rstrip('"“”»」』 ').endswith(("?", "？"))


def units(text: str) -> list[QuotableUnit]:
    """All units in their order, headings and questions included as leads of what follows them."""
    found: list[QuotableUnit] = []
    lead, fresh = "", False
    for unit, is_heading in raw_units(text):
        if is_heading or unit.is_question:
            # Several questions in a row are answered together: they are one lead.
            lead = f"{lead} {unit.quote}" if fresh and not is_heading else unit.quote
            fresh = True
            if unit.is_question:
                found.append(unit)
            continue
        found.append(QuotableUnit(unit.shown, unit.quote, lead, fresh))
        fresh = False
    return found


def raw_units(text: str) -> Iterator[tuple[QuotableUnit, bool]]:
    for paragraph in paragraphs(text):
        if paragraph.lstrip().startswith("|"):
            for row in table_rows(paragraph.splitlines()):
                yield row, False
        elif HEADING.match(paragraph):
            yield plain(HEADING.sub("", paragraph)), True
        else:
            for sentence in sentences(MARK.sub("", paragraph)):
                yield plain(sentence), False


def plain(text: str) -> QuotableUnit:
    words = " ".join(text.replace("**", "").split())
    return QuotableUnit(shown=words, quote=words)


def paragraphs(text: str) -> Iterator[str]:
    """Blank lines, headings, list items and tables begin a new one; the lines of a table stay together."""
    lines: list[str] = []
    for line in text.splitlines():
        is_blank = not line.strip()
        if lines and (is_blank or begins(line, lines[-1])):
            yield "\n".join(lines)
            lines = []
        if not is_blank:
            lines.append(line)
    if lines:
        yield "\n".join(lines)


def begins(line: str, previous: str) -> bool:
    changes_table = previous.lstrip().startswith("|") != line.lstrip().startswith("|")
    return changes_table or MARK.match(line) is not None or HEADING.match(previous) is not None


def is_rule(line: str) -> bool:
    """The line under the head of a table."""
    return "---" in line and not line.strip(" \t|:-")


def table_rows(lines: list[str]) -> Iterator[QuotableUnit]:
    """Each row with the names of its columns; the first row names them."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if not is_rule(line)]
    if not rows:
        return
    names, *body = rows
    for cells in body or rows:
        named = [
            f"{name}: {cell}" if name and body else cell
            for name, cell in zip(names + [""] * len(cells), cells, strict=False)
            if cell
        ]
        if named:
            yield QuotableUnit(shown="; ".join(named), quote=" ".join(cell for cell in cells if cell))
