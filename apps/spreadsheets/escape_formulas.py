"""Escapes texts that a spreadsheet would take for a formula, and back again.

A CSV is opened with whatever separates fields in the reader's country, so that a formula may begin after any comma,
semicolon, tab, bar or line break within a text. What is invisible, and quotes, may stand before it.
"""

import re

# No line breaks and no tab: they are among the signs below, and a run of them would be read anew at each of its places.
INVISIBLE = (
    r"\x00-\x08\x0b\x0c\x0e-\x20\x7f-\xa0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    r"\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    r"\U000e0000-\U000e0fff"
)
# The signs that begin a formula, their wide, small and raised forms, and what ends a field early.
BEGINS = r"=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212\u207a-\u207c\u208a-\u208c"
FORMULA = rf"""(?=[{INVISIBLE}"']*+[{BEGINS}])"""
CELL_START = re.compile(rf"\A{FORMULA}")
FIELD_STARTS = re.compile(rf"(?:\A|(?<=[,;\t|\r\n])){FORMULA}")
MARKED_STARTS = re.compile(rf"(?:\A|(?<=[,;\t|\r\n]))'{FORMULA}")
NUMBER = re.compile(r"[+-]?\d{1,300}(?:[.,]\d{1,300})?(?:[eE][+-]?\d{1,3})?", re.ASCII)


def escape_formulas(value: object) -> str:
    """Puts an apostrophe before each place of a field of CSV where a formula could begin. Numbers stay numbers.

    What already begins with apostrophes gets one more, so that `unescape_formulas` restores exactly what was there.
    """
    text = "" if value is None else str(value)
    return text if NUMBER.fullmatch(text) else FIELD_STARTS.sub("'", text)


def unescape_formulas(text: str) -> str:
    """What `escape_formulas` was given: without the apostrophes that it put in."""
    rest = MARKED_STARTS.sub("", text)
    return rest if escape_formulas(rest) == text else text


def looks_like_formula(text: str) -> bool:
    """Whether a whole cell looks like one, where nothing separates fields."""
    return CELL_START.match(text) is not None and not NUMBER.fullmatch(text)
