"""Tables of an OpenDocument text that show no line: no cell has a style with borders or a colour.

Source: OASIS OpenDocument 1.3, part 3, 9.1 (tables), 20.192 (borders) and 20.182 (colours).
"""

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from apps.documents.parsing.invisible_tables.laid_out_text import lines_of, told_by
from apps.documents.parsing.invisible_tables.word_tables_without_lines import TextOf

if TYPE_CHECKING:
    from lxml.etree import _Element

TABLE_ROOM = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
TABLE, ROW, CELL = f"{TABLE_ROOM}table", f"{TABLE_ROOM}table-row", f"{TABLE_ROOM}table-cell"
PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
SIDES = tuple(f"{FO}border{side}" for side in ("", "-top", "-bottom", "-left", "-right"))
NAMES = (f"{TABLE_ROOM}style-name", f"{TABLE_ROOM}default-cell-style-name")
NOT_READ = (TABLE, f"{TABLE_ROOM}covered-table-cell", f"{TEXT}list")
"""Tables within a table, merged cells and entries of lists: what is printed is believed."""
REPEATED = f"{TABLE_ROOM}number-columns-repeated"


def lined_styles(roots: "Iterable[_Element]") -> frozenset[str]:
    """The names of styles of tables, rows and cells that show lines or a colour; by themselves or by their parents."""
    styles = {style.get(f"{STYLE}name", ""): style for root in roots for style in root.iter(f"{STYLE}style")}
    own = {name for name, style in styles.items() if any(map(shows_lines, style))}
    heirs = {name for name, style in styles.items() if style.get(f"{STYLE}parent-style-name") in own}
    return frozenset(own | heirs)


def shows_lines(properties: "_Element") -> bool:
    if not properties.tag.startswith(f"{STYLE}table"):
        return False
    has_border = any(not properties.get(side, "none").startswith("none") for side in SIDES)
    return has_border or properties.get(f"{FO}background-color", "transparent") not in ("transparent", "#ffffff")


def told_by_table(table: "_Element", lined: Collection[str], text_of: TextOf) -> tuple[str, ...]:
    """The paragraphs that stand for the table (laid_out_text.py); empty where it shows lines or is not read."""
    is_inner = next(table.iterancestors(TABLE), None) is not None
    if is_inner or any(each is not table for each in table.iter(*NOT_READ)):
        return ()
    if any(each.get(name) in lined for each in table.iter() for name in NAMES):
        return ()
    cells = [list(row.iter(CELL)) for row in table.iter(ROW)]
    if any(cell.get(REPEATED) for row in cells for cell in row):
        return ()
    return told_by([[paragraphs(cell, text_of) for cell in row] for row in cells])


def paragraphs(cell: "_Element", text_of: TextOf) -> list[str]:
    return [line for paragraph in cell.iter(*PARAGRAPHS) for line in lines_of(text_of(paragraph))]
