"""Differences of two cells, and the change from one time to another in percent."""

from apps.chat.table_answers.operations.computed_result import CellPlace, ComputedResult, percentage
from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.questions.select_cells import (
    choose_column_pair,
    choose_single_column,
    find_named_rows,
    maximal_word_sets,
)
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.chat.table_answers.tables.match_question_words import YEAR
from apps.text.grammar.detect_asked_operation import Operation


def find_cell_pair(question: TableQuestion, grid: CellGrid) -> list[CellPlace]:
    """Two rows of one column or two columns of one row; empty where it is neither."""
    columns = choose_column_pair(question, grid)
    if len(columns) == 2:
        rows = maximal_word_sets(find_named_rows(question, grid, columns))
        if len(rows) == 1:
            return [CellPlace(next(iter(rows)), column) for column in columns]
    column = choose_single_column(question, grid)
    rows = maximal_word_sets(find_named_rows(question, grid, [column])) if column is not None else {}
    if column is None or len(rows) != 2 or len(set(rows.values())) < 2:
        return []
    return [CellPlace(row, column) for row in sorted(rows)]


def compute_difference(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    cells = find_cell_pair(question, grid)
    figures = [grid.figure(cell.row, cell.column) for cell in cells]
    if len(figures) != 2 or figures[0] is None or figures[1] is None:
        return None
    first, second = figures[0], figures[1]
    if first.unit != second.unit:
        return None
    apart = abs(first.value - second.value)
    unit = "Prozentpunkte" if first.unit == "Prozent" else first.unit
    return ComputedResult(Operation.DIFFERENCE, apart, unit, tuple(cells), grid, is_less=second.value < first.value)


def compute_change(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    """In percent of the earlier value; only from one time to another."""
    found = compute_difference(question, grid)
    if found is None:
        return None
    earlier, later = sorted(found.cells, key=lambda cell: cell_year(grid, cell))
    if cell_year(grid, earlier) == cell_year(grid, later) or "" in (cell_year(grid, earlier), cell_year(grid, later)):
        return None
    before, after = grid.figure(earlier.row, earlier.column), grid.figure(later.row, later.column)
    if before is None or after is None or before.value <= 0 or after.value < 0:
        return None
    if before.unit == "Prozent":
        return None  # From 60 to 70 percent are 10 percentage points, or 16.7 percent: people mean either.
    value = percentage(abs(after.value - before.value), before.value)
    is_less = after.value < before.value
    return ComputedResult(Operation.CHANGE, value, "Prozent", (earlier, later), grid, is_less=is_less)


def cell_year(grid: CellGrid, cell: CellPlace) -> str:
    """The year in the name of the row or else of the column; empty without one."""
    texts = (grid.table.rows[cell.row].cells[grid.label], grid.table.names[cell.column])
    return next((found[0] for text in texts if (found := YEAR.search(text))), "")
