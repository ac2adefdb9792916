"""Renders Word tables without borders: layout tables as paragraphs, tables of values as Markdown.

Source: ECMA-376, part 1, 17.4 (tables), 17.4.38 and 17.4.66 (borders) and 17.7.6 (styles of tables).
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from apps.documents.parsing.borderless_tables.tell_layout_from_data_tables import (
    LONGEST_LINEAGE,
    TextOf,
    paragraph_lines,
    rows_as_paragraphs,
)
from apps.documents.parsing.parse_xml_tree import WORD

if TYPE_CHECKING:
    from lxml.etree import _Element

VALUE = f"{WORD}val"
TABLE, ROW, CELL, PARAGRAPH = f"{WORD}tbl", f"{WORD}tr", f"{WORD}tc", f"{WORD}p"
BORDERS = (f"{WORD}tblBorders", f"{WORD}tcBorders")
NO_LINE = ("nil", "none")
SHADES, WHITE = f"{WORD}shd", ("auto", "FFFFFF", "ffffff")
NOT_READ = (f"{WORD}gridSpan", f"{WORD}vMerge", f"{WORD}numPr", TABLE)
"""Merged cells, entries of lists and tables within a table: what is printed is believed."""


def lined_styles(root: "_Element") -> frozenset[str]:
    """The ids of styles by which a table shows lines or shades. `root` is that of `word/styles.xml`."""
    styles = {style.get(f"{WORD}styleId", ""): style for style in root.iter(f"{WORD}style")}
    return frozenset(name for name in styles if any(shows_lines(each) for each in style_lineage(name, styles)))


def style_lineage(name: str, styles: "dict[str, _Element]") -> "Iterator[_Element]":
    for _ in range(LONGEST_LINEAGE):
        if (style := styles.get(name)) is None:
            return
        yield style
        base = style.find(f"{WORD}basedOn")
        name = "" if base is None else base.get(VALUE, "")


def shows_lines(element: "_Element") -> bool:
    sides = (side for borders in element.iter(*BORDERS) for side in borders)
    shades = (shade.get(f"{WORD}fill", "auto") for shade in element.iter(SHADES))
    return any(side.get(VALUE) not in NO_LINE for side in sides) or any(shade not in WHITE for shade in shades)


def table_as_paragraphs(table: "_Element", lined: Collection[str], text_of: TextOf) -> tuple[str, ...]:
    """The paragraphs that stand for the table (tell_layout_from_data_tables.py).

    Empty where it shows lines or is not read.
    """
    style = table.find(f"{WORD}tblPr/{WORD}tblStyle")
    is_inner = next(table.iterancestors(TABLE), None) is not None
    if is_inner or (style is not None and style.get(VALUE) in lined) or shows_lines(table):
        return ()
    if any(each is not table for each in table.iter(*NOT_READ)):
        return ()
    return rows_as_paragraphs([[cell_paragraphs(cell, text_of) for cell in row.iter(CELL)] for row in table.iter(ROW)])


def cell_paragraphs(cell: "_Element", text_of: TextOf) -> list[str]:
    return [line for paragraph in cell.iter(PARAGRAPH) for line in paragraph_lines(text_of(paragraph))]
