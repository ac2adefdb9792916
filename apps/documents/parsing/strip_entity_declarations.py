"""Strips entity declarations from parts of Office files; the names stay as they are written.

No program that writes such files declares any. LibreOffice and the reader of sheets refuse the whole file, and who
resolved the names would fetch what they point to.
"""

import re

DECLARATION = re.compile(rb"<!DOCTYPE\b[^\[>]*+(?:\[[^\]]*+\]\s*+)?+>")
NAMED = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);|#)")


LOOKED_AT = 1_024
"""Bytes of a part in which a declaration of its document type begins."""


def has_declarations(begin: bytes) -> bool:
    return b"<!DOCTYPE" in begin[:LOOKED_AT]


def strip_entity_declarations(part: bytes) -> bytes:
    """An entity is text from here on: `&name;`."""
    return NAMED.sub(b"&amp;", DECLARATION.sub(b"", part, count=1))
