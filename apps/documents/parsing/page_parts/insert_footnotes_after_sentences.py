"""Footnotes: told from the text by their small print at the foot of a page, put after the sentence that names them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from apps.documents.parsing.layout.find_ruled_tables import Ruling
from apps.documents.parsing.layout.join_lines import join_lines
from apps.documents.parsing.layout.reading_order import (
    RAISED_MARK,
    TextLine,
    append_raised_mark,
    flatten_raised_marks,
    tell_powers_and_times,
)
from apps.documents.parsing.page_parts.header_and_footer_candidates import sorted_rows
from apps.text.grammar.split_sentences import sentence_spans
from apps.text.numbers.distinguish_powers_from_footnote_marks import find_numbers_of_notes

SMALLER = 0.94
"""Of the letter size of running text: what footnotes are printed in at most."""
LOWER_PART = 0.35
"""Of the height of a page: notes stand below it."""
SHORTEST_RULE, LONGEST_RULE = 40.0, 220.0
"""Points: of the line above footnotes."""
FOOT = 0.84
"""Of the height of a page: below it stands its foot, in print of any size."""
APART = 0.8
"""Heights of a line that part the last note from a foot in small print."""
NOTE = re.compile(r"(?P<mark>\d{1,3}|[*†‡]{1,3}|[ivxl]{1,6}(?=\s))\)?\s*(?P<text>[^\s.,)].*)", re.DOTALL)
BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class PageNotes:
    """The notes by their marks, and the lines that are none in the order in which they were given."""

    notes: dict[str, str]
    rest: list[TextLine]


def separate_footnotes(
    lines: Sequence[TextLine],
    body_size: float,
    height: float,
    rulings: Sequence[Ruling] = (),
    tables: Iterable[str] = (),
) -> PageNotes:
    """Only notes whose mark stands in the text above them, or in a table, are taken out of it.

    `rulings` are the horizontal ones: below a short one at the foot, notes may be as large as the text. `tables` are in
    Markdown.
    """
    tables = list(tables)
    if not any(RAISED_MARK.search(text) for text in (*tables, *(line.text for line in lines))):
        return PageNotes({}, list(lines))
    rows = sorted_rows(lines)
    noted = marks_at_foot(lines, height)
    named = {mark for table in tables for mark in RAISED_MARK.findall(tell_powers_and_times(table, noted))}
    for row in rows:
        named |= {
            found[1] for found in RAISED_MARK.finditer(tell_powers_and_times(row_text(row), noted)) if found.start()
        }
    notes: dict[str, str] = {}
    taken: set[int] = set()
    for note in notes_at_foot(rows, body_size, height, top_of_notes(rulings, height)):
        found = NOTE.fullmatch(flatten_raised_marks(join_lines(map(row_text, note))))
        if found and found["mark"] in named and found["mark"] not in notes:
            notes[found["mark"]] = found["text"]
            taken.update(id(line) for row in note for line in row)
    return PageNotes(notes, [line for line in lines if id(line) not in taken])


def marks_at_foot(lines: Sequence[TextLine], height: float) -> set[str]:
    """Returns the marks that begin a printed row in the lower part of the page: one may be that of a note."""
    return set(filter(None, (leading_mark(row) for row in sorted_rows(lines) if row[0].y0 > LOWER_PART * height)))


def row_text(row: Sequence[TextLine]) -> str:
    return " ".join(line.text for line in row)


def notes_at_foot(
    rows: Sequence[list[TextLine]], body_size: float, height: float, top: float
) -> Iterator[list[list[TextLine]]]:
    """The printed rows of each note, of the rows in small print after the last in the size of running text."""
    last = len(rows)
    if not rows or rows[-1][0].y0 < top:
        while last and not is_small_print(rows[last - 1], body_size) and rows[last - 1][0].y0 > FOOT * height:
            last -= 1
    first = last
    while first and may_be_note(rows[first - 1], body_size, top) and rows[first - 1][0].y0 > LOWER_PART * height:
        first -= 1
    note: list[list[TextLine]] = []
    for row in rows[first:last]:
        if begins_note(row, note):
            if note:
                yield note
            note = []
        elif note and is_page_footer_row(row, note):
            break
        note.append(row)
    if note:
        yield note


def is_page_footer_row(row: Sequence[TextLine], note: Sequence[Sequence[TextLine]]) -> bool:
    """Whether the line belongs to the foot of the page: it stands apart, or in larger print than the note above it."""
    return row[0].y0 - note[-1][0].y1 > APART * row[0].height or is_small_print(note[0], row[0].size)


def begins_note(row: Sequence[TextLine], note: Sequence[Sequence[TextLine]]) -> bool:
    """Not a further line of the note before that begins with a figure: marks count on, and stand at the margin."""
    mark = leading_mark(row)
    before = leading_mark(note[0]) if note else ""
    if mark.isdigit() and before.isdigit():
        return int(mark) == int(before) + 1
    return bool(mark)


def leading_mark(row: Sequence[TextLine]) -> str:
    found = NOTE.fullmatch(flatten_raised_marks(row_text(row)))
    return found["mark"] if found else ""


def may_be_note(row: Sequence[TextLine], body_size: float, top: float) -> bool:
    return row[0].y0 >= top or is_small_print(row, body_size)


def top_of_notes(rulings: Sequence[Ruling], height: float) -> float:
    """Returns the height of the lowest short line in the lower part of the page; infinite without one."""
    short = (line.at for line in rulings if SHORTEST_RULE <= line.end - line.start <= LONGEST_RULE)
    return max((at for at in short if at > LOWER_PART * height), default=inf)


def is_small_print(row: Sequence[TextLine], body_size: float) -> bool:
    return max(row, key=lambda line: len(line.text)).size <= SMALLER * body_size


def insert_footnotes(text: str, notes: dict[str, str]) -> str:
    """Markdown with each note in brackets after the sentence that names it, of a table after the table.

    Takes those that are told out of `notes`. Marks of notes go, on whatever page their notes are; figures of formulas
    stay.
    """
    if RAISED_MARK.search(text) is None:
        return text
    known = dict(notes)
    noted = {*known, *find_numbers_of_notes(flatten_raised_marks(text))}
    blocks = [tell_powers_and_times(block, noted) for block in text.split(BETWEEN)]
    for block in blocks:
        for mark in RAISED_MARK.findall(block):
            notes.pop(mark, None)
    return BETWEEN.join(insert_notes_into_block(block, known) for block in blocks)


def insert_notes_into_block(block: str, known: Mapping[str, str]) -> str:
    """Every sentence and every table that names a note is told it: each may be quoted alone."""
    if block.lstrip().startswith("|"):
        told = [format_note(mark, known[mark]) for mark in dict.fromkeys(RAISED_MARK.findall(block)) if mark in known]
        return BETWEEN.join([keep_marks_in_cells(block, known), *told])
    plain, places = "", []
    position = 0
    for found in RAISED_MARK.finditer(block):
        plain += block[position : found.start()]
        position = found.end()
        if found[1] in known:
            places.append((len(plain), format_note(found[1], known[found[1]])))
        else:
            # What stands before it is looked at too: after a word it is the mark of a note on another page.
            plain = flatten_raised_marks(plain + found[0])
    plain += block[position:]
    for end, told in reversed(list(notes_by_sentence_end(plain, places))):
        plain = f"{plain[:end]} {' '.join(told)}{plain[end:]}"
    return plain


def keep_marks_in_cells(table: str, known: Mapping[str, str]) -> str:
    """The mark of a note that is told below the table stays in its cell, and tells of which value it is."""
    told, place = "", 0
    for found in RAISED_MARK.finditer(table):
        told += table[place : found.start()]
        told = f"{told} ({found[1]})" if found[1] in known else append_raised_mark(told, found[1])
        place = found.end()
    return told + table[place:]


def notes_by_sentence_end(text: str, places: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yields the end of each sentence after which there is something to be told, and what."""
    left = list(places)
    for _, end in sentence_spans(text):
        if told := [note for place, note in left if place <= end]:
            yield end, [*dict.fromkeys(told)]
        left = [each for each in left if each[0] > end]
    if left:
        yield len(text), [*dict.fromkeys(note for _, note in left)]


def format_note(mark: str, note: str) -> str:
    return f"({mark}: {note})"


def format_remaining_notes(notes: dict[str, str]) -> list[str]:
    """What is left of them, as paragraphs."""
    return [format_note(mark, note) for mark, note in notes.items()]
