"""Turns notes beside the main text of a web page (`aside`) into paragraphs, so that text extraction keeps them.

Readers of main text take every `aside` for what surrounds a page: links, news, advertisements.
"""

import re
from itertools import islice
from typing import TYPE_CHECKING

from apps.documents.parsing.parse_xml_tree import element_text
from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

ASIDE = re.compile(r"<aside\b", re.I)
OF_TEXT = ("main", "article")
NO_NOTE = ("nav", "form", "aside", "article")
SENTENCE_ENDS = re.compile(r"[.!?](?:\s|$)")
SHORTEST = 20
"""Letters of a sentence at least."""
MOST_ELEMENTS = 100
MOST_LINKED = 0.5
"""Of the letters of a note: how many may stand in links."""


def notes_to_paragraphs(source: str) -> str:
    """The page with notes within its main part as plain paragraphs; as it is without any."""
    root = parse_page_tree(source) if ASIDE.search(source) else None
    if root is None:
        return source
    notes = [element for element in root.iter("aside") if is_note(element)]
    for note in notes:
        note.tag = "div"
        note.attrib.clear()
    return serialise_html(root) if notes else source


def is_note(element: "_Element") -> bool:
    """Whether it says a sentence within the main part of the page, and leads nowhere."""
    if next(element.iterancestors(*OF_TEXT), None) is None or next(element.iterdescendants(*NO_NOTE), None) is not None:
        return False
    if len(list(islice(element.iter(), MOST_ELEMENTS))) == MOST_ELEMENTS:
        return False
    linked = sum(len(element_text(link)) for link in element.iter("a"))
    text = element_text(element)
    has_sentence = any(len(sentence) >= SHORTEST for sentence in SENTENCE_ENDS.split(text)[:-1])
    return has_sentence and linked <= MOST_LINKED * len(text)
