"""Finds the line above or below a table that says in what its figures are: "Alle Beträge in Tausend Euro"."""

import re

from apps.text.numbers.scale_words import SCALE_WORD

BAR = "|"
SCALE = rf"(?:(?i:{SCALE_WORD}|thousands|millions|billions|hundert)|1(?:[. ]?000){{1,2}}|100)"
SCALED = rf"(?:{SCALE}(?:[ \t](?:of )?(?:Euros?|EUR|DM|Dollars?|[A-ZÄÖÜ]\w+)|[ \t]?€)?|T[ \t]?€|T[ \t]?EUR|TEuro|k€)"
OTHER = r"(?:Prozent|%|v\. ?H\.|percent|Promille|DM|Cent|Hektar|ha)"
NOUN = r"(?:Beträge|(?:Zahlen)?[Aa]ngaben|Werte|Zahlen|Ansätze|Summen|Preise|[Aa]mounts|[Ff]igures|[Vv]alues)"
STATED = re.compile(rf"\b{NOUN}\b[^.\n|]{{0,40}}?\bin[ \t](?P<unit>{SCALED}|{OTHER})(?!\w)")
AT_END = re.compile(rf"\bin[ \t](?P<unit>{SCALED})[)\]]?[.:]?[*_ \t]*$", re.MULTILINE)
OF_ALL = re.compile(r"\b(?:alle|sämtliche|all)\b", re.IGNORECASE)
NAMES_UNIT = re.compile(
    r"\bin (?!\d)|[%€$]|\b(?:Euro|EUR|T€|TEUR|Cent|DM|Prozent|km|m²|qm|kg|ha|Hektar)\b"
    r"|\b(?:Anzahl|Zahl|\w*[Ss]tellen|Personen|Einwohner\w*|Jahr|Nr|Nummer|Datum|Seite|Konto\w*|Kennziffer)\b"
)
"""In the head of a column: what its cells are it says itself, or they are counted."""
BARE_FIGURE = re.compile(r"[(+–−-]?\s?\d{1,15}(?:[.,\u00a0\u202f ]\d{1,6}){0,5}\)?(?:[¹²³*]|\[\^\w{1,4}\])?")
FARTHEST = 5_000
"""Characters above a table."""
LINES_BELOW = 2


def find_unit_line(before: str, after: str, key: str = "") -> str:
    """The words that say in what the figures of a table are; an empty text where none do, or they are plain euros.

    `before` and `after` are what stands around the table, `key` is the head of its first column. Above another table
    they hold only where they speak of all figures.
    """
    if AT_END.search(key.rstrip(")]*_ ")):
        return key
    window = before[-FARTHEST:]
    own = window[end_of_last_table_row(window) :]
    return (
        last_unit_line(own)
        or unit_line_below(after)
        or next((one for one in [last_unit_line(window)] if OF_ALL.search(one)), "")
    )


def parse_unit_of_line(line: str) -> str:
    """The unit as it is written there."""
    found = STATED.search(line) or AT_END.search(line.rstrip(")]*_ "))
    return found["unit"] if found else ""


def end_of_last_table_row(text: str) -> int:
    """The place after the last row of a table in a text; 0 without one."""
    rows = [found.end() for found in re.finditer(r"^[ \t]*\|.*$", text, re.MULTILINE)]
    return rows[-1] if rows else 0


def last_unit_line(text: str) -> str:
    found = [*STATED.finditer(text), *AT_END.finditer(text)]
    last = max(found, key=lambda one: one.start(), default=None)
    if last is None or text[text.rfind("\n", 0, last.start()) + 1 :].lstrip().startswith(BAR):
        return ""
    begin = max(text.rfind(sign, 0, last.start()) for sign in ("\n", ". ", "! "))
    return text[begin + 1 : last.end()].strip("#*_ \t.:")


def unit_line_below(text: str) -> str:
    lines = [line for line in text[:FARTHEST].splitlines() if line.strip()][:LINES_BELOW]
    for line in lines:
        if line.lstrip().startswith((BAR, "#")):
            break
        if found := STATED.search(line):
            return line[: found.end()].strip("*_ \t.:")
    return ""
