"""The words of diagrams (SmartArt) and charts, which are stored in separate parts and which printing may leave out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.office_source_text.package_parts import read_xml_part
from apps.documents.parsing.parse_xml_tree import BROKEN_PACKAGE_ERRORS, DRAWING

if TYPE_CHECKING:
    from lxml.etree import _Element

CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
TextReader = Callable[["_Element"], Iterable[str]]
NO_CONTENT = ("pres", "parTrans", "sibTrans")
"""Points of a diagram that say how it is drawn."""
NAMED = (f"{CHART}title", f"{CHART}tx", f"{CHART}cat")
"""Titles of a chart and of its axes, names of its rows, and what they are counted by."""


def diagram_and_chart_words(archive: ZipFile, element: "_Element", known: Mapping[str, str]) -> Iterator[str]:
    """Yields words of diagrams and charts in the element. `known` are the parts its own part names, by id."""
    for each in element.iter(f"{DIAGRAM}relIds"):
        yield from part_words(archive, known.get(each.get(f"{RELATIONS}dm", "")), diagram_texts)
    for each in element.iter(f"{CHART}chart"):
        yield from part_words(archive, known.get(each.get(f"{RELATIONS}id", "")), chart_texts)


def part_words(archive: ZipFile, name: str | None, texts: TextReader) -> list[str]:
    """A part that is missing or broken costs its words alone."""
    try:
        return list(dict.fromkeys(texts(read_xml_part(archive, name)))) if name else []
    except BROKEN_PACKAGE_ERRORS:
        return []


def diagram_texts(root: "_Element") -> Iterator[str]:
    for point in root.iter(f"{DIAGRAM}pt"):
        if point.get("type", "node") not in NO_CONTENT:
            yield from drawing_paragraphs(point)


def chart_texts(root: "_Element") -> Iterator[str]:
    for named in root.iter(*NAMED):
        yield from drawing_paragraphs(named)
        yield from (value for each in named.iter(f"{CHART}v") if (value := (each.text or "").strip()))


def drawing_paragraphs(element: "_Element") -> Iterator[str]:
    for paragraph in element.iter(f"{DRAWING}p"):
        if text := "".join(each.text or "" for each in paragraph.iter(f"{DRAWING}t")).strip():
            yield text
