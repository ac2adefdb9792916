"""Marks what is struck in a part of a Word file: deleted or moved away with a record of changes, or by its form."""

from itertools import groupby
from typing import TYPE_CHECKING

from apps.documents.parsing.prepare_for_conversion.struck_words import marked
from apps.documents.parsing.prepare_for_conversion.word_tracked_changes import DELETED, PARAGRAPH, WORD
from apps.documents.parsing.safe_xml import parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

MARKS = (b"<w:del ", b"<w:moveFrom ", b"<w:strike", b"<w:dstrike")
TEXTS = (f"{WORD}t", f"{WORD}delText")
NO = ("0", "false", "off")
SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def with_struck_words_marked(part: bytes) -> bytes:
    """The same where nothing is struck. Raises lxml's XMLSyntaxError."""
    from lxml import etree

    root, found = parse_xml(part), False
    for paragraph in root.iter(PARAGRAPH):
        own = (text for text in paragraph.iter(*TEXTS) if next(text.iterancestors(PARAGRAPH)) is paragraph)
        for struck, texts in groupby(own, is_struck):
            if struck:
                mark(list(texts))
                found = True
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)) if found else part


def mark(texts: "list[_Element]") -> None:
    for text, told in zip(texts, marked([text.text or "" for text in texts]), strict=True):
        text.text = told
        text.set(SPACE, "preserve")


def is_struck(text: "_Element") -> bool:
    """By itself, or with the row of its table."""
    return any(
        ancestor.tag in DELETED
        or (ancestor.tag == f"{WORD}r" and is_struck_by_form(ancestor))
        or (ancestor.tag == f"{WORD}tr" and ancestor.find(f"{WORD}trPr/{WORD}del") is not None)
        for ancestor in text.iterancestors()
    )


def is_struck_by_form(run: "_Element") -> bool:
    forms = (run.find(f"{WORD}rPr/{WORD}{name}") for name in ("strike", "dstrike"))
    return any(form is not None and form.get(f"{WORD}val", "1") not in NO for form in forms)
