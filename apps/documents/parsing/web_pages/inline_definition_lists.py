"""Terms of lists (`dl`) of web pages and books in one line with what is said of them: "Gebühr: 25 Euro"."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from apps.documents.parsing.parse_xml_tree import XHTML
from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

LISTS = re.compile(r"<dl\b", re.IGNORECASE)
BLOCKS = ("p", "ul", "ol", "dl", "table", "div", "blockquote", "pre", "section", "h1", "h2", "h3", "h4", "h5", "h6")
ENDS = (":", "?", "!", ".")
"""Of a term that is followed by no further colon."""
SENTENCE_ENDS = (".", "!", "?", ":")
SHORT = 80
"""Characters of a line that is no paragraph of text."""


def inline_definition_lists(source: str) -> str:
    """The page with each term of a list and its values as one paragraph; as it is where it has no such list.

    A term whose values have paragraphs or lists of their own, and a question, is a paragraph before them.
    """
    root = parse_page_tree(source) if LISTS.search(source) else None
    if root is None:
        return source
    write_out_lists(list(root.iter("dl")))
    return serialise_html(root)


def inline_terms_of_chapter(root: "_Element") -> None:
    """Inlines the terms of a book's chapter, whose elements stand in the namespace of XHTML, in lists whose values are
    all short: books have texts below their terms, too, which are headings then."""
    for element in root.iter(f"{XHTML}*"):
        element.tag = element.tag.removeprefix(XHTML)
    write_out_lists([each for each in root.iter("dl") if has_short_values(each)])
    for element in root.iter("*"):
        if not element.tag.startswith("{"):
            element.tag = f"{XHTML}{element.tag}"


def has_short_values(listed: "_Element") -> bool:
    return all(len(element_text(value).strip()) <= SHORT for value in listed.iter("dd"))


def write_out_lists(lists: "Sequence[_Element]") -> None:
    for each in lists:
        each.tag = "div"
        for group in [each, *(child for child in each if child.tag == "div")]:
            write_out_group(group)


def write_out_group(group: "_Element") -> None:
    """The terms and values that are its own children."""
    terms: list[_Element] = []
    values: list[_Element] = []
    for child in [*group, None]:
        if child is not None and child.tag == "dd":
            values.append(child)
        elif child is None or child.tag == "dt":
            join_terms_and_values(terms if values else [], values)
            terms, values = (terms if not values else []), []
            terms += [] if child is None else [child]
    for left in group.iterchildren("dt", "dd"):
        left.tag = "p"


def join_terms_and_values(terms: "list[_Element]", values: "list[_Element]") -> None:
    """Terms that share their values are told together."""
    for other in terms[1:]:
        append_value(terms[0], ", ", other)
    if not terms:
        return
    term = terms[0]
    term.tag = "p"
    said = element_text(term).rstrip()
    values = [line for value in values for line in short_lines(value)]
    if said.endswith("?") or any(next(value.iterdescendants(*BLOCKS), None) is not None for value in values):
        put_sign_at_end(term, "" if said.endswith(ENDS) else ":")
        for value in values:
            value.tag = "div"
        return
    for number, value in enumerate(values):
        append_value(term, "; " if number else " " if said.endswith(ENDS) else ": ", value)


def short_lines(value: "_Element") -> "list[_Element]":
    """The paragraphs it is made of, where each is a short line such as "Montag 8 bis 12 Uhr"; else itself."""
    lines = list(value)
    is_bare = (value.text or "").strip() or any((line.tail or "").strip() for line in lines)
    texts = [element_text(line).strip() for line in lines if line.tag == "p"]
    if is_bare or not texts or len(texts) < len(lines):
        return [value]
    return lines if all(len(text) <= SHORT and not text.endswith(SENTENCE_ENDS) for text in texts) else [value]


def element_text(element: "_Element") -> str:
    return "".join(map(str, element.itertext()))


def append_value(term: "_Element", between: str, other: "_Element") -> None:
    """Puts `other` at the end of the term, and takes it out of the list."""
    parent = other.getparent()
    if parent is None:
        return
    other.tail = None
    put_sign_at_end(term, "")
    other.tag = "span"
    other.attrib.clear()
    other.text = f"{between}{(other.text or '').lstrip()}"
    term.append(other)


def put_sign_at_end(element: "_Element", sign: str) -> None:
    """In place of the blanks at the end of its text; behind the elements in it."""
    last = element
    while len(last) and not (last[-1].tail or "").strip() and last[-1].tag != "br":
        last = last[-1]
        last.tail = None
    if len(last):
        last[-1].tail = (last[-1].tail or "").rstrip()
    else:
        last.text = (last.text or "").rstrip()
    if len(element):
        element[-1].tail = f"{element[-1].tail or ''}{sign}"
    else:
        element.text = f"{element.text}{sign}"
