"""Normalises the characters of a text before it is stored, searched or quoted."""

import re
import unicodedata
from collections.abc import Collection

from apps.text.strip_unstorable_characters import limit_combining_marks

# C0 and C1 controls, zero-width characters, direction marks, tags and lone surrogates: PostgreSQL refuses NUL and
# surrogates, the others break quotes that look right on the page, and tags are letters that models alone see.
# Tab, line feed and form feed stay.
UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
    "\ud800-\udfff\U000e0000-\U000e01ef]"
)
# Signs of symbol fonts come out in the private use area, often without the name of the font: those of Wingdings and two
# bullets of Symbol that stand in texts again and again.
SYMBOLS = {
    "\uf028": "✆", "\uf02a": "✉", "\uf02d": "–", "\uf046": "☞", "\uf04a": "☺", "\uf04c": "☹",
    "\uf06c": "●", "\uf06e": "■", "\uf06f": "☐", "\uf071": "❑", "\uf072": "❒", "\uf076": "❖",
    "\uf09f": "•", "\uf0a7": "▪", "\uf0a8": "☐", "\uf0b7": "•", "\uf0d8": "➢", "\uf0df": "←",
    "\uf0e0": "→", "\uf0e1": "↑", "\uf0e2": "↓", "\uf0e7": "←", "\uf0e8": "→", "\uf0e9": "↑",
    "\uf0ea": "↓", "\uf0ef": "⇦", "\uf0f0": "⇨", "\uf0fb": "✗", "\uf0fc": "✓", "\uf0fd": "☒",
    "\uf0fe": "☑",
}  # fmt: skip
PRIVATE = re.compile("[\ue000-\uf8ff]")
AFTER_FIGURE = re.compile("[⁰¹²³⁴-⁹¼½¾⅐-⅞↉](?:(?<=[0-9].)|(?<=[0-9][.,].))")
"""A raised figure or a fraction behind a figure, which NFKC would make one number: 120¹ is not 1201, 2½ not 21/2."""

RAISED = "[⁰¹²³⁴-⁹]{1,2}"
AS_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
NOTE_MARK = re.compile(
    rf"(?:(?<=[0-9])|(?<=[^\W\d_]{{3}})|(?<=[^\W\d_][.,;:!?)\]\"“”»])|(?<=[%€]))({RAISED})(?![^\W_]|[-/])"
    rf"|^([ \t]*)({RAISED})\)?[ \t]+(?=\S)",
    re.MULTILINE,
)
"""The sign of a note behind a word, a figure or a sentence, and at the beginning of the note; not of m² or kg/m³."""


NOTE_IN_BRACKETS = re.compile(r"^[ \t]*\(?(\d{1,2})\)[ \t]", re.MULTILINE)
BASE = re.compile(r"(?<![\d.,])(?:(?P<factor>[×·•⋅∙*][ \t]?)?(?P<ten>10)|\d{1,3})\Z")
"""A figure that may be raised to a power; 10 mostly is, as a factor always."""
LONGEST_BASE = 5


def bracket_note_marks(text: str) -> str:
    """ "45 Euro.¹" as "45 Euro. (1)", and the line of the note "¹ im Jahr" as "(1) im Jahr": as a plain figure the mark
    would belong to what stands before it. Powers such as 10² stay."""
    if text.isascii():
        return text
    seen = UNWANTED.sub("", text)
    marks = [(found[1], base_before(seen, found)) for found in NOTE_MARK.finditer(seen) if found[1]]
    named = {mark for mark, base in marks if base is None or not base["ten"]}
    noted = {found[3] for found in NOTE_MARK.finditer(seen) if found[3]}
    noted |= {found[1].translate(AS_RAISED) for found in NOTE_IN_BRACKETS.finditer(seen)}

    def rewrite(found: re.Match[str]) -> str:
        if found[3]:
            return f"{found[2]}({found[3]}) "
        return found[0] if is_power(found[1], base_before(seen, found), noted, named) else f" ({found[1]})"

    return NOTE_MARK.sub(rewrite, seen)


def base_before(text: str, found: re.Match[str]) -> re.Match[str] | None:
    return BASE.search(text, max(0, found.start() - LONGEST_BASE), found.start())


def is_power(mark: str, base: re.Match[str] | None, noted: Collection[str], named: Collection[str]) -> bool:
    """`noted`: marks of which a note is told in the text, `named`: those that stand behind something else than 10."""
    if base is None or (mark == "¹" and not base["factor"]):
        return False
    return bool(base["factor"]) or mark not in noted or (bool(base["ten"]) and mark in named)


def normalise_text(text: str) -> str:
    """NFKC (ligatures become letters, hard spaces spaces) without NUL, other controls and private characters.

    A blank parts a figure from a raised one or a fraction behind it.
    """
    if text.isascii() and text.isprintable():
        return text
    # What is not seen goes first: a word joiner stands between many a figure and the raised sign of its note.
    text = UNWANTED.sub("", PRIVATE.sub(lambda match: SYMBOLS.get(match[0], ""), text))
    return unicodedata.normalize("NFKC", limit_combining_marks(AFTER_FIGURE.sub(r" \g<0>", text)))


def has_nul(text: str) -> bool:
    return "\x00" in text


def count_readable_characters(text: str) -> int:
    """How many characters say something: spaces and characters the font could not name do not count."""
    return len("".join(text.split()).replace("\ufffd", ""))
