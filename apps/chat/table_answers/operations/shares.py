"""Shares of a cell: of another column in its row, or of all rows of its column."""

from collections.abc import Sequence
from decimal import Decimal

from apps.chat.table_answers.operations.computed_result import (
    CellPlace,
    ComputedResult,
    adds_up,
    column_figures,
    figure_value,
    percentage,
)
from apps.chat.table_answers.operations.row_scopes import whole_body
from apps.chat.table_answers.operations.sum_rows import NOT_ADDED, are_dated_rows
from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.questions.select_cells import (
    choose_column_pair,
    choose_single_column,
    find_named_rows,
    maximal_word_sets,
)
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.text.grammar.detect_asked_operation import Operation


def compute_share(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    """One column of another in the same row, or one row of all rows."""
    columns = choose_column_pair(question, grid)
    named = maximal_word_sets(find_named_rows(question, grid, columns)) if columns else {}
    if len(named) == 1:
        return share_of_larger_column(grid, [CellPlace(next(iter(named)), column) for column in columns])
    column = choose_single_column(question, grid)
    rows = maximal_word_sets(find_named_rows(question, grid, [column])) if column is not None else {}
    if column is None or len(rows) != 1 or len(grid.totals) > 1 or not grid.table.is_whole or are_dated_rows(grid):
        return None
    if NOT_ADDED.search(grid.table.names[column]) or grid.unit(column) == "Prozent":
        return None
    figures = column_figures(grid, column, whole_body(grid, column))
    if not figures or (grid.totals and not adds_up(grid, column, grid.body, grid.totals[0])):
        return None
    row = next(iter(rows))
    whole = sum(figures.values(), Decimal(0))
    if row not in figures or whole <= 0 or min(figures.values()) < 0:
        return None
    others = grid.totals or [one for one in figures if one != row]
    cells = (CellPlace(row, column), *(CellPlace(one, column) for one in others))
    return ComputedResult(Operation.SHARE, percentage(figures[row], whole), "Prozent", cells, grid)


def share_of_larger_column(grid: CellGrid, cells: Sequence[CellPlace]) -> ComputedResult | None:
    """The smaller column of the larger, where it is the smaller in every row."""
    lower, upper = sorted(cells, key=lambda cell: figure_value(grid, cell))
    for row in grid.body:
        below, above = grid.figure(row, lower.column), grid.figure(row, upper.column)
        if below is None or above is None or not 0 <= below.value <= above.value or below.unit != above.unit:
            return None
    whole = figure_value(grid, upper)
    if whole == 0:
        return None
    value = percentage(figure_value(grid, lower), whole)
    return ComputedResult(Operation.SHARE, value, "Prozent", (lower, upper), grid)
