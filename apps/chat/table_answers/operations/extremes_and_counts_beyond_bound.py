"""Computes the largest or smallest value of a column, or counts the rows whose value lies beyond a bound."""

from collections.abc import Sequence
from decimal import Decimal

from apps.chat.table_answers.operations.computed_result import (
    FEWEST_FIGURES,
    CellPlace,
    ComputedResult,
    column_figures,
    column_unit,
)
from apps.chat.table_answers.operations.row_scopes import possible_row_scopes
from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.questions.select_cells import choose_single_column
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.text.grammar.detect_asked_operation import Operation


def compute_extreme_value(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    """All rows with the largest or smallest value; every reading of what is compared must give the same."""
    column = choose_single_column(question, grid)
    if column is None or not grid.table.is_whole:
        return None
    results = [
        compute_extreme_in_rows(question, grid, column, rows) for rows in possible_row_scopes(question, grid, column)
    ]
    if not results or any(one is None or one.cells != results[0].cells for one in results if results[0]):
        return None
    return results[0]


def compute_extreme_in_rows(
    question: TableQuestion, grid: CellGrid, column: int, rows: Sequence[int]
) -> ComputedResult | None:
    figures = column_figures(grid, column, rows)
    if figures is None or len(figures) < FEWEST_FIGURES:
        return None
    values = list(figures.values())
    if min(values) < 0 < max(values):
        return None  # The largest deviation may be the one furthest from zero.
    best = max(values) if question.operation is Operation.LARGEST else min(values)
    cells = tuple(CellPlace(row, column) for row, value in figures.items() if value == best)
    unit = column_unit(grid, column, rows)
    return ComputedResult(question.operation, best, unit, cells, grid, compared=len(figures))


def compute_count_beyond_bound(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    """The rows whose value lies beyond the bound that the question names, in the unit of the column if in any."""
    column = choose_single_column(question, grid)
    if column is None or question.threshold is None or not grid.table.is_whole:
        return None
    results = [
        compute_count_in_rows(question, grid, column, rows) for rows in possible_row_scopes(question, grid, column)
    ]
    if len({one.cells for one in results if one}) != 1 or None in results:
        return None
    return results[0]


def compute_count_in_rows(
    question: TableQuestion, grid: CellGrid, column: int, rows: Sequence[int]
) -> ComputedResult | None:
    figures, bound = column_figures(grid, column, rows), question.threshold
    if figures is None or bound is None or (bound.unit and column_unit(grid, column, rows) not in ("", bound.unit)):
        return None
    cells = tuple(CellPlace(row, column) for row, value in figures.items() if bound.holds(value))
    return (
        ComputedResult(Operation.COUNT, Decimal(len(cells)), "", cells, grid, compared=len(figures)) if cells else None
    )
