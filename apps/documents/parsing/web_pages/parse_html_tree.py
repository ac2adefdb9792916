"""Parses a web page into a tree of elements, repairing its faults as browsers do."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")


def parse_page_tree(source: str) -> "_Element | None":
    """None for what nothing can be made of."""
    from lxml import html

    try:
        return html.document_fromstring(DECLARATION.sub("", source), html.HTMLParser(huge_tree=True))
    except (SyntaxError, ValueError):
        return None


def serialise_html(root: "_Element") -> str:
    from lxml import html

    return str(html.tostring(root, encoding="unicode"))
