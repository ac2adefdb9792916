"""Completes sentences and words that the end of a page cuts: they stand whole on the page on which they begin.

For files that have no text beside their print, such as PDFs and scans. The next page keeps what is printed on it.
Not done in the limited child: of the text before and behind a break so many letters are looked at, and no more.
"""

import re
from collections.abc import Sequence

from apps.documents.parsing.layout.join_lines import HYPHENS, append_line
from apps.documents.parsing.layout.separate_short_lines import CONTINUATION_WORDS
from apps.documents.parsing.repair_printed_pages.complete_cut_sentences_from_office_file import (
    LONGEST_REST,
    SENTENCE_ENDS,
    replace_body_end,
)
from apps.documents.parsing.types import ParsedPage

BETWEEN = "\n\n"
NO_RUNNING_TEXT = ("|", "#")
ITEM = re.compile(r"(?:[-*+•–]|\(?\w{1,3}[.)])\s")
"""The first of a list, such as "a)", which begins with a small letter and goes on with nothing."""
LAST_TEXT = 200
"""Characters before a break: more than a word has."""
NEXT_TEXT = LONGEST_REST + 100
"""Characters behind it: the longest rest of a sentence, and the words by which its end is told."""
LEAST_LETTERS, LEAST_WORDS = 25, 3
"""Of the two halves: what is shorter is a label or an address on the edge of the page."""


def complete_sentences_over_pages(pages: Sequence[ParsedPage]) -> tuple[ParsedPage, ...]:
    """The pages with their `body`; where one ends within a sentence, the rest follows from the next."""
    joined = list(pages)
    for index in range(len(pages) - 1):
        last = pages[index].body_text.rstrip().rpartition(BETWEEN)[2]
        first = pages[index + 1].body_text.lstrip().partition(BETWEEN)[0]
        ending = last[-LAST_TEXT:]
        rest = "" if last.startswith(NO_RUNNING_TEXT) else rest_on_next_page(ending, first[:NEXT_TEXT])
        if rest:
            joined[index] = replace_body_end(pages[index], ending, append_line(ending, rest))
    return tuple(joined)


def rest_on_next_page(last: str, first: str) -> str:
    """What of the first block of a page belongs to the sentence that the last one of the page before begins."""
    if is_half_a_word(last) and first[:1].islower():
        return rest_of_sentence(first) or first.split(maxsplit=1)[0]
    return rest_of_sentence(first) if is_half_a_sentence(last, first) else ""


def is_half_a_word(block: str) -> bool:
    return block.endswith(HYPHENS) and block[-2:-1].isalpha()


def is_half_a_sentence(last: str, first: str) -> bool:
    """Whether a text stops within a sentence and the next page goes on with it: by a small letter, or since hardly any
    sentence ends with the last word."""
    if first.startswith(NO_RUNNING_TEXT) or ITEM.match(first):
        return False
    if len(last) < LEAST_LETTERS or len(first.split()) < LEAST_WORDS:
        return False
    if first[0].islower():
        return last[-1].isalnum() or last.endswith((",", ")", "“", "«"))
    return first[0].isalnum() and last.rsplit(maxsplit=1)[-1] in CONTINUATION_WORDS


def rest_of_sentence(block: str) -> str:
    """Up to the end of the sentence; nothing where that is far away or on a further page."""
    end = next((found.end() for found in SENTENCE_ENDS.finditer(block)), LONGEST_REST + 1)
    return block[:end] if end <= LONGEST_REST else ""
