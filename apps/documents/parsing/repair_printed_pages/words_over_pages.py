"""Completes words that the end of a page breaks, and their sentence: they stand whole on the page on which they begin.

For files that have no text beside their print, such as PDFs and scans. The next page keeps what is printed on it.
Not done in the limited child: of the text before and behind a break so many letters are looked at, and no more.
"""

from collections.abc import Sequence

from apps.documents.parsing.layout.join_lines import HYPHENS, append
from apps.documents.parsing.repair_printed_pages.whole_sentences import ENDS, LONGEST_REST, with_body_end
from apps.documents.parsing.types import ParsedPage

BETWEEN = "\n\n"
NO_RUNNING_TEXT = ("|", "#")
LAST_TEXT = 200
"""Characters before a break: more than a word has."""
NEXT_TEXT = LONGEST_REST + 100
"""Characters behind it: the longest rest of a sentence, and the words by which its end is told."""


def with_words_over_pages(pages: Sequence[ParsedPage]) -> tuple[ParsedPage, ...]:
    """The pages with their `body`; where one ends with half a word, the rest follows from the next one's body. Pure."""
    joined = list(pages)
    for index in range(len(pages) - 1):
        last = pages[index].body_text.rstrip().rpartition(BETWEEN)[2]
        first = pages[index + 1].body_text.lstrip().partition(BETWEEN)[0]
        if is_half_a_word(last) and first[:1].islower():
            ending = last[-LAST_TEXT:]
            joined[index] = with_body_end(pages[index], ending, append(ending, rest_of(first[:NEXT_TEXT])))
    return tuple(joined)


def is_half_a_word(block: str) -> bool:
    is_broken = block.endswith(HYPHENS) and block[-2:-1].isalpha()
    return is_broken and not block.startswith(NO_RUNNING_TEXT)


def rest_of(block: str) -> str:
    """Up to the end of the sentence; the rest of the word alone where that is far away or on a further page."""
    end = next((found.end() for found in ENDS.finditer(block)), LONGEST_REST + 1)
    return block[:end] if end <= LONGEST_REST else block.split(maxsplit=1)[0]
