"""Numbers that cells of a sheet store under a rounding format: a search for 0.853 finds the cell that shows 85.3 %."""

import json
from collections.abc import Sequence
from typing import Any

from apps.database.execute_batch_sql import fetch_rows
from apps.documents.parsing.cell_positions_in_text import SheetLayout

PAGES = """
    SELECT chunk.id, chunk.start, length(chunk.text), page.text, page.sheet
    FROM documents_chunk chunk JOIN documents_page page ON page.id = chunk.page_id
    WHERE chunk.revision_id = ANY(%s) AND chunk.kind = 'content' AND page.sheet ? 'stored'
"""


def load_stored_numbers(revisions: Sequence[int]) -> dict[int, str]:
    """What is indexed with each chunk of a sheet beside its text. One query."""
    return {
        chunk: stored_numbers(SheetLayout.from_json(parse_json_object(sheet)), text, start, start + length)
        for chunk, start, length, text, sheet in fetch_rows(PAGES, [list(revisions)])
    }


def stored_numbers(layout: SheetLayout, page: str, start: int, end: int) -> str:
    """Joins the numbers that cells in `page[start:end]` store; empty where they show what they store."""
    if not layout.stored:
        return ""
    touched = {(cell.row, cell.column) for cell in layout.cells_between(page, start, end)}
    return " ".join(number for row, column, number in layout.stored if (row, column) in touched)


def parse_json_object(sheet: Any) -> Any:
    return json.loads(sheet) if isinstance(sheet, str) else sheet
