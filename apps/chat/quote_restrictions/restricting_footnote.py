"""Finds the notes at the foot of a page whose signs a quote carries, and the one that restricts what it says."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from apps.text.locate_quote import Span
from apps.text.restrictions.restricting_sentences_after import restricts_as_note

SIGN = r"\*{1,3}\)?|[¹²³⁰-⁹]{1,3}\)?|\[\^?\w{1,4}\]|[†‡]|\(?\d{1,2}\)"
SIGN_BEHIND = re.compile(rf"[.!?\"“]?\s?({SIGN})(?=\s|[.,;|]|\Z)")
SIGN_WITHIN = re.compile(r"(?<=\w)(\*{1,3}\)?|[¹²³⁰-⁹]{1,3}\)?|\[\^\w{1,4}\]|[†‡])(?=[\s.,;:|])")
"""Those that are surely one within a sentence: "2)" may be an item, "[1]" a link."""
SIGN_IN_CELL = re.compile(r"(?<=\S )(\(\d{1,2}\))(?= ?\|)")
"""At the end of a cell, as notes of printed tables are named: "2,90 Euro (3)"."""
SIGN_AS_FIGURE = re.compile(r"(?<=\d) (\d{1,2})(?= ?\|)")
LONGEST_NOTE = 1_000
MOST_NOTES = 3
"""Of a quote: more are signs of something else."""


def restricting_note(text: str, quote: Span) -> str:
    """The note to the quote that restricts it, without its sign; or an empty text."""
    sign = SIGN_BEHIND.match(text, quote.end)
    place = note_of(text, sign) if sign else None
    said = text[place.start : place.end] if place else ""
    return said if said and restricts_as_note(said) else ""


def note_to_cell(text: str, quote: Span) -> str:
    """The note to a figure in a quoted row, where its raised sign is read as "1.200 1"; or an empty text. Whatever it
    says, the sign is no part of the figure."""
    if not text[text.rfind("\n", 0, quote.start) + 1 :].lstrip().startswith("|"):
        return ""
    # The bar of its cell may stand behind the quote.
    signs = SIGN_AS_FIGURE.finditer(text, quote.start, min(quote.end + len(" |"), len(text)))
    for sign in islice(signs, MOST_NOTES):
        note = re.compile(rf"^[ \t]*{sign[1]}\)?[ \t]+(?P<said>[^\W\d]\S.{{0,{LONGEST_NOTE}}})$", re.MULTILINE)
        if found := note.search(text, quote.end):
            return found["said"].rstrip()
    return ""


def notes_to(text: str, quote: Span) -> Iterator[Span]:
    """The notes below it whose signs stand within the quote or right behind it, without their signs; reads the rest of
    the page once for each of at most three."""
    behind = SIGN_BEHIND.match(text, quote.end)
    within = SIGN_WITHIN.finditer(text, quote.start, quote.end)
    # The last bracket may stand behind the quote, and so does the bar of its cell.
    in_cells = SIGN_IN_CELL.finditer(text, quote.start, min(quote.end + len(") |"), len(text)))
    signs = [*islice(chain(within, in_cells), MOST_NOTES), *([behind] if behind else [])]
    found = {sign[1]: note_of(text, sign) for sign in signs[:MOST_NOTES]}
    yield from (place for place in found.values() if place)


def note_of(text: str, sign: re.Match[str]) -> Span | None:
    """The first line behind the sign that begins with it."""
    begins, bare = rf"\\?{re.escape(sign[1])}[:.]?", re.escape(sign[1].strip("()"))
    note = re.compile(
        rf"^[ \t]*(?:(?P<opened>\((?:{bare}: |{begins}))|{begins})[ \t]*(?P<said>\S.{{0,{LONGEST_NOTE}}})$",
        re.MULTILINE,
    )
    found = note.search(text, sign.end())
    if found is None:
        return None
    start, said = found.start("said"), found["said"].rstrip()
    # Notes of printed tables are read as "(*: nur in den Ferien)", those with a number as "(3: nur in den Ferien)".
    return Span(start, start + len(said.removesuffix(")") if found["opened"] else said))
