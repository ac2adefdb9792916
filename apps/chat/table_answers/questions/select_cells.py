"""Selects the rows and columns a question names: those that share most of its words, told apart from all others."""

import re
from collections.abc import Iterable, Sequence

from apps.chat.table_answers.questions.parse_table_question import TableQuestion
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.chat.table_answers.tables.extract_tables_across_pages import is_total_label
from apps.chat.table_answers.tables.match_question_words import (
    LENGTH_OR_TIME,
    MONEY,
    TableWord,
    contains_same_word,
    contains_whole_compound,
    matches_any_word,
)
from apps.chat.table_answers.tables.parse_cell_values import MONEY_LABELS
from apps.text.word_stems import fold

PLAN = re.compile(r"\b(?:plan\w*|ansatz|soll|haushaltsansatz)\b", re.IGNORECASE)
PART = re.compile(r"\bdavon\b|\bdarunter\b", re.IGNORECASE)
EXTENTS = frozenset({"km", "m", "cm", "Minuten", "Stunden", "Tage", "Wochen", "Monate", "Jahre"})
UNIT_WORDS = {
    "euro": MONEY_LABELS, "tausend": frozenset({"Tausend Euro"}), "kilomet": frozenset({"km"}),
    "met": frozenset({"m"}), "minut": frozenset({"Minuten"}), "stund": frozenset({"Stunden"}),
    "tag": frozenset({"Tage"}), "woch": frozenset({"Wochen"}), "hertz": frozenset({"Hz"}),
    "prozent": frozenset({"Prozent"}), "hz": frozenset({"Hz"}), "mhz": frozenset({"MHz"}),
}  # fmt: skip
"""Stems of words by which a question names a unit."""

StemsByPlace = dict[int, frozenset[str]]
"""Rows or columns, each with the words of the question that name it."""


def stem_set(words: Iterable[TableWord]) -> frozenset[str]:
    return frozenset(word.stem for word in words)


def maximal_word_sets(named: StemsByPlace) -> StemsByPlace:
    """Keeps the places whose words are not a part of another's."""
    return {place: words for place, words in named.items() if not any(words < other for other in named.values())}


def matches_unit(word: TableWord, unit: str) -> bool:
    """Whether the word asks for figures of that unit: "teuer" for Euro, "Kilometer" for km."""
    plain = fold(word.text)
    if plain in MONEY:
        return unit in MONEY_LABELS
    if plain in LENGTH_OR_TIME:
        return unit in EXTENTS
    return unit in UNIT_WORDS.get(word.stem, frozenset())


def find_named_columns(question: TableQuestion, grid: CellGrid) -> StemsByPlace:
    """Columns of values with the words that their names share with the question; plans only where it asks for plans."""
    asks_for_plan = PLAN.search(question.text) is not None
    named: StemsByPlace = {}
    for column in grid.values:
        if PLAN.search(grid.table.names[column]) and not asks_for_plan:
            continue
        named[column] = stem_set(w for w in question.words if names_column(w, grid, column))
    return named


def names_a_mixed_column(question: TableQuestion, grid: CellGrid, columns: Sequence[int]) -> bool:
    """Whether the question may ask for a column that has cells which are no figures, rather than for one of these.

    "Kranke Bäume" asks for "davon krank" beside "Bäume", "Bäume" does not.
    """
    asked_of = {
        column: stem_set(w for w in question.words if matches_any_word(w, grid.name_words(column)))
        for column in columns
    }
    for mixed in grid.mixed:
        words = stem_set(w for w in question.words if not w.is_small and matches_any_word(w, grid.name_words(mixed)))
        parts = [column for column in columns if PART.search(grid.table.names[column]) and asked_of[column] - words]
        if any(words - asked_of[column] for column in columns if column not in parts):
            return True
    return False


def names_column(word: TableWord, grid: CellGrid, column: int) -> bool:
    """The very word of its name where a column has it, else a part of a compound, or a unit."""
    said = grid.name_words(column)
    if any(contains_same_word(word, grid.name_words(other)) for other in grid.values):
        return contains_same_word(word, said)
    return matches_any_word(word, said) or matches_unit(word, grid.unit(column))


