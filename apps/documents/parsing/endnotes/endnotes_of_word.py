"""Endnotes of a Word file, each with the paragraph that names it.

Source: ECMA-376, part 1, 17.11 (footnotes and endnotes).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from apps.documents.parsing.endnotes.endnote import Endnote, roman_numeral
from apps.documents.parsing.parse_xml_tree import WORD

if TYPE_CHECKING:
    from lxml.etree import _Element

PARAGRAPH, WORDS, NAMED = f"{WORD}p", f"{WORD}t", f"{WORD}endnoteReference"
NUMBER, FORM = f"{WORD}id", f"{WORD}endnotePr/{WORD}numFmt"
BLANKS = frozenset({f"{WORD}tab", f"{WORD}br", f"{WORD}cr"})


def endnotes_of_word(
    main: "_Element", notes: "_Element | None", settings: "_Element | None"
) -> "dict[_Element, tuple[Endnote, ...]]":
    """Returns endnotes by paragraph, from the roots of `document.xml`, `endnotes.xml` and `settings.xml`."""
    told = {each.get(NUMBER): note_text(each) for each in (() if notes is None else notes)}
    form = None if settings is None else settings.find(FORM)
    mark = str if form is not None and form.get(f"{WORD}val") == "decimal" else roman_numeral
    named: defaultdict[_Element, dict[_Element, tuple[str, str]]] = defaultdict(dict)
    for number, each in enumerate(main.iter(NAMED), 1):
        paragraph = next(each.iterancestors(PARAGRAPH), None)
        if paragraph is not None and (text := told.get(each.get(NUMBER), "")):
            named[paragraph][each] = (mark(number), text)
    return {paragraph: tuple(endnotes_in_paragraph(paragraph, notes)) for paragraph, notes in named.items()}


def endnotes_in_paragraph(paragraph: "_Element", notes: "Mapping[_Element, tuple[str, str]]") -> Iterator[Endnote]:
    """`notes` are mark and text by where they are named."""
    before = ""
    for each in descendants_outside_boxes(paragraph):
        if each in notes:
            yield Endnote(*notes[each], before)
            before = ""
        before += element_text(each)


def descendants_outside_boxes(element: "_Element") -> "Iterator[_Element]":
    """What is in it, in its order, without paragraphs of a box, which come by themselves."""
    for child in element:
        if child.tag != PARAGRAPH:
            yield child
            yield from descendants_outside_boxes(child)


def note_text(note: "_Element") -> str:
    return " ".join("".join(element_text(each) for each in note.iter()).split())


def element_text(element: "_Element") -> str:
    if element.tag == WORDS:
        return element.text or ""
    return " " if element.tag in BLANKS or element.tag == PARAGRAPH else ""
