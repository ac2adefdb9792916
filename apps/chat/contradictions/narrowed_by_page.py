"""Finds the sentence of a page that takes back in part what another says: the next one, or "Absatz 1 gilt nicht für".

Works on the text of one page and the places of its sentences. No network, no database.
"""

import re
from collections.abc import Iterable
from itertools import takewhile

from apps.text.derivation import narrows_numbered, narrows_sentence_before
from apps.text.locate_quote import BETWEEN_PARAGRAPHS, Span

PARAGRAPH_LABEL = re.compile(r"\s*\((\d{1,2})[a-z]?\)\s")
FIRST_PARAGRAPH = re.compile(r"(?:#+ )?(?:§|\(1\)|Art(?:ikel|\.) \d)")
""" "§ 6" or "(1)" begins another section, whose numbers are others."""
NAMES_NUMBER = re.compile(r"\bAbs(?:\.|atz|ätze)|\bS(?:ätze|atz)\b")
MOST_SENTENCES = 60
"""After the quote."""


def narrowing_sentence(text: str, sentences: Iterable[tuple[Span, str]], quote: Span, following: str) -> str:
    """The sentence that narrows the one in which the quote stands, or an empty text.

    `sentences` are those of the page with their places, `following` the next one of the paragraph.
    """
    if following and narrows_sentence_before(following):
        return following
    return numbered(text, sentences, quote) if NAMES_NUMBER.search(text, quote.end) else ""


def numbered(text: str, sentences: Iterable[tuple[Span, str]], quote: Span) -> str:
    """ "Absatz 1 gilt nicht für …" in a later paragraph of the section, "Satz 1 gilt nur …" later in the paragraph."""
    start = text.rfind(BETWEEN_PARAGRAPHS, 0, quote.start) + 1
    end = text.find(BETWEEN_PARAGRAPHS, quote.end)
    label = PARAGRAPH_LABEL.match(text, start)
    within = [(place, told) for place, told in sentences if place.end > start]
    number = sum(place.start < quote.end for place, _ in within)
    later = [(place, told) for place, told in within if place.start >= quote.end][:MOST_SENTENCES]
    for place, told in takewhile(lambda one: not FIRST_PARAGRAPH.match(one[1]), later):
        if not NAMES_NUMBER.search(told):
            continue
        if end < 0 or place.start < end:
            found = narrows_numbered(told, "satz", number)
        else:
            found = label is not None and narrows_numbered(told, "absatz", int(label[1]))
        if found:
            return told
    return ""
