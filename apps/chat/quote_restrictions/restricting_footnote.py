"""Finds the note at the foot of a page whose sign stands behind a quote, where it restricts what the quote says."""

import re

from apps.text.locate_quote import Span
from apps.text.restrictions.sentences_behind import restricts_as_note

SIGN = r"\*{1,3}\)?|[¹²³⁰-⁹]{1,3}\)?|\[\^?\w{1,4}\]|[†‡]|\(?\d{1,2}\)"
SIGN_BEHIND = re.compile(rf"[.!?\"“]?\s?({SIGN})(?=\s|[.,;|]|\Z)")
LONGEST_NOTE = 1_000


def restricting_note(text: str, quote: Span) -> str:
    """The note to the quote that restricts it, without its sign; or an empty text."""
    sign = SIGN_BEHIND.match(text, quote.end)
    if not sign:
        return ""
    note = re.compile(
        rf"^[ \t]*(?P<opened>\()?\\?{re.escape(sign[1])}[:.]?[ \t]*(?P<said>\S.{{0,{LONGEST_NOTE}}})$", re.MULTILINE
    )
    found = note.search(text, sign.end())
    said = found["said"].strip() if found else ""
    if found and found["opened"]:
        said = said.removesuffix(")")  # notes of printed tables are read as "(*: nur in den Ferien)"
    return said if said and restricts_as_note(said) else ""
