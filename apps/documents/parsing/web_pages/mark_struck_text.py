"""Marks struck text of web pages in words: "[gestrichen: 15 Euro] 20 Euro" is no fee of 15 Euro."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html
from apps.text.grammar.split_sentences import STRUCK_BEGINS, STRUCK_ENDS

if TYPE_CHECKING:
    from lxml.etree import _Element

MAY_STRIKE = re.compile(r"<(?:s|strike|del)\b|line-through", re.I)
STRIKING = frozenset({"s", "strike", "del"})
STYLE = re.compile(r"text-decoration[\w-]{0,5}\s*:[^;]{0,100}\bline-through\b", re.I)
BLOCKS = frozenset(
    {"p", "div", "li", "ul", "ol", "table", "thead", "tbody", "tr", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6"}
    | {"section", "article", "blockquote", "dl", "dt", "dd", "pre", "br", "hr"}
)
"""What begins a paragraph or a line of its own, or parts two of them."""
BEGINS, ENDS = f"⟦{STRUCK_BEGINS[1:]}", "⟧"
"""In brackets that writers of Markdown do not escape."""
TOLD = re.compile(rf"{BEGINS}([^⟦⟧]*+){ENDS}")
BRACKETS = str.maketrans("[]⟦⟧", "()()")


def mark_struck_text(source: str) -> str:
    """The page with BEGINS and ENDS around what is struck, in each of its paragraphs; as it is where nothing is."""
    root = parse_page_tree(source) if MAY_STRIKE.search(source) else None
    if root is None:
        return source
    struck = [element for element in root.iter() if is_struck_element(element)]
    for element in struck:
        if not any(is_struck_element(around) for around in element.iterancestors()):
            mark_struck_element(element)
    for element in struck:
        if element.tag in STRIKING:
            element.tag = "span"
    return serialise_html(root)


def normalise_struck_marks(markdown: str) -> str:
    """What has become of the page, with the mark as it is in every kind of document."""
    return TOLD.sub(rf"{STRUCK_BEGINS}\1{STRUCK_ENDS}", markdown)


def is_struck_element(element: "_Element") -> bool:
    return element.tag in STRIKING or STYLE.search(element.get("style", "")) is not None


def mark_struck_element(element: "_Element") -> None:
    """Around the text of the element, or around each of its paragraphs and what stands beside them: a mark holds the
    text of one paragraph alone."""
    inner = [child for child in element.iterdescendants() if child.tag in BLOCKS]
    around = ancestors_holding(inner, element)
    leaves = [each for each in inner if each not in around]
    beside = [stretch for each in around for stretch in wrap_stretches(each, {*around, *leaves})]
    for each in [*leaves, *beside] or [element]:
        if any(map(str.isalnum, "".join(map(str, each.itertext())))):
            mark_element(each)


def ancestors_holding(inner: Iterable["_Element"], outermost: "_Element") -> set["_Element"]:
    """The elements from `outermost` on within which there is one of `inner`."""
    found: set[_Element] = set()
    for each in inner:
        for around in each.iterancestors():
            if around in found:
                break
            found.add(around)
            if around is outermost:
                break
    return found


def wrap_stretches(element: "_Element", apart: set["_Element"]) -> list["_Element"]:
    """What stands before, between and behind those children that are `apart`, put into new elements."""
    found = [element.makeelement("span")]
    found[0].text, element.text = element.text, None
    children = list(element)
    element.insert(0, found[0])
    for child in children:
        if child not in apart:
            found[-1].append(child)
            continue
        found.append(element.makeelement("span"))
        found[-1].text, child.tail = child.tail, None
        child.addnext(found[-1])
    for empty in [each for each in found if not len(each) and not (each.text or "").strip()]:
        found.remove(empty)
        element.remove(empty)
    return found


def mark_element(element: "_Element") -> None:
    for each in element.iter():
        each.text = (each.text or "").translate(BRACKETS)
        if each is not element:
            each.tail = (each.tail or "").translate(BRACKETS)
    element.text = BEGINS + (element.text or "").lstrip()
    last = element[-1] if len(element) else None
    if last is None:
        element.text = element.text.rstrip() + ENDS
    else:
        last.tail = (last.tail or "").rstrip() + ENDS
