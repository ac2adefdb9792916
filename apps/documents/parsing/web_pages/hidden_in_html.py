"""What a page hides: what nothing on it opens is left out, panels that a visitor can open are text like any other.

A draft is hidden for good; the answers of an accordion and the panels of tabs are hidden until somebody wants them, and
on pages of authorities hold what is asked for.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.page_tree import as_html, page_tree

if TYPE_CHECKING:
    from lxml.etree import _Element

HIDES = re.compile(r"<[^<>]{0,2000}?\s(?:hidden(?=[\s=>/])|style\s*=[^<>]{0,500}?display\s*:\s*none)", re.IGNORECASE)
NO_DISPLAY = re.compile(r"display\s*:\s*none\s*(?:!important)?\s*;?", re.IGNORECASE)
OPENERS = ("href", "data-target", "data-bs-target", "data-href")
"""Attributes that name what a click opens as "#panel"."""
WORD = re.compile(r"[A-ZÄÖÜ]?[a-zäöü]+|[A-ZÄÖÜ]+")
"""Of the name of a class: "c-accordion__item", "accordionItem"."""
FOLDS = frozenset({"accordion", "accordions", "akkordeon", "collapse", "collapsible", "toggle", "faq", "faqs", "tabs"})
"""Around what is folded; a class that merely contains one of them ("collapsed-menu", "table") says nothing."""
FOLDED = FOLDS | {"panel", "pane", "tab", "tabpanel"}
"""Of the folded element itself; around it each box is called a panel."""
NEAR = 4
"""Elements around a hidden one whose classes are looked at."""
WHOLE_PAGE = ("html", "body", "main")
"""They are shown by a script, or nothing is; their classes say nothing of a part."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary")


def with_hidden_decided(source: str) -> str:
    """The page without what it hides for good, and with what it only folds; as it is where it hides nothing."""
    root = page_tree(source) if HIDES.search(source) else None
    if root is None:
        return source
    opened = set(named(root))
    changed = [decide(element, opened) for element in list(root.iter("*"))]
    if not any(changed):
        return source  # as it was written, with its faults
    for button in list(root.iter("button")):
        if opened & set(button.get("aria-controls", "").split()) or is_folded(button):
            button.tag = "span" if any(each.tag in HEADINGS for each in button.iterancestors()) else "p"
    return as_html(root)


def named(root: "_Element") -> Iterator[str]:
    """The ids of what something on the page opens."""
    for element in root.iter("*"):
        yield from element.get("aria-controls", "").split()
        yield from (said[1:] for name in OPENERS if (said := element.get(name, "")).startswith("#"))


def decide(element: "_Element", opened: set[str]) -> bool:
    """Whether the page is another one now."""
    is_hidden = bool(element.get("hidden", "until-found").lower() != "until-found")
    if not (is_hidden or NO_DISPLAY.search(element.get("style", ""))):
        return False
    if (
        element.tag in WHOLE_PAGE
        or element.get("id") in opened
        or element.get("role") == "tabpanel"
        or is_folded(element)
    ):
        element.attrib.pop("hidden", None)
        element.set("style", NO_DISPLAY.sub("", element.get("style", "")))
        return True
    if is_hidden:
        remove(element)
    return is_hidden


def is_folded(element: "_Element") -> bool:
    around = [each for each in islice(element.iterancestors(), NEAR - 1) if each.tag not in WHOLE_PAGE]
    return bool(FOLDED & words_of(element)) or any(FOLDS & words_of(each) for each in around)


def words_of(element: "_Element") -> set[str]:
    """Those of its classes."""
    return {word.lower() for word in WORD.findall(element.get("class", ""))}


def remove(element: "_Element") -> None:
    """The text after it stays."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if before is None:
        parent.text = (parent.text or "") + (element.tail or "")
    else:
        before.tail = (before.tail or "") + (element.tail or "")
    parent.remove(element)
