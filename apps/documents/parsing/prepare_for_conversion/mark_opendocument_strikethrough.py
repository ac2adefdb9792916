"""Marks struck-through text of an OpenDocument file: a recorded deletion, or words formatted as struck."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from apps.documents.parsing.parse_xml_tree import OFFICE, STYLE, TEXT, parse_xml
from apps.documents.parsing.prepare_for_conversion.resolve_opendocument_tracked_changes import PARAGRAPHS
from apps.documents.parsing.prepare_for_conversion.strikethrough_labels import label_struck_sentences

if TYPE_CHECKING:
    from lxml.etree import _Element

MARKS = (b"<text:deletion", b"text-line-through-style")
STRIKES = re.compile(rb"text-line-through-style\s*=\s*[\"'](?!none)")
LINE = f"{STYLE}text-line-through-style"
STYLES = "styles.xml"
APART = (*PARAGRAPHS, f"{OFFICE}annotation", f"{TEXT}note-citation")
"""Within a paragraph: has a style of its own, or is not struck with it."""
DEEPEST = 50
"""Styles that one may follow; some stand in a ring."""
StrikeStyles = Mapping[tuple[str, str], bool]
"""Whether a style, by family ("text", "paragraph") and name, strikes; those that say nothing are not in it."""
NO_LINES: StrikeStyles = MappingProxyType({})


class TextPlace(NamedTuple):
    """A text, how it is set anew, and whether it is struck."""

    text: str
    put: Callable[[str], None]
    struck: bool


def mark_struck_words(part: bytes, named: StrikeStyles = NO_LINES) -> bytes:
    """Marks struck words. `named` are the styles of another part. Raises lxml's XMLSyntaxError."""
    from lxml import etree

    root = parse_xml(part)
    found = list(struck_texts(root, strike_styles(root, named)))
    for places in found:
        mark_places(places)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8")) if found else part


def struck_texts(root: "_Element", lines: StrikeStyles) -> Iterator[list[TextPlace]]:
    """Runs of struck texts, each within one paragraph."""
    for paragraph in root.iter(*PARAGRAPHS):
        if next(paragraph.iterancestors(f"{TEXT}deletion"), None) is not None:
            places = text_places(paragraph, True, NO_LINES)
        else:
            places = text_places(paragraph, lines.get(style_key(paragraph, "paragraph"), False), lines)
        yield from (list(run) for struck, run in groupby(places, lambda place: place.struck) if struck)


def named_strike_styles(part: bytes) -> StrikeStyles:
    """Returns how the named styles in `styles.xml` strike. Raises lxml's XMLSyntaxError."""
    styles = parse_xml(part).find(f"{OFFICE}styles") if STRIKES.search(part) else None
    return NO_LINES if styles is None else strike_styles(styles)


def strike_styles(root: "_Element", named: StrikeStyles = NO_LINES) -> dict[tuple[str, str], bool]:
    """Returns how the element's styles strike, and `named`, which they may follow."""
    styles = {
        (each.get(f"{STYLE}family", ""), each.get(f"{STYLE}name", "")): each for each in root.iter(f"{STYLE}style")
    }
    told = {key: style_strikes(key, styles, named) for key in styles}
    return {**named, **{key: line for key, line in told.items() if line is not None}}


def style_strikes(
    key: tuple[str, str], styles: "Mapping[tuple[str, str], _Element]", named: StrikeStyles
) -> bool | None:
    """Whether it strikes by itself or by the styles it follows; None where none of them says so."""
    for _ in range(DEEPEST):
        style = styles.get(key)
        if style is None:
            return named.get(key)
        for form in style.iterfind(f"{STYLE}text-properties[@{LINE}]"):
            return bool(form.get(LINE) != "none")
        key = (key[0], style.get(f"{STYLE}parent-style-name", ""))
    return None


def style_key(element: "_Element", family: str) -> tuple[str, str]:
    return family, element.get(f"{TEXT}style-name", "")


def mark_places(places: Sequence[TextPlace]) -> None:
    for place, told in zip(places, label_struck_sentences([place.text for place in places]), strict=True):
        place.put(told)


def text_places(element: "_Element", struck: bool, lines: StrikeStyles) -> Iterator[TextPlace]:
    """Texts that are not empty, in their order; a span that says nothing of a line is as what it stands in."""
    if element.text:
        yield TextPlace(element.text, lambda text: setattr(element, "text", text), struck)
    for child in element:
        if isinstance(child.tag, str) and child.tag not in APART:
            yield from text_places(child, lines.get(style_key(child, "text"), struck), lines)
        if child.tail:
            yield TextPlace(child.tail, lambda text, child=child: setattr(child, "tail", text), struck)  # type: ignore[misc]
