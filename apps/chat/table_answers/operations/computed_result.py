"""The result of a computation on a table, and the cells it was computed from."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.text.grammar.detect_asked_operation import Operation
from apps.text.word_stems import fold

HUNDRED = Decimal(100)
TENTH = Decimal("0.1")
AS_PEOPLE_ROUND = Context(prec=40, rounding=ROUND_HALF_UP)
"""With room for the quotient of the longest figures (parse_cell_values.py) and a place behind the comma."""
BASIS = re.compile(
    r"\b(?:je|pro|per)\s+(?:(?:angefangene\w*|weitere\w*|volle\w*|halbe\w*|Viertel)\s+){0,2}"
    r"(?P<per>(?:Viertelstunde|Stunde|Tag|Nacht|Woche|Monat|Quartal|Halbjahr|Jahr)\w*)"
    r"|\b(?:stündlich|täglich|wöchentlich|monatlich|vierteljährlich|halbjährlich|jährlich|Vorjahr\w*)\b",
    re.IGNORECASE,
)
KNOWN_BY = 3
"""Letters of "Tag" and "täglich"."""
FEWEST_FIGURES = 2
"""Values that there is something to work out from."""


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Row and column of a grid, from 0."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class ComputedResult:
    """`cells` are those that an answer shows; every one of them opens. `compared` values led to a largest or a count.

    `is_less`: the later value is the smaller one. Percentages are rounded to one place.
    """

    operation: Operation
    value: Decimal
    unit: str
    cells: tuple[CellPlace, ...]
    grid: CellGrid
    compared: int = 0
    is_less: bool = False


def percentage(part: Decimal, whole: Decimal) -> Decimal:
    return (part * HUNDRED / whole).quantize(TENTH, context=AS_PEOPLE_ROUND)


def column_figures(grid: CellGrid, column: int, rows: Sequence[int]) -> Mapping[int, Decimal] | None:
    """None where a cell is a range or text: what it stands for may change the result. Empty cells count nothing.

    None also where they name several units: 5 km are more than 300 m; and where their labels do, or name another year:
    150 Euro a month are not more than 12 Euro a day.
    """
    found: dict[int, Decimal] = {}
    for row in rows:
        figure = grid.figure(row, column)
        if figure is not None:
            found[row] = figure.value
        elif grid.table.rows[row].cells[column].strip(" –-"):
            return None
    is_alike = len(column_units(grid, column, rows)) <= 1 and len({figure_basis(grid, row) for row in found}) <= 1
    return found if is_alike else None


def figure_basis(grid: CellGrid, row: int) -> tuple[str, ...]:
    """Per what the figures of a row are, by its label ("je Tag", "monatlich"), and whether they are of an earlier
    year."""
    label = " ".join(grid.table.rows[row].cells[at] for at in grid.labels)
    return tuple(sorted({fold(one["per"] or one[0])[:KNOWN_BY] for one in BASIS.finditer(label)}))


def column_unit(grid: CellGrid, column: int, rows: Sequence[int]) -> str:
    """The unit of the figures of these rows; empty where they name none."""
    return next(iter(column_units(grid, column, rows)), "")


def column_units(grid: CellGrid, column: int, rows: Sequence[int]) -> set[str]:
    figures = (grid.figure(row, column) for row in rows)
    return {figure.unit for figure in figures if figure is not None and figure.unit}


def adds_up(grid: CellGrid, column: int, rows: Sequence[int], total: int) -> bool:
    figures, stated = column_figures(grid, column, rows), grid.figure(total, column)
    return figures is not None and stated is not None and sum(figures.values()) == stated.value


def figure_value(grid: CellGrid, cell: CellPlace) -> Decimal:
    found = grid.figure(cell.row, cell.column)
    return found.value if found else Decimal(0)
