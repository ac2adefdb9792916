"""Inserts endnotes after the sentences that refer to them, so that a restriction stands beside what it restricts.

Only where the paragraph of the file is printed as a paragraph, entry, cell or heading of its own, as often as the file
has it: beside another sentence a note would say what the document does not. The page on which an endnote is printed
keeps it.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from apps.documents.parsing.endnotes.endnote import Endnote
from apps.documents.parsing.layout.reading_order import ENDS_WITH_WORD, NOTE_MARK
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.complete_cut_sentences_from_office_file import (
    EDGE,
    SENTENCE_ENDS,
    positions_after_letters,
)
from apps.documents.parsing.repair_printed_pages.find_paragraphs_on_pages import MOST_ALIKE
from apps.documents.parsing.repair_printed_pages.restore_paragraphs import ITEM
from apps.documents.parsing.repair_printed_pages.restore_word_spacing import BLOCK
from apps.documents.parsing.types import ParsedPage
from apps.text.comparable_letters import comparable_letters

BETWEEN = "\n\n"
TABLE_OR_HEADING = ("|", "#")
LEAST_LETTERS = 6
"""By which a paragraph is known."""
LONGEST_NOTE, MOST_NOTES = 2_000, 2_000
"""Characters of a note, and notes of a document; further ones stand on their own page alone."""

PlacedNote = tuple[int, int, str]
"""The index of a page, after how many letters of its body the mark stands, and the note in brackets."""


class NamedNotes(NamedTuple):
    """The letters of a paragraph as they may be printed, and each of its notes with the letters up to its mark."""

    key: str
    notes: Sequence[tuple[int, str]]


class PrintedPlace(NamedTuple):
    """The place of a printed paragraph: so many letters from `start` on, `rest` letters on the next page."""

    page: int
    start: int
    letters: int
    rest: int = 0


def insert_endnotes(pages: Sequence[ParsedPage], own: Sequence[SourceParagraph]) -> list[ParsedPage]:
    """Only where the paragraph stands on a page; a note that stands in brackets already is left alone."""
    if not any(each.endnotes for each in own):
        return list(pages)
    named: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for index, letters, note in islice(place_endnotes([page.body_text for page in pages], own), MOST_NOTES):
        named[index].append((letters, note))
    return [insert_notes_into_page(page, named[index]) if named[index] else page for index, page in enumerate(pages)]


def place_endnotes(bodies: Sequence[str], own: Sequence[SourceParagraph]) -> Iterator[PlacedNote]:
    """Yields where each endnote goes; of paragraphs alike the first is the one that is printed first."""
    told = [each for each in own if not (each.notes or each.comment or each.picture)]
    ways = [way for each in told for way in printed_variants(comparable_letters(each.text), each.endnotes)]
    often = Counter(way.key for way in ways)
    found = printed_places(bodies, dict.fromkeys(way.key for way in ways if way.notes))
    passed: Counter[str] = Counter()
    for way in ways:
        places = found.get(way.key, ())
        if len(places) == often[way.key]:
            yield from (endnote_place(places[passed[way.key]], len(way.key), *each) for each in way.notes)
        passed[way.key] += 1


def printed_variants(key: str, endnotes: Sequence[Endnote]) -> list[NamedNotes]:
    """Returns the paragraph without marks, and with those that print joins to what stands before ("25ii Euro")."""
    ends = list(ends_before_marks(key, endnotes))
    marks = [mark_in_print(each) for each in endnotes[: len(ends)]]
    parts = [key[first:last] for first, last in pairwise([0, *ends, len(key)])]
    marked = "".join(map("".join, zip(parts, [*marks, ""], strict=True)))
    moved = map(int.__add__, ends, accumulate(map(len, marks)))
    ways = [
        NamedNotes(key, notes_with_positions(ends, ends, endnotes)),
        NamedNotes(marked, notes_with_positions(ends, moved, endnotes)),
    ]
    return ways[: 1 if marked == key else 2]


def ends_before_marks(key: str, endnotes: Iterable[Endnote]) -> Iterator[int]:
    """After how many letters they stand; of the first ones, as far as the paragraph has the letters before them."""
    end = 0
    for each in endnotes:
        before = comparable_letters(each.before)
        if not key.startswith(before, end):
            return
        end += len(before)
        yield end


def notes_with_positions(
    own: Iterable[int], printed: Iterable[int], endnotes: Iterable[Endnote]
) -> list[tuple[int, str]]:
    """A mark before all letters of its paragraph belongs to no sentence."""
    return [
        (end, f"({note.mark}: {note.text})")
        for before, end, note in zip(own, printed, endnotes, strict=False)
        if before and len(note.text) <= LONGEST_NOTE
    ]


def mark_in_print(endnote: Endnote) -> str:
    is_told = NOTE_MARK.fullmatch(endnote.mark) and ENDS_WITH_WORD.search(endnote.before.rstrip())
    return "" if is_told else comparable_letters(endnote.mark)


def printed_places(bodies: Sequence[str], keys: Collection[str]) -> Mapping[str, Sequence[PrintedPlace]]:
    """Finds paragraphs of these letters, whole or cut by the end of a page, whose sentence may be completed."""
    found: defaultdict[str, list[PrintedPlace]] = defaultdict(list)
    begin: defaultdict[str, list[str]] = defaultdict(list)
    for key in keys:
        if len(begin[key[:EDGE]]) < MOST_ALIKE:
            begin[key[:EDGE]].append(key)
    pages = [list(block_letters(body)) for body in bodies]
    for page, (here, following) in enumerate(pairwise([*pages, []])):
        for start, letters in here:
            if letters in keys and len(letters) >= LEAST_LETTERS:
                found[letters].append(PrintedPlace(page, start, len(letters)))
        if here and following:
            (start, letters), (_, after) = here[-1], following[0]
            for key in begin.get(letters[:EDGE], ()):
                if is_cut_by_page_end(key, letters, after):
                    found[key].append(PrintedPlace(page, start, len(letters), len(after)))
    return found


def is_cut_by_page_end(key: str, before: str, after: str) -> bool:
    """Whether it begins with the last letters of a page and ends with the first ones of the next."""
    missing = len(key) - len(before)
    return len(before) >= EDGE and 0 < missing <= len(after) and key.startswith(before) and key.endswith(after)


def block_letters(body: str) -> Iterator[tuple[int, str]]:
    """The letters of blocks, cells, and entries with and without what counts them; before each, how many precede it."""
    done = 0
    for block in BLOCK.finditer(body):
        cuts = {0, len(block[0]), *(entry.start() for entry in ITEM.finditer(block[0]))}
        for first, last in pairwise(sorted(cuts)):
            text = block[0][first:last]
            letters, uncounted = comparable_letters(text), comparable_letters(ITEM.sub("", text, count=1))
            yield done, letters
            if uncounted != letters:
                yield done + len(letters) - len(uncounted), uncounted
            done += len(letters)


def endnote_place(place: PrintedPlace, length: int, letters: int, note: str) -> PlacedNote:
    """Returns where so many letters of a paragraph of this length end."""
    if letters <= place.letters:
        return place.page, place.start + letters, note
    return place.page + 1, place.rest - (length - letters), note


def insert_notes_into_page(page: ParsedPage, named: Sequence[tuple[int, str]]) -> ParsedPage:
    told, parts, done = page.body_text, list[str](), 0
    fresh = sorted((letters, note) for letters, note in named if note not in told)
    places = positions_behind_sentences(told, positions_after_letters(told, [letters for letters, _ in fresh]))
    for (place, gap), (_, note) in zip(places, fresh, strict=True):
        parts += [told[done:place], gap, note]
        done = place
    body = "".join([*parts, told[done:]])
    start, end = page.body or (0, len(page.text))
    where = None if page.body is None else (start, start + len(body))
    return replace(page, text=f"{page.text[:start]}{body}{page.text[end:]}", body=where)


def positions_behind_sentences(body: str, places: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The end of the sentence in which each place stands, of a table or a heading its own; and what parts it there."""
    cuts = [*sorted(part_ends(body)), len(body)]
    known: dict[int, list[int]] = {}
    for place in places:
        part = bisect_left(cuts, place)
        begins, ends = cuts[part - 1] + 1 if part else 0, cuts[part]
        if part not in known:
            known[part] = list(sentence_ends(body[begins:ends], begins))
        sentence = bisect_left(known[part], place)
        yield (known[part][sentence], " ") if sentence < len(known[part]) else (ends, gap_behind(body, begins))


def part_ends(body: str) -> set[int]:
    """Returns the ends of blocks, and of entries in them, which may end without a full stop."""
    blocks = {cut.start() for cut in re.finditer(BETWEEN, body)}
    return blocks | {entry.start() - 1 for entry in ITEM.finditer(body) if entry.start()}


def sentence_ends(part: str, begins: int) -> Iterator[int]:
    """None of a table or a heading, below which its notes stand."""
    if not part.lstrip().startswith(TABLE_OR_HEADING):
        yield from (begins + found.end() for found in SENTENCE_ENDS.finditer(part))


def gap_behind(body: str, begins: int) -> str:
    return BETWEEN if body[begins : begins + 2].lstrip().startswith(TABLE_OR_HEADING) else " "
