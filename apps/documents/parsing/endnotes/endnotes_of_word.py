"""Endnotes of a Word file, each with the paragraph that names it.

Source: ECMA-376, part 1, 17.11 (footnotes and endnotes).
"""

from collections import defaultdict
from typing import TYPE_CHECKING

from apps.documents.parsing.endnotes.endnote import Endnote, roman

if TYPE_CHECKING:
    from lxml.etree import _Element

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
PARAGRAPH, WORDS, NAMED = f"{WORD}p", f"{WORD}t", f"{WORD}endnoteReference"
NUMBER, FORM = f"{WORD}id", f"{WORD}endnotePr/{WORD}numFmt"
BLANKS = frozenset({f"{WORD}tab", f"{WORD}br", f"{WORD}cr"})


def endnotes_of_word(
    main: "_Element", notes: "_Element | None", settings: "_Element | None"
) -> "dict[_Element, tuple[Endnote, ...]]":
    """By the paragraph of the text. The roots of `document.xml`, `endnotes.xml` and `settings.xml`."""
    told = {each.get(NUMBER): words_of(each) for each in (() if notes is None else notes)}
    form = None if settings is None else settings.find(FORM)
    mark = str if form is not None and form.get(f"{WORD}val") == "decimal" else roman
    found: defaultdict[_Element, list[Endnote]] = defaultdict(list)
    for number, named in enumerate(main.iter(NAMED), 1):
        paragraph = next(named.iterancestors(PARAGRAPH), None)
        if paragraph is not None and (text := told.get(named.get(NUMBER), "")):
            found[paragraph].append(Endnote(mark(number), text, words_before(paragraph, named)))
    return {paragraph: tuple(each) for paragraph, each in found.items()}


def words_of(note: "_Element") -> str:
    return " ".join("".join(text_of(each) for each in note.iter()).split())


def text_of(element: "_Element") -> str:
    if element.tag == WORDS:
        return element.text or ""
    return " " if element.tag in BLANKS or element.tag == PARAGRAPH else ""


def words_before(paragraph: "_Element", named: "_Element") -> str:
    text = ""
    for each in paragraph.iter():
        if each is named:
            break
        text += text_of(each)
    return text
