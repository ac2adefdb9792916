"""Signs of symbol fonts in Unicode: a ticked box is a letter of Wingdings, or lies in the area for private use."""

import re
from functools import lru_cache

from apps.documents.parsing.symbol_fonts.encodings import SYMBOL, WEBDINGS, WINGDINGS, WINGDINGS_2, WINGDINGS_3

ENCODINGS = {
    "wingdings2": WINGDINGS_2,
    "wingdings3": WINGDINGS_3,
    "wingdings": WINGDINGS,
    "webdings": WEBDINGS,
    "symbol": SYMBOL,
}
"""By the first letters of a font's name, the longer ones first."""
NO_NAME = re.compile(r"[^a-z0-9]")
PRIVATE, FIRST = 0xF000, 0x20


@lru_cache(maxsize=256)
def symbol_encoding(font: str) -> str:
    """Empty for other fonts. A part of a font within a PDF is called "ABCDEF+Wingdings-Regular"."""
    name = NO_NAME.sub("", font.rpartition("+")[2].lower())
    return next((encoding for known, encoding in ENCODINGS.items() if name.startswith(known)), "")


def symbols_to_unicode(text: str, font: str) -> str:
    """The text of a font by its name; what the font does not have stays."""
    encoding = symbol_encoding(font)
    return "".join(symbol_to_unicode(character, encoding) for character in text) if encoding else text


def symbol_to_unicode(character: str, encoding: str) -> str:
    """Letters are signs, too, but in Symbol, of which programs know the letters."""
    code = ord(character) - PRIVATE if ord(character) >= PRIVATE else -1
    if code < 0 and encoding is not SYMBOL:
        code = (character.encode("cp1252", "ignore") or b"\0")[0]
    found = encoding[code - FIRST] if FIRST <= code < FIRST + len(encoding) else " "
    return character if found == " " else found
