"""Finds the notes at the foot of a page whose signs a quote carries, and the one that restricts what it says."""

import re
from collections.abc import Iterator
from itertools import chain, islice, pairwise

from apps.text.locate_quote import Span
from apps.text.restrictions.restricting_sentences_after import restricts_as_note

SIGN = r"\*{1,3}\)?|[¹²³⁰-⁹]{1,3}\)?|\[\^?\w{1,4}\]|[†‡]|\(?\d{1,2}\)"
SIGN_BEHIND = re.compile(rf"[.!?\"“]?\s?({SIGN})(?=\s|[.,;|]|\Z)")
SIGN_WITHIN = re.compile(r"(?<=\w)(\*{1,3}\)?|[¹²³⁰-⁹]{1,3}\)?|\[\^\w{1,4}\]|[†‡])(?=[\s.,;:|])")
"""Those that are surely one within a sentence: "2)" may be an item, "[1]" a link."""
SIGN_IN_CELL = re.compile(r"(?<=\S )(\(\d{1,2}\))(?= ?\|)")
"""At the end of a cell, as notes of printed tables are named: "2,90 Euro (3)"."""
SIGN_AS_FIGURE = re.compile(r"(?<=\d) (?:(\d{1,2})|\((?P<apart>\d{1,2})\))(?= ?\|)")
ITEM = re.compile(
    r"(?:(?<=[.!?:;,]\s)|(?<=[.!?:;,][\"“”]\s))\d{1,2}\)[ \t]+[^\s|]|(?<=\n)(?:\*{1,3}|\(?\d{1,2}\))[ \t]+[^\s|]"
)
"""What begins an item behind the quote: "Wir zahlen 5 Euro. 2) Es gilt …". "(2)" within a line may be a sign."""
LONGEST_EMPHASIS = 240
LONGEST_NOTE = 1_000
MOST_NOTES = 3
"""Within a quote: more are signs of something else."""
MOST_LINES = 500
"""That may be a note to one sign."""


def restricting_note(text: str, quote: Span) -> str:
    """The first note to the quote that restricts it, without its sign; or an empty text."""
    told = (text[place.start : place.end] for place in find_footnotes(text, quote))
    return next(filter(restricts_as_note, told), "")


def note_to_cell(text: str, quote: Span) -> str:
    """The note to a figure in a quoted row, where its raised sign is read as "1.200 1" or "1.200 (1)" and the note
    begins with a bare 1; or an empty text. Whatever it says, the first sign is no part of the figure; to the second
    only a note counts that restricts."""
    if not text[text.rfind("\n", 0, quote.start) + 1 :].lstrip().startswith("|"):
        return ""
    # The bar of its cell may stand behind the quote.
    signs = SIGN_AS_FIGURE.finditer(text, quote.start, min(quote.end + len(") |"), len(text)))
    for sign in islice(signs, MOST_NOTES):
        number = sign[1] or sign["apart"]
        note = re.compile(rf"^[ \t]*{number}\)?[ \t]+(?P<said>[^\W\d]\S.{{0,{LONGEST_NOTE}}})$", re.MULTILINE)
        found = note.search(text, quote.end)
        if found and (sign[1] or restricts_as_note(found["said"])):
            return found["said"].rstrip()
    return ""


def find_footnotes(text: str, quote: Span) -> Iterator[Span]:
    """The notes below it whose signs stand within the quote or right behind it, without their signs; reads the rest of
    the page once for each of at most four."""
    behind = SIGN_BEHIND.match(text, quote.end)
    # What follows the sign may stand behind the quote: a blank, or the last bracket and the bar of its cell.
    within = SIGN_WITHIN.finditer(text, quote.start, min(quote.end + 1, len(text)))
    in_cells = SIGN_IN_CELL.finditer(text, quote.start, min(quote.end + len(") |"), len(text)))
    signs = [*islice(chain(within, in_cells), MOST_NOTES), *([behind] if behind else [])]
    found = {sign[1]: find_footnote_span(text, sign) for sign in signs if not is_item_or_emphasis(text, sign)}
    yield from (place for place in found.values() if place)


def is_item_or_emphasis(text: str, sign: re.Match[str]) -> bool:
    """Whether it begins an item, or its stars close what such stars opened: "**Der Eintritt** kostet"."""
    start = sign.start(1)
    if ITEM.match(text, start):
        return True
    before = text[max(0, start - LONGEST_EMPHASIS) : start]
    return sign[1].strip("*") == "" and opens_emphasis(before.rpartition("\n")[2], sign[1])


def opens_emphasis(line: str, stars: str) -> bool:
    """Whether the last stars of the line open it: they stand before a letter and not behind one."""
    return re.search(rf"(?<![\w*\\.,%€)]){re.escape(stars)}(?=[^\s*])[^*]*\Z", line) is not None


def find_footnote_span(text: str, sign: re.Match[str]) -> Span | None:
    """The first line behind the sign that begins with it and is no item of a list, in which others begin with it, too;
    where all are such items, the first of them."""
    lines = lines_starting_with_sign(text, sign)
    # Items stand in one paragraph.
    goes_on = [False, *("\n\n" not in text[one.end() : other.start()] for one, other in pairwise(lines)), False]
    alone = [line for line, (before, after) in zip(lines, pairwise(goes_on), strict=False) if not before and not after]
    found = next(iter(alone or lines), None)
    if found is None:
        return None
    start, said = found.start("said"), found["said"].rstrip()
    # Notes of printed tables are read as "(*: nur in den Ferien)", those with a number as "(3: nur in den Ferien)".
    return Span(start, start + len(said.removesuffix(")") if found["opened"] else said))


def lines_starting_with_sign(text: str, sign: re.Match[str]) -> list[re.Match[str]]:
    """Finds the lines behind the sign that begin with it; a word in emphasis begins with none."""
    own = re.escape(sign[1])
    # "*" is another sign than "**", and "*Wichtig* ist" is none.
    begins = rf"\\?{own}(?![*¹²³⁰-⁹])(?!(?<=\*)[^\s*][^*\n]{{0,{LONGEST_EMPHASIS}}}\*)[:.]?"
    bare = re.escape(sign[1].strip("()"))
    note = re.compile(
        rf"^[ \t]*(?:(?P<opened>\((?:{bare}: |{begins}))|{begins})[ \t]*(?P<said>\S.{{0,{LONGEST_NOTE}}})$",
        re.MULTILINE,
    )
    return list(islice(note.finditer(text, sign.end()), MOST_LINES))
