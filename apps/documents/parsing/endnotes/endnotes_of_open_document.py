"""Endnotes within a paragraph of an OpenDocument text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.documents.parsing.endnotes.endnote import Endnote
from apps.documents.parsing.parse_xml_tree import DRAW, OFFICE, TEXT, element_text

if TYPE_CHECKING:
    from lxml.etree import _Element

NOTE, CLASS, CITED, BODY = f"{TEXT}note", f"{TEXT}note-class", f"{TEXT}note-citation", f"{TEXT}note-body"
ASIDE = frozenset({NOTE, f"{OFFICE}annotation", f"{DRAW}frame", f"{TEXT}p", f"{TEXT}h"})
"""Within a paragraph, and no text of it; paragraphs of a box come by themselves."""


def endnotes_of_open_document(paragraph: "_Element") -> tuple[Endnote, ...]:
    found, before = [], ""
    for part in texts_and_notes(paragraph):
        if isinstance(part, str):
            before += part
        elif part.get(CLASS) == "endnote" and (text := element_text(part.find(BODY))):
            found.append(Endnote(element_text(part.find(CITED)), text, before))
            before = ""
    return tuple(found)


def texts_and_notes(element: "_Element") -> "Iterator[str | _Element]":
    """Texts and notes in their order."""
    yield element.text or ""
    for child in element:
        if child.tag == NOTE:
            yield child
        elif child.tag not in ASIDE:
            yield from texts_and_notes(child)
        yield child.tail or ""
