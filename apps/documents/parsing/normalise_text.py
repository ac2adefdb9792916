"""Normalises the characters of a text before it is stored, searched or quoted."""

import re
import unicodedata

from apps.text.strip_unstorable_characters import stream_safe

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
NOTE_MARK = re.compile(
    rf"(?:(?<=[0-9])|(?<=[^\W\d_]{{3}})|(?<=[^\W\d_][.,;:!?)\]\"“”»])|(?<=[%€]))({RAISED})(?![^\W_]|[-/])"
    rf"|^([ \t]*)({RAISED})\)?[ \t]+(?=\S)",
    re.MULTILINE,
)
"""The sign of a note behind a word, a figure or a sentence, and at the beginning of the note; not of m² or kg/m³."""


def with_note_marks_in_brackets(text: str) -> str:
    """ "45 Euro.¹" as "45 Euro. (1)", and the line of the note "¹ im Jahr" as "(1) im Jahr": as a plain figure the mark
    would belong to what stands before it."""
    if text.isascii():
        return text
    seen = UNWANTED.sub("", text)
    return NOTE_MARK.sub(lambda found: f"{found[2]}({found[3]}) " if found[3] else f" ({found[1]})", seen)


def normalise_text(text: str) -> str:
    """NFKC (ligatures become letters, hard spaces spaces) without NUL, other controls and private characters.

    A blank parts a figure from a raised one or a fraction behind it.
    """
    if text.isascii() and text.isprintable():
        return text
    # What is not seen goes first: a word joiner stands between many a figure and the raised sign of its note.
    text = UNWANTED.sub("", PRIVATE.sub(lambda match: SYMBOLS.get(match[0], ""), text))
    return unicodedata.normalize("NFKC", stream_safe(AFTER_FIGURE.sub(r" \g<0>", text)))


def has_nul(text: str) -> bool:
    return "\x00" in text


def readable_characters(text: str) -> int:
    """How many characters say something: spaces and characters the font could not name do not count."""
    return len("".join(text.split()).replace("\ufffd", ""))
