"""Cells of HTML tables that span rows or columns, written out, so that each row has all of its cells."""

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

SPANS = re.compile(r"\b(?:row|col)span\b|<caption\b", re.IGNORECASE)
NUMBER = re.compile(r"\s*(\d{1,4})")
MOST_SPANNED = 1_000
"""Columns or rows of one cell, as in browsers."""
MOST_CELLS = 100_000
"""Of a table with its cells written out; a larger one stays as it is."""
BESIDE = "data-beside"
"""Attribute of copies in the further columns of a cell: they are empty, but for heads that are put together."""
Grid = list[dict[int, "_Element"]]
"""For each row the cells by their column."""


def expand_spanned_cells(source: str) -> str:
    """The page with the cells of its tables repeated in each row they span, heads of several rows as one, and captions
    above their tables, of which they would become the head.

    A page without such cells and captions, and one that nothing can be made of, is given back as it is.
    """
    root = parse_page_tree(source) if SPANS.search(source) else None
    if root is None:
        return source
    tables = list(root.iter("table"))
    changed = [put_caption_above(table) for table in tables] + [expand_table(table) for table in tables]
    return serialise_html(root) if any(changed) else source


def put_caption_above(table: "_Element") -> bool:
    """Moves the caption above its table as a paragraph; False without one, or in a table within another's cell."""
    caption = next((child for child in table if child.tag == "caption"), None)
    if caption is None or next(table.iterancestors("table"), None) is not None:
        return False
    table.remove(caption)
    caption.tag, caption.tail = "p", None
    table.addprevious(caption)
    return True


def expand_table(table: "_Element") -> bool:
    """Whether the table is another one now."""
    rows = [row for row in table.iter("tr") if next(row.iterancestors("table"), None) is table]
    has_notes = put_notes_below(table, rows)
    own = [[cell for cell in row if cell.tag in {"td", "th"}] for row in rows]
    if not any(cell_span(cell, name) > 1 for cells in own for cell in cells for name in ("rowspan", "colspan")):
        return has_notes
    grid = build_cell_grid(own)
    if grid is None:
        return has_notes
    heads = count_header_rows(own, grid)
    if heads > 1:
        merge_header_rows(rows[:heads], grid)
    for row, cells in list(zip(rows, grid, strict=True))[heads if heads > 1 else 0 :]:
        refill_row(row, [cells[column] for column in sorted(cells)])
    return True


def put_notes_below(table: "_Element", rows: list["_Element"]) -> bool:
    """Last rows of one cell over several columns as paragraphs: "* zuzüglich Versand" is said of no column.

    Takes them out of `rows`; those of a table within another stay. Says whether there were any.
    """
    if next(table.iterancestors("table"), None) is not None or not any(len(row) > 1 for row in rows):
        return False
    count = len(rows)
    while len(rows) > 1 and len(rows[-1]) == 1 and cell_span(rows[-1][0], "colspan") > 1:
        row = rows.pop()
        note, parent = row[0], row.getparent()
        note.tag = "p"
        note.attrib.clear()
        note.tail, table.tail = table.tail, None
        table.addnext(note)
        if parent is not None:
            parent.remove(row)
    return len(rows) < count


def cell_span(cell: "_Element", name: str) -> int:
    match = NUMBER.match(cell.get(name, ""))
    return max(1, min(int(match[1]), MOST_SPANNED)) if match else 1


def build_cell_grid(own: Sequence[Sequence["_Element"]]) -> Grid | None:
    """Every cell at every place it covers: itself at the first, copies in the rows below, and empty ones beside it in
    its row. None where that are more than MOST_CELLS."""
    grid: Grid = [{} for _ in own]
    count = 0
    for number, cells in enumerate(own):
        column = 0
        for cell in cells:
            while column in grid[number]:
                column += 1
            wide, high = cell_span(cell, "colspan"), min(cell_span(cell, "rowspan"), len(own) - number)
            count += wide * high
            if count > MOST_CELLS:
                return None
            for down in range(high):
                for right in range(wide):
                    grid[number + down].setdefault(column + right, copy_cell(cell, down, right))
            column += wide
    return grid


def copy_cell(cell: "_Element", down: int, right: int) -> "_Element":
    if not down and not right:
        return cell
    copied = deepcopy(cell)
    copied.tail = None
    if right:
        copied.set(BESIDE, "")
    return copied


def count_header_rows(own: Sequence[Sequence["_Element"]], grid: Grid) -> int:
    """How many rows at the top are heads alone: heads of two rows say together what stands below."""
    count = 0
    while count < len(own) and own[count] and all(cell.tag == "th" for cell in grid[count].values()):
        count += 1
    return count if count < len(own) else 0


def merge_header_rows(rows: Sequence["_Element"], grid: Grid) -> None:
    """ "Besuche" above "2023" and "2024" as "Besuche 2023" and "Besuche 2024" in the first row; the others go."""
    told: list[_Element] = []
    filled = {column for cells in grid[len(rows) :] for column, cell in cells.items() if cell.text_content().strip()}
    for column in range(max(filled, default=-1) + 1):
        above = [cells[column] for cells in grid[: len(rows)] if column in cells]
        texts = dict.fromkeys(" ".join(cell.text_content().split()) for cell in above)
        head = rows[0].makeelement("th")
        head.text = " ".join(text for text in texts if text)
        told.append(head)
    refill_row(rows[0], told)
    for row in rows[1:]:
        parent = row.getparent()
        if parent is not None:
            parent.remove(row)


def refill_row(row: "_Element", cells: Sequence["_Element"]) -> None:
    row[:] = cells
    for cell in cells:
        if cell.attrib.pop(BESIDE, None) is not None:
            cell.text, cell[:] = None, []
        cell.attrib.pop("rowspan", None)
        cell.attrib.pop("colspan", None)
