"""Splits a page into sentences and lines that can state a value, each with what it is said under."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.text.grammar.sentences import sentences
from apps.text.quotable_units import units

SHORTEST, LONGEST = 12, 400
LONGEST_LABEL = 60
FRONT_MATTER = "---"
SENTENCES_BEFORE = 2
"""Sentences of the same paragraph that tell what "dafür" or "es" stands for."""
HEADING = re.compile(r"^\s*#{1,6}\s+")
ITEM = re.compile(r"^\s*(?:[-*+•☐]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+")
LABELLED = re.compile(r"^[^.!?:]{2,80}: ")
BEGINS_LINE = re.compile(r"^\W*[A-ZÄÖÜ0-9]")
ENDED = re.compile(r"[.!?:;»”“\"]$")
SHORT_LINE = 0.6
"""Of the longest line of the paragraph: a shorter one was not broken for want of room."""


@dataclass(frozen=True, slots=True)
class SentenceInContext:
    """`lead` is the heading or the line above, `before` what the paragraph said before it, `row` the row as it reads
    with the names of its columns."""

    text: str
    lead: str = ""
    before: str = ""
    row: str = ""


def passages(text: str) -> Iterator[SentenceInContext]:
    """In their order. Questions and headings are leads only; what is longer than `LONGEST` is left out, rows too."""
    heading = ""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in paragraph.splitlines() if line.strip()]
        while lines and HEADING.match(lines[0]):
            heading = HEADING.sub("", lines.pop(0))
        if lines and lines[0].startswith("|"):
            rows = (unit for unit in units(paragraph) if unit.cells and len(unit.shown) <= LONGEST)
            yield from (SentenceInContext(unit.quote, heading, row=unit.shown) for unit in rows)
        elif len(lines) == 1 and is_label(lines[0]):
            heading = lines[0]
        elif lines and lines[0] != FRONT_MATTER:
            yield from of_lines(logical_lines(lines), heading)


def of_lines(lines: Sequence[str], heading: str) -> Iterator[SentenceInContext]:
    label = ""
    if len(lines) > 1 and is_label(lines[0]):
        label, lines = lines[0], lines[1:]
    before: deque[str] = deque(maxlen=SENTENCES_BEFORE)
    for line in lines:
        if len(lines) > 1 and (ITEM.match(line) or LABELLED.match(line)):
            before.clear()
        for sentence in sentences(ITEM.sub("", line)):
            if SHORTEST <= len(sentence) <= LONGEST and not sentence.endswith("?"):
                yield SentenceInContext(sentence, " ".join(filter(None, (heading, label))), " ".join(before))
            before.append(sentence)


def is_label(line: str) -> bool:
    """ "Heimatmuseum", "Sprechzeiten der Ämter": short, and no sentence."""
    return len(line) <= LONGEST_LABEL and not line.endswith((".", "!", ";", ",")) and not re.search(r"\d{2}|€|£", line)


def logical_lines(lines: Sequence[str]) -> list[str]:
    """Lines that were broken for want of room are joined again."""
    longest = max(map(len, lines))
    joined = [lines[0]]
    for before, line in pairwise(lines):
        begins = BEGINS_LINE.match(line) and (
            ENDED.search(before) or LABELLED.match(line) or len(before) < SHORT_LINE * longest
        )
        if ITEM.match(line) or begins:
            joined.append(line)
        else:
            joined[-1] = f"{joined[-1]} {line}"
    return joined
