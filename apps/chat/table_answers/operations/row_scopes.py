"""Finds the table rows that a question covers: those of a kind, of a section, above a total, or all."""

from apps.chat.table_answers.operations.computed_result import adds_up
from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.questions.select_cells import PART, StemsByPlace, find_named_rows, maximal_word_sets
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.chat.table_answers.tables.match_question_words import contains_same_word, matches_any_word

FEWEST_PARTS = 3


def possible_row_scopes(question: TableQuestion, grid: CellGrid, column: int) -> list[list[int]]:
    """The readings of which rows are meant: those that the question names, their section, or all."""
    if segment := named_segment(question, grid, column):
        return [segment]
    sections = rows_of_named_sections(question, grid)
    found = [sections] if sections else []
    named = maximal_word_sets(find_named_rows(question, grid, [column]))
    if len(named) == 1 and not are_named_by_heading(question, grid, named):
        return []
    if len(named) > 1:
        if len(set(named.values())) > 1 or not are_of_one_kind(grid, named):
            return []
        found.append(sorted(named))
    return found or [rows for rows in [whole_body(grid, column)] if rows]


def whole_body(grid: CellGrid, column: int) -> list[int]:
    """All rows beside those of totals; none where one of them may hold others, whatever it is called."""
    labels = (grid.table.rows[row].cells[grid.label] for row in grid.body)
    return [] if any(map(PART.search, labels)) or is_led_by_a_sum(grid, column) else grid.body


def is_led_by_a_sum(grid: CellGrid, column: int) -> bool:
    """Whether the first or the last row is the sum of all others: of two others by chance, of more hardly ever."""
    if grid.totals or len(grid.body) <= FEWEST_PARTS:
        return False
    first, *rest = grid.body
    *start, last = grid.body
    return adds_up(grid, column, rest, first) or adds_up(grid, column, start, last)


def are_named_by_heading(question: TableQuestion, grid: CellGrid, named: StemsByPlace) -> bool:
    """The words that name some rows stand above the table as well: all of its rows are such."""
    words = frozenset[str]().union(*named.values())
    above = [*grid.context, *grid.name_words(grid.label)]
    return all(contains_same_word(w, above) for w in question.words if w.stem in words)


def are_of_one_kind(grid: CellGrid, named: StemsByPlace) -> bool:
    """Rows of one kind stand together and begin with its name: then none is left out that has another name."""
    rows = sorted(named)
    begins = all(grid.row_words[row] and grid.row_words[row][0].stem in named[row] for row in rows)
    return begins and rows == list(range(rows[0], rows[-1] + 1))


def rows_of_named_sections(question: TableQuestion, grid: CellGrid) -> list[int]:
    return [
        row for row in grid.body
        if (section := grid.section_words[row])
        and any(matches_any_word(word, section) for word in question.words if not word.is_small)
    ]  # fmt: skip


def named_segment(question: TableQuestion, grid: CellGrid, column: int) -> list[int]:
    """The rows above the only total whose label the question names beyond the word for totals."""
    of_column = grid.name_words(column)
    asked = [w for w in question.words if not w.is_small and not contains_same_word(w, of_column)]
    heads = [total for total in grid.totals if any(contains_same_word(w, grid.row_words[total]) for w in asked)]
    rows = grid.segment(heads[0]) if len(heads) == 1 else []
    return rows if rows and adds_up(grid, column, rows, heads[0]) else []
