"""The largest and the smallest value of a column, and the values beyond a bound."""

from collections.abc import Sequence
from decimal import Decimal

from apps.chat.table_answers.operations.result import FEWEST, CellPlace, ComputedResult, figures_in, unit_in
from apps.chat.table_answers.operations.row_scopes import scopes
from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.questions.select_cells import one_column
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.text.grammar.asked_operation import Operation


def extreme(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    """All rows with the largest or smallest value; every reading of what is compared must give the same."""
    column = one_column(question, grid)
    if column is None or not grid.table.is_whole:
        return None
    results = [extreme_of(question, grid, column, rows) for rows in scopes(question, grid, column)]
    if not results or any(one is None or one.cells != results[0].cells for one in results if results[0]):
        return None
    return results[0]


def extreme_of(question: TableQuestion, grid: CellGrid, column: int, rows: Sequence[int]) -> ComputedResult | None:
    figures = figures_in(grid, column, rows)
    if figures is None or len(figures) < FEWEST:
        return None
    values = list(figures.values())
    if min(values) < 0 < max(values):
        return None  # The largest deviation may be the one furthest from zero.
    best = max(values) if question.operation is Operation.LARGEST else min(values)
    cells = tuple(CellPlace(row, column) for row, value in figures.items() if value == best)
    unit = unit_in(grid, column, rows)
    return ComputedResult(question.operation, best, unit, cells, grid, compared=len(figures))


def rows_beyond_bound(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    """The rows whose value lies beyond the bound that the question names, in the unit of the column if in any."""
    column = one_column(question, grid)
    if column is None or question.threshold is None or not grid.table.is_whole:
        return None
    results = [count_in(question, grid, column, rows) for rows in scopes(question, grid, column)]
    if len({one.cells for one in results if one}) != 1 or None in results:
        return None
    return results[0]


def count_in(question: TableQuestion, grid: CellGrid, column: int, rows: Sequence[int]) -> ComputedResult | None:
    figures, bound = figures_in(grid, column, rows), question.threshold
    if figures is None or bound is None or (bound.unit and unit_in(grid, column, rows) not in ("", bound.unit)):
        return None
    cells = tuple(CellPlace(row, column) for row, value in figures.items() if bound.holds(value))
    return (
        ComputedResult(Operation.COUNT, Decimal(len(cells)), "", cells, grid, compared=len(figures)) if cells else None
    )
