"""Normalises the characters of a text before it is stored, searched or quoted."""

import re
import unicodedata

# C0 and C1 controls, zero-width characters, direction marks and lone surrogates: PostgreSQL refuses NUL and
# surrogates, the others break quotes that look right on the page. Tab, line feed and form feed stay.
UNWANTED = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ud800-\udfff]")
# Bullets of the symbol fonts come out in the private use area.
SYMBOLS = {"\uf0b7": "\u2022", "\uf0a7": "▪", "\uf02d": "–", "\uf0d8": "➢", "\uf0fc": "✓", "\uf06f": "□", "\uf0a8": "□"}
PRIVATE = re.compile("[\ue000-\uf8ff]")


def normalise_text(text: str) -> str:
    """NFKC (ligatures become letters, hard spaces spaces) without NUL, other controls and private characters."""
    if text.isascii() and text.isprintable():
        return text
    text = PRIVATE.sub(lambda match: SYMBOLS.get(match[0], ""), text)
    return UNWANTED.sub("", unicodedata.normalize("NFKC", text))


def has_nul(text: str) -> bool:
    return "\x00" in text


def readable_characters(text: str) -> int:
    """How many characters say something: spaces and characters the font could not name do not count."""
    return len("".join(text.split()).replace("\ufffd", ""))
