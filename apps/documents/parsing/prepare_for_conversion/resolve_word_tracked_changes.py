"""Accepts or rejects tracked changes in a part of a Word file.

Source: ECMA-376, part 1, 17.13.5 (revisions).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.parse_xml_tree import WORD, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

MARKS = (b"<w:ins ", b"<w:del ", b"<w:moveFrom ", b"<w:moveTo ")
INSERTED, DELETED = (f"{WORD}ins", f"{WORD}moveTo"), (f"{WORD}del", f"{WORD}moveFrom")
PARAGRAPH, PROPERTIES = f"{WORD}p", f"{WORD}pPr"
DELETED_TEXT = {f"{WORD}delText": f"{WORD}t", f"{WORD}delInstrText": f"{WORD}instrText"}


def decide_changes(part: bytes, changes: TrackedChanges) -> bytes:
    """Removes tracked text and rows. What changed in the form alone is left as it is.

    Raises lxml's XMLSyntaxError.
    """
    from lxml import etree

    root = parse_xml(part)
    gone, kept = (DELETED, INSERTED) if changes == TrackedChanges.ACCEPTED else (INSERTED, DELETED)
    drop_rows(root, gone)
    join_paragraphs(root, gone)
    for element in list(root.iter(*gone)):
        remove_element(element)
    for element in list(root.iter(*kept)):
        unwrap_element(element)
    for element in root.iter(*DELETED_TEXT):
        element.tag = DELETED_TEXT[str(element.tag)]
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def drop_rows(root: "_Element", gone: tuple[str, ...]) -> None:
    """Rows that are marked as a whole, and tables that have none left."""
    for row in list(root.iter(f"{WORD}tr")):
        if any(row.find(f"{WORD}trPr/{tag}") is not None for tag in gone):
            table = row.getparent()
            remove_element(row)
            if table is not None and table.find(f"{WORD}tr") is None:
                remove_element(table)


def join_paragraphs(root: "_Element", gone: tuple[str, ...]) -> None:
    """Joins a paragraph whose end is gone to the next one, which its text then begins."""
    for paragraph in reversed(list(root.iter(PARAGRAPH))):
        if not any(paragraph.find(f"{PROPERTIES}/{WORD}rPr/{tag}") is not None for tag in gone):
            continue
        following = paragraph.getnext()
        if following is not None and following.tag == PARAGRAPH:
            begin = 1 if following.find(PROPERTIES) is not None else 0
            following[begin:begin] = list(paragraph_content(paragraph))
            remove_element(paragraph)


def paragraph_content(paragraph: "_Element") -> Iterator["_Element"]:
    return (child for child in paragraph if child.tag != PROPERTIES)


def unwrap_element(element: "_Element") -> None:
    parent = element.getparent()
    if parent is not None:
        place = parent.index(element)
        parent[place : place + 1] = list(element)


def remove_element(element: "_Element") -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
