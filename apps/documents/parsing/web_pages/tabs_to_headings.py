"""Turns tabs of web pages into headings: each tab panel gets its tab's label as a heading."""

import re
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

TABS = re.compile(r"\brole\s*=\s*[\"']?tab\b", re.I)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def tabs_to_headings(source: str) -> str:
    """The page with each tab as a heading in its panel, one level below the last one before; as it is without tabs.

    In the browser one panel is seen at a time: what stands in it is said of what its tab names.
    """
    root = parse_page_tree(source) if TABS.search(source) else None
    if root is None:
        return source
    panels: dict[str, _Element] = {}
    levels: dict[str, int] = {}
    level = 1
    for element in root.iter("*"):
        if element.tag in HEADINGS:
            level = int(element.tag[1])
        if (name := element.get("id", "")) and name not in panels:
            panels[name], levels[name] = element, level
    for tab in [element for element in root.iter("*") if element.get("role") == "tab"]:
        name = tab.get("aria-controls") or tab.get("href", "").removeprefix("#")
        if name in panels:
            put_heading(panels[name], tab, HEADINGS[min(levels[name], len(HEADINGS) - 1)])
    return serialise_html(root)


def put_heading(panel: "_Element", tab: "_Element", kind: str) -> None:
    """Unless the panel begins with a heading of its own."""
    text, around = " ".join(str(tab.text_content()).split()), tab.getparent()
    if around is None or not text or panel is tab or tab in panel.iterancestors():
        return
    if not (len(panel) and panel[0].tag in HEADINGS and not (panel.text or "").strip()):
        heading = panel.makeelement(kind)
        heading.text, heading.tail, panel.text = text, panel.text, None
        panel.insert(0, heading)
    # Its words stand above the panel now; what follows it stays.
    tab.text, tab[:] = None, []
