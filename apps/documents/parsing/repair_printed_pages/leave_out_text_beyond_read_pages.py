"""Leaves out the paragraphs after the last page read, where only the first pages of a longer file were read."""

from collections.abc import Sequence
from itertools import accumulate

from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.find_paragraphs_on_pages import LettersOfPages
from apps.documents.parsing.types import ParsedPage
from apps.text.comparable_letters import comparable_letters

LEAST_LETTERS = 24
"""Of a paragraph that tells where it stands: shorter ones stand everywhere."""


def paragraphs_of_read_pages(pages: Sequence[ParsedPage], own: Sequence[SourceParagraph]) -> list[SourceParagraph]:
    """Keeps the paragraphs of the first pages, where a file has more of them, in the order of the file.

    Before the end of these pages nearly all of the text stands in print, behind it hardly any: so they end where most
    letters that stand there are counted, less those that do not.
    """
    first = [each for each in own if each.page <= len(pages)]
    keys = [
        "" if each.comment or each.picture or each.notes or each.page else comparable_letters(each.text)
        for each in first
    ]
    letters = LettersOfPages("".join(comparable_letters(page.text) for page in pages), keys)
    scores = [*accumulate((print_score(key, letters) for key in keys), initial=0)]
    end = max(range(len(scores)), key=lambda count: (scores[count], count))
    return first[:end]


def print_score(key: str, letters: LettersOfPages) -> int:
    """How many letters stand there, or are missing if it is negative."""
    if letters.find(key) < 0:
        return -len(key)
    return len(key) if len(key) >= LEAST_LETTERS else 0
