"""Undoes the tables by which mails and old web pages are laid out, so that only tables of values stay tables."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

OF_TABLES = frozenset({"table", "tbody", "thead", "tfoot", "tr", "td", "th"})
BLOCKS = ("table", "h1", "h2", "h3", "h4", "ul", "ol", "blockquote", "hr")
"""What stands in a cell of the layout of a mail and hardly in one of values."""
BLOCKS_OF_PAGES = ("table", "h1", "h2", "h3")
"""The same of web pages, whose tables of values may hold lists."""
NO_TABLE = ("presentation", "none")
"""Roles by which writers of pages say so."""
MAY_BE_LAYOUT = re.compile(
    r"<table\b[^>]{0,500}\brole\s*=|<t[dh]\b[^>]{0,500}>(?:\s*<[^>]{1,500}>){0,5}\s*<(?:table|h[1-3])\b", re.I
)


def undo_mail_layout_tables(html: str) -> str:
    """Undoes tables of layout and keeps the words; what cannot be parsed comes back as it was."""
    from lxml import etree
    from lxml.html import fragment_fromstring, tostring

    if "<table" not in html.lower():
        return html
    try:
        root = fragment_fromstring(html, create_parent="div")
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, RecursionError):
        return html
    # From within: of a table that is left, whether it is one of values does not depend on what lies around it.
    tables_to_divs([each for each in root.iter("table") if is_mail_layout(each)])
    return str(tostring(root, encoding="unicode"))


def undo_page_layout_tables(source: str) -> str:
    """Undoes the tables of a web page's layout; as it is where none may be one."""
    root = parse_page_tree(source) if MAY_BE_LAYOUT.search(source) else None
    if root is None:
        return source
    tables_to_divs([each for each in root.iter("table") if is_page_layout(each)])
    return serialise_html(root)


def tables_to_divs(tables: "Sequence[_Element]") -> None:
    for table in reversed(tables):
        for element in [table, *own_elements(table)]:
            element.tag = "div"


def is_page_layout(table: "_Element") -> bool:
    """By what it says of itself, or by headings and tables in its cells, of which none is a head."""
    if table.get("role") in NO_TABLE:
        return True
    has_heads = any(element.tag == "th" for element in own_elements(table))
    return not has_heads and any(next(table.iterdescendants(name), None) is not None for name in BLOCKS_OF_PAGES)


def is_mail_layout(table: "_Element") -> bool:
    rows = [element for element in own_elements(table) if element.tag == "tr"]
    has_blocks = any(next(table.iterdescendants(name), None) is not None for name in BLOCKS)
    return table.get("role") == "presentation" or has_blocks or all(len(row_cells(row)) < 2 for row in rows)


def row_cells(row: "_Element") -> "list[_Element]":
    return [cell for cell in row if cell.tag in ("td", "th")]


def own_elements(table: "_Element") -> "list[_Element]":
    """Its rows and cells, without those of tables within it."""
    found, waiting = [], list(table)
    while waiting:
        element = waiting.pop()
        if element.tag in OF_TABLES and element.tag != "table":
            found.append(element)
            waiting += list(element)
    return found
