"""Puts endnotes behind the sentences that name them, as footnotes are: what restricts a sentence stands beside it.

The page on which an endnote is printed keeps it.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from apps.documents.parsing.office_source_text.own_paragraph import OwnParagraph
from apps.documents.parsing.repair_printed_pages.complete_sentences_from_source import (
    EDGE,
    ENDS,
    letters_alone,
    place_of_letter,
)
from apps.documents.parsing.repair_printed_pages.find_paragraphs_on_pages import LettersOfPages
from apps.documents.parsing.types import ParsedPage

BETWEEN = "\n\n"
TABLE_OR_HEADING = ("|", "#")
LEAST_LETTERS = 6
"""By which a paragraph, or the text before a mark, is known."""
LONGEST_NOTE = 2_000

Named = tuple[int, str]
"""After how many letters of a body the mark stands, and its note in brackets."""


def with_endnotes(pages: Sequence[ParsedPage], own: Sequence[OwnParagraph]) -> list[ParsedPage]:
    """Only where the paragraph stands on a page; a note that stands in brackets already is left alone."""
    if not any(each.endnotes for each in own):
        return list(pages)
    named: defaultdict[int, list[Named]] = defaultdict(list)
    bodies = [letters_alone(page.body_text) for page in pages]
    starts = list(accumulate(map(len, bodies), initial=0))
    for place, note in named_in(bodies, own):
        index = bisect_right(starts, place - 1) - 1
        named[index].append((place - starts[index], note))
    return [with_notes_of(page, named[index]) if named[index] else page for index, page in enumerate(pages)]


def named_in(bodies: Sequence[str], own: Sequence[OwnParagraph]) -> Iterator[Named]:
    """As in all bodies together, whose letters are given. Each paragraph most likely follows the one before."""
    keys = [letters_alone(each.text) for each in own]
    whole, cursor = LettersOfPages("".join(bodies), keys), 0
    for each, key in zip(own, keys, strict=True):
        found = from_cursor(whole, key, cursor) if len(key) >= LEAST_LETTERS else -1
        cursor = max(found, cursor) if found >= 0 else cursor
        for mark, text, before in each.endnotes:
            end = end_of(letters_alone(before), whole, found, cursor)
            if end > 0 and len(text) <= LONGEST_NOTE:
                yield end, f"({mark}: {text})"


def from_cursor(whole: LettersOfPages, key: str, cursor: int) -> int:
    found = whole.find(key, cursor)
    return found if found >= 0 else whole.find(key)


def end_of(before: str, whole: LettersOfPages, paragraph: int, cursor: int) -> int:
    """Where the letters before a mark end; 0 where that is not certain. `paragraph` is -1 where it was not found."""
    if before and paragraph >= 0 and whole.letters.startswith(before, paragraph):
        return paragraph + len(before)
    known = before[-EDGE:]
    found = whole.letters.find(known, cursor) if len(known) >= LEAST_LETTERS else -1
    return found + len(known) if found >= 0 else 0


def with_notes_of(page: ParsedPage, named: Sequence[Named]) -> ParsedPage:
    body = page.body_text
    for letters, note in sorted(named, reverse=True):
        if note not in body:
            body = with_note(body, place_of_letter(body, letters), note)
    start, end = page.body or (0, len(page.text))
    where = None if page.body is None else (start, start + len(body))
    return replace(page, text=f"{page.text[:start]}{body}{page.text[end:]}", body=where)


def with_note(body: str, place: int, note: str) -> str:
    """Behind the sentence in which the place stands; of a table or a heading below it."""
    begins = body.rfind(BETWEEN, 0, max(place - 1, 0)) + 1
    ends = body.find(BETWEEN, place)
    ends = len(body) if ends < 0 else ends
    if body[begins:ends].lstrip().startswith(TABLE_OR_HEADING):
        return f"{body[:ends]}{BETWEEN}{note}{body[ends:]}"
    sentence = next((found.end() for found in ENDS.finditer(body[begins:ends]) if begins + found.end() >= place), None)
    at = ends if sentence is None else begins + sentence
    return f"{body[:at]} {note}{body[at:]}"
