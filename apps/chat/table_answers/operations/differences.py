"""Differences of two cells, and the change from one time to another in percent."""

from apps.chat.table_answers.operations.result import CellPlace, ComputedResult, percent
from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.questions.select_cells import largest_sets, one_column, rows_named, two_columns
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.chat.table_answers.tables.match_question_words import YEAR
from apps.text.grammar.asked_operation import Operation


def pair(question: TableQuestion, grid: CellGrid) -> list[CellPlace]:
    """Two rows of one column or two columns of one row; empty where it is neither."""
    columns = two_columns(question, grid)
    if len(columns) == 2:
        rows = largest_sets(rows_named(question, grid, columns))
        if len(rows) == 1:
            return [CellPlace(next(iter(rows)), column) for column in columns]
    column = one_column(question, grid)
    rows = largest_sets(rows_named(question, grid, [column])) if column is not None else {}
    if column is None or len(rows) != 2 or len(set(rows.values())) < 2:
        return []
    return [CellPlace(row, column) for row in sorted(rows)]


def difference(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    cells = pair(question, grid)
    figures = [grid.figure(cell.row, cell.column) for cell in cells]
    if len(figures) != 2 or figures[0] is None or figures[1] is None:
        return None
    first, second = figures[0], figures[1]
    if first.unit != second.unit:
        return None
    apart = abs(first.value - second.value)
    unit = "Prozentpunkte" if first.unit == "Prozent" else first.unit
    return ComputedResult(Operation.DIFFERENCE, apart, unit, tuple(cells), grid, is_less=second.value < first.value)


def change(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    """In percent of the earlier value; only from one time to another."""
    found = difference(question, grid)
    if found is None:
        return None
    earlier, later = sorted(found.cells, key=lambda cell: time_of(grid, cell))
    if time_of(grid, earlier) == time_of(grid, later) or "" in (time_of(grid, earlier), time_of(grid, later)):
        return None
    before, after = grid.figure(earlier.row, earlier.column), grid.figure(later.row, later.column)
    if before is None or after is None or before.value <= 0 or after.value < 0:
        return None
    if before.unit == "Prozent":
        return None  # From 60 to 70 percent are 10 percentage points, or 16.7 percent: people mean either.
    value = percent(abs(after.value - before.value), before.value)
    is_less = after.value < before.value
    return ComputedResult(Operation.CHANGE, value, "Prozent", (earlier, later), grid, is_less=is_less)


def time_of(grid: CellGrid, cell: CellPlace) -> str:
    """The year in the name of the row or else of the column; empty without one."""
    texts = (grid.table.rows[cell.row].cells[grid.label], grid.table.names[cell.column])
    return next((found[0] for text in texts if (found := YEAR.search(text))), "")
