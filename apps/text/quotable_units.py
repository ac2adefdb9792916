"""Text of a page as units that can be quoted: sentences, list items, rows of tables, each under its heading. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

MARK = re.compile(
    r"^\s*(?:[-*+•]|\d{1,3}[.)]|\(?[a-z]\)|\(\d{1,2}[a-z]?\)|#{1,6}|>"
    r"|[1-9]\d?(?:\.[1-9]\d?)+\.?(?=\s+(?!Uhr|Euro|Prozent|Millionen|Milliarden)[A-ZÄÖÜ]))\s+"
)
HEADING = re.compile(r"^\s*#{1,6}\s+")
TABLE_RULE = re.compile(r"^[\s|:-]*-{3}[\s|:-]*$")
# Japanese and Chinese have signs of their own and no blank behind them.
SENTENCE_END = re.compile(r"[.!?][\"“”»)\]]*\s+(?=[\"„“»(\[]?[A-ZÄÖÜ0-9])|[。！？][」』）]*\s*(?=\S)")
# A full stop after these ends no sentence. Single letters and ordinals ("1. Januar") are found by the last alternative.
ABBREVIATION = re.compile(
    r"(?:\b(?:Nr|Abs|Art|Dr|Prof|bzw|usw|ca|vgl|inkl|zzgl|ggf|evtl|gem|lit|Ziff|Tel|Str|St|Mio|Mrd|Parl|Frau|Hr|Fr|Std"
    r"|max|min|insb|sog|Buchst|Satz|Bd|Anm|S|Jan|Feb|Aug|Sept|Okt|Nov|Dez|Kap|Tab|Abb|rd|str|allg|jew|einschl|mind)"
    r"|\b[A-Za-zÄÖÜäöü]|\d)\.$"
)
LONGEST_ABBREVIATION = 12
"""Characters, with the full stop and more than enough: what stands before them need not be looked through."""
MONTH_OR_SMALL = re.compile(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Quartal|Halbjahr"
    r"|Lebensjahr|Tag|Woche|Monat|Jahr|Wahlperiode|Jahrhundert|Sitzung|Stock|Klasse|Geschoss)"
)


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
        in_table = bool(lines) and lines[-1].lstrip().startswith("|")
        begins = MARK.match(line) or in_table != line.lstrip().startswith("|")
        if lines and (not line.strip() or begins or HEADING.match(lines[-1])):
            yield "\n".join(lines)
            lines = []
        if line.strip():
            lines.append(line)
    if lines:
        yield "\n".join(lines)


def table_rows(lines: list[str]) -> Iterator[QuotableUnit]:
    """Each row with the names of its columns; the first row names them."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if not TABLE_RULE.match(line)
    ]
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


def sentences(paragraph: str) -> Iterator[str]:
    start = 0
    for end in SENTENCE_END.finditer(paragraph):
        before, after = paragraph[start : end.start() + 1], paragraph[end.end() :]
        if not ends_sentence(before, after):
            continue
        yield paragraph[start : end.end()].strip()
        start = end.end()
    if paragraph[start:].strip():
        yield paragraph[start:].strip()


def ends_sentence(before: str, after: str) -> bool:
    if not ABBREVIATION.search(before, max(0, len(before) - LONGEST_ABBREVIATION)):
        return True
    # "am 3. Mai" goes on, "Es waren 3. Danach" does not.
    return bool(re.search(r"\d\.$", before)) and not MONTH_OR_SMALL.match(after) and not after[:1].isdigit()
