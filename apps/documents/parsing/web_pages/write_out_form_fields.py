"""What forms and folded parts of a web page show, written out as plain elements: values, ticks, choices, summaries."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

FIELDS = re.compile(r"<(?:input|select|textarea|summary)\b", re.IGNORECASE)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
WITHOUT_TEXT = frozenset({"hidden", "password", "submit", "button", "reset", "image", "file", "color", "range"})
"""Kinds of inputs whose value is a secret, a name for the server or that of a button."""
INLINE = ("a", "abbr", "b", "br", "code", "em", "i", "small", "span", "strong", "sub", "sup", "u")
BOXES = ("checkbox", "radio")
TICKED, FREE = "☒", "☐"


def write_out_fields(source: str) -> str:
    """The page with its fields as texts and its summaries as headings; as it is where it has neither.

    A form with text in its fields becomes a part like any other: such pages are filled forms, and what tells main text
    from navigation leaves forms out.
    """
    root = parse_page_tree(source) if FIELDS.search(source) else None
    if root is None:
        return source
    for form in [form for form in root.iter("form") if any(map(typed_text, form.iter("input", "textarea")))]:
        form_to_plain_part(form)
    write_out_boxes(root)
    for field in list(root.iter("input", "textarea")):
        replace_field_with_text(field, typed_text(field))
    for field in list(root.iter("select")):
        replace_field_with_text(field, ", ".join(selected_options(field)))
    write_out_summaries(root)
    return serialise_html(root)


def form_to_plain_part(form: "_Element") -> None:
    """Labels, too, are left out with forms."""
    form.tag = "div"
    for label in list(form.iter("label", "legend")):
        label.tag = "span"
    for group in list(form.iter("fieldset")):
        group.tag = "div"


def typed_text(field: "_Element") -> str:
    if field.tag == "textarea":
        return str(field.text_content()).strip()
    kind = input_kind(field)
    return "" if kind in WITHOUT_TEXT or kind in BOXES else str(field.get("value", "")).strip()


def input_kind(field: "_Element") -> str:
    return str(field.get("type", "text")).strip().lower()


def write_out_boxes(root: "_Element") -> None:
    """Free ones only where others are ticked: an empty form says nothing by them."""
    boxes = [field for field in root.iter("input") if input_kind(field) in BOXES]
    if any(box.get("checked") is not None for box in boxes):
        for box in boxes:
            replace_field_with_text(box, FREE if box.get("checked") is None else TICKED)


def selected_options(field: "_Element") -> Iterator[str]:
    """The texts of the options that are selected, of all where none is: then they are what can be chosen."""
    options = list(field.iter("option"))
    selected = [option for option in options if option.get("selected") is not None]
    for option in selected or options:
        if text := " ".join(option.text_content().split()):
            yield text


def replace_field_with_text(field: "_Element", text: str) -> None:
    """In place of the field, with blanks around it; a field without text stays as it is, but for the options."""
    if not text and field.tag != "select":
        return
    field.tag, field[:] = "span", []
    field.attrib.clear()
    field.text = text if text_before(field)[-1:].isspace() else f" {text}"
    field.tail = field.tail if (field.tail or "")[:1].isspace() else f" {field.tail or ''}"


def text_before(element: "_Element") -> str:
    """Up to the next element to the left, or the beginning of the one around."""
    before, around = element.getprevious(), element.getparent()
    if before is not None:
        return before.tail or ""
    return (around.text or "") if around is not None else ""


def write_out_summaries(root: "_Element") -> None:
    """Writes summaries as headings one level below the one above, unless they hold a heading themselves.

    What is folded as bare text becomes a paragraph: bare text is not taken for main text.
    """
    level = 1
    for element in list(root.iter("summary", *HEADINGS)):
        if element.tag != "summary":
            level = int(element.tag[1])
            continue
        put_into_paragraph(element)
        if next(element.iter(*HEADINGS), None) is not None:
            element.tag = "div"
        else:
            element.tag = HEADINGS[min(level, len(HEADINGS) - 1)]
    for element in list(root.iter("details")):
        element.tag = "div"


def put_into_paragraph(summary: "_Element") -> None:
    """The text behind it, with the inline elements in it, up to the first that stands for itself."""
    if not (summary.tail or "").strip():
        return
    paragraph = summary.makeelement("p")
    paragraph.text, summary.tail = summary.tail, None
    inline = list(takewhile(lambda element: element.tag in INLINE, summary.itersiblings()))
    summary.addnext(paragraph)
    paragraph.extend(inline)
