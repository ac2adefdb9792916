"""Undoes the tables by which mail programs lay out a mail, so that only tables of values stay tables."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

OF_TABLES = frozenset({"table", "tbody", "thead", "tfoot", "tr", "td", "th"})
BLOCKS = ("table", "h1", "h2", "h3", "h4", "ul", "ol", "blockquote", "hr")
"""What stands in a cell of a layout and hardly in one of values."""


def without_layout_tables(html: str) -> str:
    """The same words; what cannot be parsed comes back as it was."""
    from lxml import etree
    from lxml.html import fragment_fromstring, tostring

    if "<table" not in html.lower():
        return html
    try:
        root = fragment_fromstring(html, create_parent="div")
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, RecursionError):
        return html
    # From within: of a table that is left, whether it is one of values does not depend on what lies around it.
    for table in reversed([each for each in root.iter("table") if is_layout(each)]):
        for element in [table, *own_elements(table)]:
            element.tag = "div"
    return str(tostring(root, encoding="unicode"))


def is_layout(table: "HtmlElement") -> bool:
    rows = [element for element in own_elements(table) if element.tag == "tr"]
    has_blocks = any(next(table.iterdescendants(name), None) is not None for name in BLOCKS)
    return table.get("role") == "presentation" or has_blocks or all(len(cells_of(row)) < 2 for row in rows)


def cells_of(row: "HtmlElement") -> list["HtmlElement"]:
    return [cell for cell in row if cell.tag in ("td", "th")]


def own_elements(table: "HtmlElement") -> list["HtmlElement"]:
    """Its rows and cells, without those of tables within it."""
    found, waiting = [], list(table)
    while waiting:
        element = waiting.pop()
        if element.tag in OF_TABLES and element.tag != "table":
            found.append(element)
            waiting += list(element)
    return found
