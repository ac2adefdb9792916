"""Normalises the characters of a text before it is stored, searched or quoted."""

import re
import unicodedata
from collections.abc import Collection

from apps.text.numbers.detect_money_terms import names_money
from apps.text.numbers.distinguish_powers_from_footnote_marks import RAISED, find_numbers_of_notes, is_power
from apps.text.numbers.raised_minutes import write_raised_minutes
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

NOTE_MARK = re.compile(
    rf"(?:(?<=[0-9])|(?:(?<=[^\W\d_]{{3}})|(?<=[^\W\d_][.,;:!?)\]\"“”»])|(?<=[%€]))(?={RAISED}(?![-/⁰¹²³⁴-⁹])))"
    rf"({RAISED})(?![^\W_]|⁄|/[₀-₉])"
    rf"|^([-*+>|•–_ \t]*)({RAISED})\)?(?:([ \t]+)(?=\S)|(?=[*_:]))",
    re.MULTILINE,
)
"""The sign of a note behind a word, a figure or a sentence, and at the beginning of the note; not of m² or kg/m³."""
PARAGRAPHS = re.compile(r"(\n[ \t]*\n)")


def bracket_note_marks(text: str) -> str:
    """ "45 Euro.¹" as "45 Euro. (1)", and the line of the note "¹ im Jahr" as "(1) im Jahr": as a plain figure the mark
    would belong to what stands before it. What surely is a power, such as 10⁶ Keime, stays; "8³⁰ Uhr" is "8:30 Uhr"."""
    if text.isascii():
        return text
    seen = write_raised_minutes(UNWANTED.sub("", text))
    if NOTE_MARK.search(seen) is None:
        return seen
    noted = find_numbers_of_notes(seen)
    return "".join(bracket_marks_of_paragraph(part, noted) for part in PARAGRAPHS.split(seen))


def bracket_marks_of_paragraph(text: str, noted: Collection[str]) -> str:
    """`noted`: numbers of which the text tells a note."""
    priced = names_money(text)

    def rewrite(found: re.Match[str]) -> str:
        mark, begins, begun, blank = found.groups()
        if begun:
            return f"{begins}({begun}){' ' if blank else ''}"
        return mark if is_power(text, *found.span(), noted, is_priced=priced) else f" ({mark})"

    return NOTE_MARK.sub(rewrite, text)


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
