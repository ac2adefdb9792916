"""Renders the tree of an XÖV message as Markdown: a heading for each file, case and document, a line per value."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from apps.documents.parsing.xoev_messages.xoev_labels import element_label, is_wrapper

if TYPE_CHECKING:
    from lxml.etree import _Element

HEADED = frozenset(
    {
        "kopf", "nachrichtenkopf", "grunddaten", "fachdaten", "akte", "teilakte", "vorgang", "teilvorgang", "dokument",
        "anlage", "beteiligung",
    }
)  # fmt: skip
NAMED_BY = ("betreff", "anzeigename")
DEEPEST_HEADING = 6
YES_AND_NO = {"true": "ja", "false": "nein"}


def render_element(element: "_Element", level: int = 2) -> str:
    return "\n\n".join(render_sections(element, level))


def render_sections(element: "_Element", level: int) -> Iterator[str]:
    """Lines that belong to one heading first, then what stands under headings of its own."""
    if said := "  \n".join(value_lines(element, ())):
        yield said
    for part in headed_parts(element):
        yield render_heading(part, level)
        yield from render_sections(part, level + 1)


def headed_parts(element: "_Element") -> Iterator["_Element"]:
    for child in element.iterchildren("*"):
        if element_name(child).casefold() in HEADED:
            yield child
        else:
            yield from headed_parts(child)


def value_lines(element: "_Element", above: Sequence[str]) -> Iterator[str]:
    """`label: value`, with the names of the elements around it as far as they say something."""
    for child in element.iterchildren("*"):
        name = element_name(child)
        if name.casefold() in HEADED:
            continue
        labels = above if is_wrapper(name) else append_label(above, element_label(name))
        value = leaf_value(child)
        if value:
            yield f"{', '.join(labels)}: {value}"
        elif not is_code_element(child):
            yield from value_lines(child, labels)


def append_label(above: Sequence[str], said: str) -> Sequence[str]:
    """Appends a label without saying a thing twice: Aktenzeichen, Aktenzeichen Freitext."""
    if above and said.startswith(above[-1]):
        return (*above[:-1], said)
    return (*above, said)


def leaf_value(element: "_Element") -> str:
    """What a leaf says; of a code its name, where the message brings it, and its number."""
    if is_code_element(element):
        code, name = (" ".join((element.findtext(f"{{*}}{part}") or "").split()) for part in ("code", "name"))
        return f"{name} ({code})" if name and code else name or code
    if next(element.iterchildren("*"), None) is not None:
        return ""
    text = " ".join("".join(map(str, element.itertext())).split())
    return YES_AND_NO.get(text, text)


def is_code_element(element: "_Element") -> bool:
    return element.find("{*}code") is not None


def render_heading(element: "_Element", level: int) -> str:
    name = element_label(element_name(element))
    title = next((text for text in map(str.strip, part_titles(element)) if text), "")
    return f"{'#' * min(level, DEEPEST_HEADING)} {name}{f': {title}' if title else ''}"


def part_titles(element: "_Element") -> Iterator[str]:
    """What the part itself is called; parts within it are not asked."""
    for child in element.iterchildren("*"):
        name = element_name(child).casefold()
        if name in NAMED_BY:
            yield child.text or ""
        elif is_wrapper(name):
            yield from part_titles(child)


def element_name(element: "_Element") -> str:
    return str(element.tag).rpartition("}")[2]
