"""Finds tables of an OpenDocument text without visible lines: no cell has a style with borders or a colour.

Source: OASIS OpenDocument 1.3, part 3, 9.1 (tables), 20.192 (borders) and 20.182 (colours).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from apps.documents.parsing.borderless_tables.tell_layout_from_data_tables import (
    LONGEST_LINEAGE,
    TextOf,
    paragraph_lines,
    rows_as_paragraphs,
)
from apps.documents.parsing.parse_xml_tree import STYLE, TEXT
from apps.documents.parsing.parse_xml_tree import TABLE as TABLE_NAMESPACE

if TYPE_CHECKING:
    from lxml.etree import _Element

FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
TABLE, ROW, CELL = f"{TABLE_NAMESPACE}table", f"{TABLE_NAMESPACE}table-row", f"{TABLE_NAMESPACE}table-cell"
PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
SIDES = tuple(f"{FO}border{side}" for side in ("", "-top", "-bottom", "-left", "-right"))
FAMILIES = {
    TABLE: "table",
    ROW: "table-row",
    CELL: "table-cell",
    f"{TABLE_NAMESPACE}table-column": "table-column",
}
NAME, NAME_OF_CELLS = f"{TABLE_NAMESPACE}style-name", f"{TABLE_NAMESPACE}default-cell-style-name"
Style = tuple[str, str]
"""Family and name: styles of different families may have the same name."""
NOT_READ = (TABLE, f"{TABLE_NAMESPACE}covered-table-cell", f"{TEXT}list")
"""Tables within a table, merged cells and entries of lists: what is printed is believed."""
REPEATED = f"{TABLE_NAMESPACE}number-columns-repeated"


def lined_styles(roots: "Iterable[_Element]") -> frozenset[Style]:
    """Finds the styles of tables, rows and cells that show lines or a colour, be it by a style they are based on."""
    styles = {
        (style.get(f"{STYLE}family", ""), style.get(f"{STYLE}name", "")): style
        for root in roots
        for style in root.iter(f"{STYLE}style")
    }
    return frozenset(of for of in styles if any(any(map(shows_lines, each)) for each in style_lineage(of, styles)))


def style_lineage(style: Style, styles: "Mapping[Style, _Element]") -> "Iterator[_Element]":
    family, name = style
    for _ in range(LONGEST_LINEAGE):
        if (found := styles.get((family, name))) is None:
            return
        yield found
        name = found.get(f"{STYLE}parent-style-name", "")


def shows_lines(properties: "_Element") -> bool:
    if not properties.tag.startswith(f"{STYLE}table"):
        return False
    has_border = any(not properties.get(side, "none").startswith("none") for side in SIDES)
    return has_border or properties.get(f"{FO}background-color", "transparent") not in ("transparent", "#ffffff")


def own_and_cell_style(element: "_Element") -> tuple[Style, Style]:
    """Returns its own style, and that of the cells of a row or column."""
    return (FAMILIES[str(element.tag)], element.get(NAME, "")), ("table-cell", element.get(NAME_OF_CELLS, ""))


def table_as_paragraphs(table: "_Element", lined: Collection[Style], text_of: TextOf) -> tuple[str, ...]:
    """The paragraphs that stand for the table (tell_layout_from_data_tables.py).

    Empty where it shows lines or is not read.
    """
    is_inner = next(table.iterancestors(TABLE), None) is not None
    if is_inner or any(each is not table for each in table.iter(*NOT_READ)):
        return ()
    if any(style in lined for each in table.iter(*FAMILIES) for style in own_and_cell_style(each)):
        return ()
    cells = [list(row.iter(CELL)) for row in table.iter(ROW)]
    if any(cell.get(REPEATED) for row in cells for cell in row):
        return ()
    return rows_as_paragraphs([[cell_paragraphs(cell, text_of) for cell in row] for row in cells])


def cell_paragraphs(cell: "_Element", text_of: TextOf) -> list[str]:
    return [line for paragraph in cell.iter(*PARAGRAPHS) for line in paragraph_lines(text_of(paragraph))]
