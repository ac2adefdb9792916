"""Finds the notes at the foot of a page whose signs a quote carries, and the one that restricts what it says."""

import re
from collections.abc import Iterator
from itertools import islice

from apps.text.locate_quote import Span
from apps.text.restrictions.restricting_sentences_after import restricts_as_note

SIGN = r"\*{1,3}\)?|[¹²³⁰-⁹]{1,3}\)?|\[\^?\w{1,4}\]|[†‡]|\(?\d{1,2}\)"
SIGN_BEHIND = re.compile(rf"[.!?\"“]?\s?({SIGN})(?=\s|[.,;|]|\Z)")
SIGN_WITHIN = re.compile(r"(?<=\w)(\*{1,3}\)?|[¹²³⁰-⁹]{1,3}\)?|\[\^\w{1,4}\]|[†‡])(?=[\s.,;:|])")
"""Those that are surely one within a sentence: "2)" may be an item, "[1]" a link."""
LONGEST_NOTE = 1_000
MOST_NOTES = 3
"""Of a quote: more are signs of something else."""


def restricting_note(text: str, quote: Span) -> str:
    """The note to the quote that restricts it, without its sign; or an empty text."""
    sign = SIGN_BEHIND.match(text, quote.end)
    place = note_of(text, sign) if sign else None
    said = text[place.start : place.end] if place else ""
    return said if said and restricts_as_note(said) else ""


def notes_to(text: str, quote: Span) -> Iterator[Span]:
    """The notes below it whose signs stand within the quote or right behind it, without their signs; reads the rest of
    the page once for each of at most three."""
    behind = SIGN_BEHIND.match(text, quote.end)
    signs = [*islice(SIGN_WITHIN.finditer(text, quote.start, quote.end), MOST_NOTES), *([behind] if behind else [])]
    found = {sign[1]: note_of(text, sign) for sign in signs[:MOST_NOTES]}
    yield from (place for place in found.values() if place)


def note_of(text: str, sign: re.Match[str]) -> Span | None:
    """The first line behind the sign that begins with it."""
    note = re.compile(
        rf"^[ \t]*(?P<opened>\()?\\?{re.escape(sign[1])}[:.]?[ \t]*(?P<said>\S.{{0,{LONGEST_NOTE}}})$", re.MULTILINE
    )
    found = note.search(text, sign.end())
    if found is None:
        return None
    start, said = found.start("said"), found["said"].rstrip()
    # Notes of printed tables are read as "(*: nur in den Ferien)".
    return Span(start, start + len(said.removesuffix(")") if found["opened"] else said))
