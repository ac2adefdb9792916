"""Computes the result of a question on one table; nothing where any reading of the question would give another."""

from collections.abc import Callable, Mapping

from apps.chat.table_answers.operations.computed_result import FEWEST_FIGURES, ComputedResult, adds_up
from apps.chat.table_answers.operations.differences import compute_change, compute_difference
from apps.chat.table_answers.operations.extremes_and_counts_beyond_bound import (
    compute_count_beyond_bound,
    compute_extreme_value,
)
from apps.chat.table_answers.operations.shares import compute_share
from apps.chat.table_answers.operations.sum_rows import compute_sum
from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.questions.select_cells import names_a_mixed_column, unexplained_words
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.text.grammar.detect_asked_operation import Operation

MOST_CELLS = 40
"""More are not listed in an answer, and what is not listed nobody can open."""
OPERATIONS: Mapping[Operation, Callable[[TableQuestion, CellGrid], ComputedResult | None]] = {
    Operation.LARGEST: compute_extreme_value,
    Operation.SMALLEST: compute_extreme_value,
    Operation.SUM: compute_sum,
    Operation.DIFFERENCE: compute_difference,
    Operation.CHANGE: compute_change,
    Operation.SHARE: compute_share,
    Operation.COUNT: compute_count_beyond_bound,
}


def compute_result(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    """None where the table does not answer the question without a doubt."""
    work = OPERATIONS.get(question.operation)
    if work is None or len(grid.body) < FEWEST_FIGURES or not grid.values or has_unclear_rows(grid):
        return None
    found = work(question, grid)
    if found is None or len(found.cells) > MOST_CELLS:
        return None
    columns = sorted({cell.column for cell in found.cells})
    if names_a_mixed_column(question, grid, columns) or has_unknown_unit(grid, found):
        return None
    rows = scope_rows(question, grid, found)
    return None if unexplained_words(question, grid, columns, rows) else found


def has_unknown_unit(grid: CellGrid, found: ComputedResult) -> bool:
    """Figures "in Hundert Stück" are no figures as they stand."""
    return any(grid.is_scaled(cell.row, cell.column) and not grid.unit(cell.column) for cell in found.cells)


def has_unclear_rows(grid: CellGrid) -> bool:
    """A row without a name has to be the sum of those above it; else it may belong to the name above."""
    return not all(any(adds_up(grid, at, grid.segment(row), row) for at in grid.values) for row in grid.unnamed)


def scope_rows(question: TableQuestion, grid: CellGrid, found: ComputedResult) -> list[int]:
    """The rows whose words may explain the question: those shown, or all that were compared."""
    if question.operation in (Operation.LARGEST, Operation.SMALLEST, Operation.COUNT) and not found.compared:
        return grid.body
    return sorted({cell.row for cell in found.cells})
