"""A table as a grid of cells: row labels, columns of values, and total rows told apart from the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from apps.chat.table_answers.tables.extract_tables_across_pages import NUMBERING, Table, TableRow, is_computed_label
from apps.chat.table_answers.tables.match_question_words import TableWord, telling_words
from apps.chat.table_answers.tables.parse_cell_values import (
    Figure,
    decimal_sign,
    is_free_of_charge,
    normalise_unit,
    parse_figure,
    unit_in_column_head,
)
from apps.text.restrictions.find_unit_line_of_table import NAMES_UNIT, parse_unit_of_line

FEWEST_ROWS = 2
MOST_WORDS = 2
"""Of a second label that says "Zwischensumme"; longer ones are remarks."""


@dataclass(frozen=True)
class CellGrid:
    """Rows and columns are numbers from 0. `labels` name the rows, `values` are the columns of figures."""

    table: Table

    @cached_property
    def label(self) -> int:
        """The column that names the rows: the first that does not only count them."""
        names = self.table.names
        plain = [column for column, name in enumerate(names) if not NUMBERING.fullmatch(name.strip(" ."))]
        return plain[0] if plain else 0

    @cached_property
    def _decimal_signs(self) -> list[str]:
        """The decimal sign of each column."""
        return [decimal_sign(row.cells[column] for row in self.table.rows) for column in range(len(self.table.names))]

    def _has_decimal_point(self, column: int) -> bool | None:
        """Whether figures have one, as numbers of a workbook do; None where they may be read in two ways."""
        if not self.table.is_sheet:
            return False
        told = {sign for sign in self._decimal_signs if sign}
        sign = self._decimal_signs[column] or (told.pop() if len(told) == 1 else "")
        if self.table.as_written:
            return sign == "." if sign else None
        return None if sign == "," else True

    @cached_property
    def values(self) -> list[int]:
        return [column for column in range(self.label + 1, len(self.table.names)) if self._has_figures(column)]

    @cached_property
    def mixed(self) -> list[int]:
        """Columns with some figures among more cells that are none ("ca. 40", "k. A."): nobody can work with them."""
        rest = (column for column in range(self.label + 1, len(self.table.names)) if column not in self.values)
        return [column for column in rest if any(self._own_figure(row, column) for row in self.table.rows)]

    @cached_property
    def labels(self) -> list[int]:
        """All columns of words; those that count the rows are none."""
        return [column for column in range(self.label, len(self.table.names)) if column not in self.values]

    @cached_property
    def totals(self) -> list[int]:
        """By the label of the row, by a second one beside it as in pivot tables, or by having none."""
        return [place for place in range(len(self.table.rows)) if place in self.unnamed or self._is_worked_out(place)]

    @cached_property
    def unnamed(self) -> list[int]:
        """Rows of figures that nothing names: totals, or rows that go on under a name above."""
        rows = enumerate(self.table.rows)
        return [place for place, row in rows if not any(row.cells[at].strip(" *") for at in self.labels)]

    def _is_worked_out(self, place: int) -> bool:
        first, *others = (self.table.rows[place].cells[at] for at in self.labels)
        return is_computed_label(first) or any(
            len(one.split()) <= MOST_WORDS and is_computed_label(one) for one in others
        )

    @cached_property
    def body(self) -> list[int]:
        return [place for place in range(len(self.table.rows)) if place not in self.totals]

    def figure(self, row: int, column: int) -> Figure | None:
        """Returns the cell's figure with its own unit or that of the head; what costs nothing is zero."""
        text = self.table.rows[row].cells[column]
        found = parse_figure(text, decimal_point=self._has_decimal_point(column))
        if found is None:
            return Figure(Decimal(0), self.unit(column)) if is_free_of_charge(text) else None
        unit = found.unit or unit_in_column_head(self.table.names[column]) or self._stated(column)
        return Figure(found.value, unit)

    def unit(self, column: int) -> str:
        """Returns the unit of the head or that all figures of the column share; empty where they differ."""
        own = {found.unit for row in self.table.rows if (found := self._own_figure(row, column)) and found.unit}
        return (
            unit_in_column_head(self.table.names[column])
            or (own.pop() if len(own) == 1 else "")
            or self._stated(column)
        )

    def is_scaled(self, row: int, column: int) -> bool:
        """Whether neither the cell nor its head says in what it is, but a line above or below the table."""
        own = self._own_figure(self.table.rows[row], column)
        has_line = bool(self.table.unit_line) and NAMES_UNIT.search(self.table.names[column]) is None
        return has_line and not (own and own.unit)

    def _stated(self, column: int) -> str:
        """The unit that a line above or below the table tells; empty where it is not known."""
        if not self.table.unit_line or NAMES_UNIT.search(self.table.names[column]):
            return ""
        return normalise_unit(parse_unit_of_line(self.table.unit_line))

    def segment(self, total: int) -> list[int]:
        """The rows that a row of a total adds up: back to the last such row or the last section."""
        rows: list[int] = []
        section = self.table.rows[total].section
        for place in range(total - 1, -1, -1):
            if place in self.totals or self.table.rows[place].section != section:
                break
            rows.insert(0, place)
        return rows

    def name_words(self, column: int) -> list[TableWord]:
        return list(telling_words(self.table.names[column]))

    @cached_property
    def row_words(self) -> list[list[TableWord]]:
        return [[word for at in self.labels for word in telling_words(row.cells[at])] for row in self.table.rows]

    @cached_property
    def section_words(self) -> list[list[TableWord]]:
        return [list(telling_words(row.section)) for row in self.table.rows]

    @cached_property
    def context(self) -> list[TableWord]:
        """Returns the telling words of heading and title."""
        return list(telling_words(f"{self.table.heading} {self.table.title}"))

    @cached_property
    def lead(self) -> list[TableWord]:
        return list(telling_words(self.table.lead))

    def whole_column(self) -> int | None:
        """The column that adds the others up in every row, named so or not."""
        return next((column for column in self.values if self._adds_up(column)), None)

    def _adds_up(self, column: int) -> bool:
        others = [one for one in self.values if one != column]
        if len(others) < FEWEST_ROWS:
            return False
        for row in self.body:
            figures = [self.figure(row, one) for one in (column, *others)]
            if any(found is None for found in figures):
                return False
            whole, *parts = [found.value for found in figures if found]
            if whole != sum(parts):
                return False
        return True

    def _own_figure(self, row: TableRow, column: int) -> Figure | None:
        return parse_figure(row.cells[column], decimal_point=self._has_decimal_point(column))

    def _has_figures(self, column: int) -> bool:
        filled = [row.cells[column] for row in self.table.rows if row.cells[column]]
        # What may be read in two ways is a column of figures, too, of which none can be told.
        has_point = bool(self._has_decimal_point(column))
        figures = [text for text in filled if is_free_of_charge(text) or parse_figure(text, decimal_point=has_point)]
        is_counter = NUMBERING.fullmatch(self.table.names[column].strip(" .")) is not None
        return bool(filled) and len(figures) * 2 > len(filled) and not is_counter and has_amount(figures)


def has_amount(texts: Sequence[str]) -> bool:
    return any(not is_free_of_charge(text) for text in texts)
