"""Marks what is struck in an OpenDocument text: deleted with a record of changes, or by the form of its words."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from apps.documents.parsing.prepare_for_conversion.opendocument_tracked_changes import PARAGRAPHS, TEXT
from apps.documents.parsing.prepare_for_conversion.struck_words import marked
from apps.documents.parsing.safe_xml import parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

MARKS = (b"<text:deletion", b"text-line-through-style")
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
LINE = f"{STYLE}text-line-through-style"
Place = tuple[str, Callable[[str], None]]
"""A text, and how it is set anew."""


def with_struck_words_marked(part: bytes) -> bytes:
    """The same where nothing is struck. Raises lxml's XMLSyntaxError."""
    from lxml import etree

    root = parse_xml(part)
    found = list(struck_elements(root))
    for element in found:
        mark(element)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8")) if found else part


def struck_elements(root: "_Element") -> Iterator["_Element"]:
    """None within another."""
    for deletion in root.iter(f"{TEXT}deletion"):
        yield from deletion.iter(*PARAGRAPHS)
    struck = struck_styles(root)
    for span in root.iter(f"{TEXT}span"):
        if span.get(f"{TEXT}style-name") in struck and not any(
            each.tag == f"{TEXT}deletion" or each.get(f"{TEXT}style-name") in struck for each in span.iterancestors()
        ):
            yield span


def struck_styles(root: "_Element") -> frozenset[str]:
    """Names of the styles of words that are struck."""
    return frozenset(
        style.get(f"{STYLE}name", "")
        for style in root.iter(f"{STYLE}style")
        if style.get(f"{STYLE}family") == "text"
        and any(each.get(LINE, "none") != "none" for each in style.iter(f"{STYLE}text-properties"))
    )


def mark(element: "_Element") -> None:
    """All text in it."""
    places = list(places_of(element))
    for (_, put), told in zip(places, marked([text for text, _ in places]), strict=True):
        put(told)


def places_of(element: "_Element") -> Iterator[Place]:
    yield element.text or "", lambda text: setattr(element, "text", text)
    for child in element:
        yield from places_of(child)
        yield child.tail or "", lambda text, child=child: setattr(child, "tail", text)  # type: ignore[misc]
