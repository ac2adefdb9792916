"""Accepts or rejects the tracked changes of an OpenDocument text.

Source: OASIS OpenDocument 1.3, part 3, 5.5 (change tracking). Inserted text stands in its place between two marks; what
was deleted is kept aside, with a mark where it was.
"""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import TYPE_CHECKING

from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.parse_xml_tree import DRAW, TEXT, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
MARKS = (b"text:tracked-changes",)
PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
WAS_DELETED, BEGINS, ENDS = f"{TEXT}change", f"{TEXT}change-start", f"{TEXT}change-end"
CHANGE = f"{TEXT}change-id"


def decide_changes(part: bytes, changes: TrackedChanges) -> bytes:
    """The part without marks of changes. Raises lxml's XMLSyntaxError."""
    from lxml import etree

    root = parse_xml(part)
    regions = dict(changed_regions(root))
    for aside in list(root.iter(f"{TEXT}tracked-changes")):
        remove_element(aside)
    if changes == TrackedChanges.REJECTED:
        restore_deletions(root, regions)
        remove_insertions(root, {number for number, one in regions.items() if one.find(f"{TEXT}insertion") is not None})
    for mark in list(root.iter(WAS_DELETED, BEGINS, ENDS)):
        remove_element(mark)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def changed_regions(root: "_Element") -> Iterator[tuple[str, "_Element"]]:
    for region in root.iter(f"{TEXT}changed-region"):
        yield region.get(f"{TEXT}id") or region.get(XML_ID, ""), region


def restore_deletions(root: "_Element", regions: dict[str, "_Element"]) -> None:
    """Deleted text goes back to where it was; where a paragraph ended in it, a line ends now."""
    for mark in list(root.iter(WAS_DELETED)):
        region = regions.get(mark.get(CHANGE, ""))
        if region is not None:
            insert_paragraphs_before(mark, deleted_paragraphs(region))


def deleted_paragraphs(region: "_Element") -> list["_Element"]:
    return [each for each in region.iterfind(f"{TEXT}deletion//*") if each.tag in PARAGRAPHS]


def insert_paragraphs_before(mark: "_Element", paragraphs: Iterable["_Element"]) -> None:
    """Each as a span, in the paragraph of the mark."""
    from lxml import etree

    for number, paragraph in enumerate(paragraphs):
        if number:
            mark.addprevious(etree.Element(f"{TEXT}line-break"))
        span = etree.Element(f"{TEXT}span")
        span.text = paragraph.text
        span.extend(deepcopy(list(paragraph)))
        mark.addprevious(span)


def remove_insertions(root: "_Element", inserted: set[str]) -> None:
    """Text between the marks of these changes, and paragraphs that have none left."""
    from lxml import etree

    within: set[str] = set()
    emptied: list[_Element] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            track_insertion_mark(element, inserted, within)
            if within:
                clear_text(element, emptied)
        elif within:
            element.tail = None
    for paragraph in emptied:
        if not "".join(paragraph.itertext()).strip() and paragraph.find(f".//{DRAW}*") is None:
            remove_element(paragraph)


def track_insertion_mark(element: "_Element", inserted: set[str], within: set[str]) -> None:
    number = element.get(CHANGE, "")
    if element.tag == BEGINS and number in inserted:
        within.add(number)
    elif element.tag == ENDS:
        within.discard(number)


def clear_text(element: "_Element", emptied: list["_Element"]) -> None:
    element.text = None
    if element.tag in PARAGRAPHS:
        emptied.append(element)


def remove_element(element: "_Element") -> None:
    """The element; the text after it stays."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)