def choose_single_column(question: TableQuestion, grid: CellGrid) -> int | None:
    """The column that is asked for. Of several as good the part of another; with none named the only or the whole."""
    named = find_named_columns(question, grid)
    weights = {column: sum(weight(word) for word in question.words if word.stem in words)
               for column, words in named.items()}  # fmt: skip
    if not weights:
        return None
    best = [column for column, score in weights.items() if score == max(weights.values())]
    if len(best) == 1:
        return best[0]
    whole = next((column for column in best if is_total_label(grid.table.names[column])), grid.whole_column())
    if whole is not None and whole not in best and len(best) > 1 and max(weights.values()) > 0:
        return whole if len({named[column] for column in best}) == 1 else None
    if max(weights.values()) == 0 or all(named[column] == named[best[0]] for column in best):
        rest = [column for column in best if not PART.search(grid.table.names[column])]
        return rest[0] if len(rest) == 1 else (whole if whole in best else None)
    parts = [column for column in best if column != whole]
    return parts[0] if whole in best and len(parts) == 1 else None


def weight(word: TableWord) -> int:
    return 1 if word.is_small else 2


def choose_column_pair(question: TableQuestion, grid: CellGrid) -> list[int]:
    """Two columns that the question sets against each other; the plan against the result of the same year."""
    named = {column: words for column, words in find_named_columns(question, grid).items() if words}
    best = sorted(maximal_word_sets(named))
    if len(best) == 1 and PLAN.search(grid.table.names[best[0]]):
        plan = stem_set(w for w in question.words if PLAN.fullmatch(w.text))
        best += [column for column, words in named.items() if words and words == named[best[0]] - plan]
    return sorted(best) if len(best) == 2 and named[best[0]] != named[best[1]] else []


def find_named_rows(question: TableQuestion, grid: CellGrid, columns: Sequence[int]) -> StemsByPlace:
    """Rows that share words with the question that not all rows have, and that do not name the chosen columns."""
    of_columns = [word for column in columns for word in grid.name_words(column)]
    asked = [word for word in question.words if not any(word.stem == one.stem for one in of_columns)]
    found: dict[int, set[str]] = {}
    for word in asked:
        meeting = rows_matching_word(word, grid)
        for row in meeting if len(meeting) < len(grid.body) else []:
            found.setdefault(row, set()).add(word.stem)
    small = stem_set(word for word in asked if word.is_small)
    return {row: frozenset(words) for row, words in found.items() if words - small}


def rows_matching_word(word: TableWord, grid: CellGrid) -> list[int]:
    """Returns rows with the very word, else with a part of it, unless this part stands before the table."""
    exact = [row for row in grid.body if contains_same_word(word, grid.row_words[row])]
    if exact:
        return exact
    if contains_same_word(word, [*grid.context, *grid.lead]):
        return []
    return [row for row in grid.body if matches_any_word(word, grid.row_words[row])]


def unexplained_words(
    question: TableQuestion, grid: CellGrid, columns: Sequence[int], rows: Sequence[int]
) -> list[TableWord]:
    """The words of the question that neither the chosen cells nor what stands around the table say."""
    said = [word for column in range(len(grid.table.names)) for word in grid.name_words(column)]
    said += [word for row in rows for word in (*grid.row_words[row], *grid.section_words[row])]
    said += [word for row in grid.totals for word in grid.row_words[row]]
    said += [*grid.context, *grid.lead]
    units = [grid.unit(column) for column in columns]
    return [
        word for word in question.words
        if not (word.is_small or any(matches_unit(word, unit) for unit in units) or contains_whole_compound(word, said))
    ]  # fmt: skip


def table_match_score(question: TableQuestion, grid: CellGrid) -> int:
    """How much the table itself says of what is asked: what stands around it counts less."""
    own = [word for column in range(len(grid.table.names)) for word in grid.name_words(column)]
    own += [word for words in grid.row_words for word in words]
    asked = [word for word in question.words if not word.is_small]
    around = [*grid.context, *grid.lead]
    return sum(
        4 * (matches_any_word(w, own) + contains_same_word(w, own))
        + matches_any_word(w, around)
        + contains_same_word(w, around)
        for w in asked
    )
