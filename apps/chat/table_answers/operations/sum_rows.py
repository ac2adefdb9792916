"""Sums rows: those that are named, of a span of years, or all; rows of totals are never counted among them."""

import re
from decimal import Decimal

from apps.chat.table_answers.operations.computed_result import (
    FEWEST_FIGURES,
    CellPlace,
    ComputedResult,
    adds_up,
    column_figures,
    column_unit,
)
from apps.chat.table_answers.operations.row_scopes import named_segment, rows_of_named_sections, whole_body
from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.questions.select_cells import (
    StemsByPlace,
    choose_single_column,
    find_named_rows,
    maximal_word_sets,
)
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.text.grammar.detect_asked_operation import Operation

NOT_ADDED = re.compile(
    r"\b(?:je|pro|anteil|quote|\w*grad|mittlere\w*|durchschnitt\w*|im mittel|stand|stichtag)\b|%", re.IGNORECASE
)
"""In names of columns: rates and averages have no total."""
DATE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}")
YEARS = re.compile(r"\b(?:von|zwischen)\s+((?:19|20)\d\d)\s+(?:bis|und)\s+((?:19|20)\d\d)\b")


def compute_sum(question: TableQuestion, grid: CellGrid) -> ComputedResult | None:
    column = choose_single_column(question, grid)
    if column is None or NOT_ADDED.search(grid.table.names[column]) or grid.unit(column) == "Prozent":
        return None
    rows = summed_rows(question, grid, column)
    figures = column_figures(grid, column, rows) if rows else None
    if figures is None or len(figures) < FEWEST_FIGURES:
        return None
    cells = tuple(CellPlace(row, column) for row in figures)
    total = sum(figures.values(), Decimal(0))
    return ComputedResult(Operation.SUM, total, column_unit(grid, column, rows), cells, grid)


def summed_rows(question: TableQuestion, grid: CellGrid, column: int) -> list[int]:
    """Returns the rows that are named, of a range of years, of a named total, or all; empty if uncertain."""
    if years := rows_of_years(question, grid):
        return years
    named = maximal_word_sets(find_named_rows(question, grid, [column]))
    if segment := named_segment(question, grid, column):
        return segment
    if len(named) > 1:
        return sorted(named) if are_told_apart(question, grid, named) else []
    if named or not grid.table.is_whole or len(grid.totals) > 1 or are_dated_rows(grid):
        return []
    if grid.totals and not adds_up(grid, column, grid.body, grid.totals[0]):
        return []
    return whole_body(grid, column)


def are_dated_rows(grid: CellGrid) -> bool:
    """Rows of days: what stood there on each of them has no sum."""
    return all(DATE.search(grid.table.rows[row].cells[grid.label]) for row in grid.body)


def rows_of_years(question: TableQuestion, grid: CellGrid) -> list[int]:
    """ "von 2022 bis 2025": each of these years, which must stand once, in the section that the question names."""
    found = YEARS.search(question.text)
    if not found:
        return []
    wanted = [str(year) for year in range(int(found[1]), int(found[2]) + 1)]
    rows = rows_of_named_sections(question, grid) or grid.body
    by_label = [(grid.table.rows[row].cells[grid.label], row) for row in rows]
    of_years = [[row for label, row in by_label if label == year] for year in wanted]
    return [row for rows in of_years for row in rows] if all(len(rows) == 1 for rows in of_years) else []


def are_told_apart(question: TableQuestion, grid: CellGrid, named: StemsByPlace) -> bool:
    """Each row has words of its own, or all of one kind are asked for in the plural; a list is asked for as a whole."""
    for row, words in named.items():
        alike = [other for other, others in named.items() if others == words]
        if len(alike) > 1 and not is_asked_in_plural(question, grid, row, words):
            return False
    return True


def is_asked_in_plural(question: TableQuestion, grid: CellGrid, row: int, words: frozenset[str]) -> bool:
    own = {word.stem: word.text for word in grid.row_words[row]}
    return any(w.stem in words and w.stem in own and len(w.text) > len(own[w.stem]) for w in question.words)
