"""Distinguishes superscript exponents from footnote marks: "10⁶ Keime" and "2·10³" from "10² Euro"."""

import re
from collections.abc import Collection

from apps.text.numbers.units import MONEY, PERIODS, SHARES, unit_alternation

RAISED = "[⁰¹²³⁴-⁹]{1,2}"
AS_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
SIGNS = "\ue000\ue001"
"""Between which readers of files keep what is raised, until the page is put together."""
NOTE_BEGINS = re.compile(
    rf"^[-*+>|•–(\[^_ \t]*(?:<sup>[(\[]?)?(?:({RAISED})(?!\w)|({RAISED})(?=[^\W\d])"
    r"|(\d{1,2})(?:[\])*_:.]{1,4}(?:</sup>[)\]:.]{0,2})?[ \t]*|</sup>[)\]:.]{0,2}[ \t]*|[ \t]+)(?=[^\s|]))",
    re.MULTILINE,
)
"""The beginning of what may be a note, however its number is written: "2 unter 6", "[2]: unter 6", "| ² unter 6 |"."""
LONGEST_BASE = 6
"""Characters before a raised figure that are looked at."""
GAP = r"[ \t\u00a0\u202f]"
BASE = re.compile(
    rf"(?:(?P<factor>\d(?:[×·⋅∙*]|{GAP}[×·⋅∙*]{GAP}|{GAP}?×{GAP}?))"
    r"|(?<![\w.,:/*–-])(?<![–-] ))10\Z"
)
"""A 10 behind a figure and a sign of multiplication, which is a factor, or a 10 of its own; no end of a longer number,
of a span ("5–10") or of a date. A star or dot without a figure before it is a bullet or emphasis."""
PEOPLE = (
    r"person\w*|kind(?:er)?n?|erwachsene\w*|jugendliche\w*|schüler\w*|studierende\w*|teilnehm\w*|besuch\w*|gäste\w*"
    r"|mitglied\w*|einwohner\w*|bewohner\w*|beschäftigte\w*|mitarbeit\w*|plätze\w*|people|child(?:ren)?|adults?"
    r"|students?|participants?|visitors?|guests?|members?|inhabitants?|employees?|seats?"
)
IS_MONEY = re.compile(rf"[\s|*_]{{0,4}}(?:{unit_alternation(MONEY)})", re.IGNORECASE)
IS_COUNTED = re.compile(
    rf"[\s|*_]{{0,4}}(?:{unit_alternation(MONEY | SHARES | PERIODS)}|uhr\b|h\b|(?:{PEOPLE})\b)", re.IGNORECASE
)


def is_power(text: str, begin: int, end: int, noted: Collection[str], *, is_priced: bool) -> bool:
    """Whether the raised figure from `begin` to `end` (with signs that tell it is raised) surely is a power.

    `noted` are the numbers of the notes of the page, in plain digits; `is_priced` says that the paragraph or table
    names money. Where it is not sure, the figure is the mark of a note, which states no amount of its own.
    """
    base = BASE.search(text, max(0, begin - LONGEST_BASE), begin)
    if base is None:
        return False
    if base["factor"]:
        return IS_MONEY.match(text, end) is None
    number = text[begin:end].translate(AS_PLAIN).strip(SIGNS)
    may_be_note = number == "1" or number in noted or is_priced
    return not may_be_note and IS_COUNTED.match(text, end) is None


def is_base_of_power(before: str) -> bool:
    """Whether a raised figure behind it could be a power."""
    return BASE.search(before, max(0, len(before) - LONGEST_BASE)) is not None


def find_numbers_of_notes(text: str) -> set[str]:
    """In plain digits, of every line that may be a note; too many rather than too few."""
    return {next(filter(None, found.groups())).translate(AS_PLAIN) for found in NOTE_BEGINS.finditer(text)}
