"""Marks struck-through text in a part of a Word file: tracked deletions and moves, and strikethrough formatting."""

from collections.abc import Collection
from itertools import groupby, islice
from typing import TYPE_CHECKING

from apps.documents.parsing.office_source_text.word_styles_with_property import OFF_VALUES, VALUE, styles_with_property
from apps.documents.parsing.parse_xml_tree import WORD, parse_xml
from apps.documents.parsing.prepare_for_conversion.resolve_word_tracked_changes import DELETED, PARAGRAPH
from apps.documents.parsing.prepare_for_conversion.strikethrough_labels import label_struck_sentences

if TYPE_CHECKING:
    from lxml.etree import _Element

FORMS = (b"<w:strike", b"<w:dstrike")
MARKS = (b"<w:del ", b"<w:moveFrom ", *FORMS)
TEXTS = (f"{WORD}t", f"{WORD}delText")
STYLES = "word/styles.xml"
PROPERTIES = ("strike", "dstrike")
SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def mark_struck_words(part: bytes, styles: Collection[str] = ()) -> bytes:
    """Marks struck words. `styles` are those that strike. Raises lxml's XMLSyntaxError."""
    from lxml import etree

    root, found = parse_xml(part), False
    for paragraph in root.iter(PARAGRAPH):
        own = (text for text in paragraph.iter(*TEXTS) if next(text.iterancestors(PARAGRAPH)) is paragraph)
        for struck, texts in groupby(own, lambda text: is_struck(text, styles)):
            if struck:
                mark_texts(list(texts))
                found = True
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)) if found else part


def mark_texts(texts: "list[_Element]") -> None:
    for text, told in zip(texts, label_struck_sentences([text.text or "" for text in texts]), strict=True):
        text.text = told
        text.set(SPACE, "preserve")


def is_struck(text: "_Element", styles: Collection[str]) -> bool:
    """Whether it is struck by itself, or with the row of its table."""
    return any(
        ancestor.tag in DELETED
        or (ancestor.tag == f"{WORD}r" and is_struck_by_form(ancestor, styles))
        or (ancestor.tag == f"{WORD}tr" and ancestor.find(f"{WORD}trPr/{WORD}del") is not None)
        for ancestor in text.iterancestors()
    )


def is_struck_by_form(run: "_Element", styles: Collection[str]) -> bool:
    """Whether it is struck by its own form, else by its style or that of its paragraph."""
    forms = [form for name in PROPERTIES if (form := run.find(f"{WORD}rPr/{WORD}{name}")) is not None]
    if forms:
        return any(form.get(VALUE) not in OFF_VALUES for form in forms)
    named = [run.find(f"{WORD}rPr/{WORD}rStyle")]
    named += [each.find(f"{WORD}pPr/{WORD}pStyle") for each in islice(run.iterancestors(PARAGRAPH), 1)]
    return any(style is not None and style.get(VALUE) in styles for style in named)


def struck_styles(part: bytes) -> frozenset[str]:
    """Returns the styles in `word/styles.xml` that strike. Raises lxml's XMLSyntaxError."""
    return styles_with_property(parse_xml(part), *PROPERTIES) if any(mark in part for mark in FORMS) else frozenset()
