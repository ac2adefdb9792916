"""Formats a computed result as a reply in the form that language models write: a sentence, the cells, BELEGE."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from apps.chat.proof.find_quote import PageText, look_up_quote
from apps.chat.table_answers.operations.computed_result import CellPlace, ComputedResult, figure_value
from apps.chat.table_answers.tables.parse_cell_values import plain_cell
from apps.text.grammar.detect_asked_operation import Operation


def format_table_reply(result: ComputedResult, numbers: Mapping[int, int], pages: Mapping[int, PageText]) -> str | None:
    """In the language that is active. `numbers`: that of the source by the page of a cell; `pages` their texts.

    None when a cell cannot be quoted from its page.
    """
    quotes = [find_cell_quote(result, cell, pages) for cell in result.cells]
    if not all(quotes):
        return None
    places = [numbers[page_of_cell(result, cell)] for cell in result.cells]
    marks = "".join(f"[{number}]" for number in dict.fromkeys(places))
    first = [quotes[places.index(number)] for number in dict.fromkeys(places)]
    items = [f"- {cell_text(result, cell)} [{number}]" for cell, number in zip(result.cells, places, strict=True)]
    sources = [*zip(dict.fromkeys(places), first, strict=True), *zip(places, quotes, strict=True)]
    proofs = [f'[{number}] "{quote}"' for number, quote in sources]
    return "\n".join([f"{SENTENCES[result.operation](result)} {marks}:", "", *items, "", "BELEGE", *proofs])


def page_of_cell(result: ComputedResult, cell: CellPlace) -> int:
    return result.grid.table.rows[cell.row].page


def find_cell_quote(result: ComputedResult, cell: CellPlace, pages: Mapping[int, PageText]) -> str:
    """The row from its label to the cell, or as a whole where that is too short to be quoted."""
    grid, page = result.grid, pages[page_of_cell(result, cell)]
    cells = [plain_cell(text) for text in grid.table.rows[cell.row].cells]
    candidates = (" ".join(filter(None, part)) for part in (cells[grid.label : cell.column + 1], cells))
    return next((quote for quote in candidates if look_up_quote(page, quote)), "")


def cell_text(result: ComputedResult, cell: CellPlace) -> str:
    """Like "Altstadt: zusammen 30"; a label that is a number stands after the name of its column. With the unit that a
    line above the table tells."""
    grid = result.grid
    row, names = grid.table.rows[cell.row].cells, grid.table.names
    label = plain_cell(row[grid.label])
    label = label if any(sign.isalpha() for sign in label) else f"{names[grid.label]} {label}".strip()
    unit = grid.unit(cell.column) if grid.is_scaled(cell.row, cell.column) else ""
    return " ".join(f"{label}: {names[cell.column]} {plain_cell(row[cell.column])} {unit}".split())


def format_value(value: Decimal, unit: str = "") -> str:
    """In the notation of the language that is active."""
    places = max(0, -int(value.as_tuple().exponent))
    text = str(number_format(value, decimal_pos=places, use_l10n=True, force_grouping=True))
    return f"{text} {unit}" if unit else text


def largest_value_sentence(result: ComputedResult) -> str:
    values = {"value": format_value(result.value, result.unit), "count": result.compared}
    return _("The largest of %(count)d values is %(value)s") % values


def smallest_value_sentence(result: ComputedResult) -> str:
    values = {"value": format_value(result.value, result.unit), "count": result.compared}
    return _("The smallest of %(count)d values is %(value)s") % values


def total_sentence(result: ComputedResult) -> str:
    return _("The sum is %(value)s") % {"value": format_value(result.value, result.unit)}


def difference_sentence(result: ComputedResult) -> str:
    return _("The difference is %(value)s") % {"value": format_value(result.value, result.unit)}


def change_sentence(result: ComputedResult) -> str:
    value = {"value": format_value(result.value)}
    return (
        _("That is %(value)s percent less") % value if result.is_less else _("That is %(value)s percent more") % value
    )


def share_sentence(result: ComputedResult) -> str:
    part = figure_value(result.grid, result.cells[0])
    whole = sum((figure_value(result.grid, cell) for cell in whole_cells(result)), Decimal(0))
    last = result.cells[-1]
    unit = result.grid.unit(last.column) if result.grid.is_scaled(last.row, last.column) else ""
    values = {"value": format_value(result.value), "part": format_value(part), "whole": format_value(whole, unit)}
    return _("The share is %(value)s percent: %(part)s of %(whole)s") % values


def whole_cells(result: ComputedResult) -> Sequence[CellPlace]:
    """The cell that is the whole, a total or another column; without one all cells together are."""
    others = result.cells[1:]
    is_whole = len(others) == 1 and (others[0].row in result.grid.totals or others[0].row == result.cells[0].row)
    return others if is_whole else result.cells


def count_sentence(result: ComputedResult) -> str:
    values = {"count": format_value(result.value), "all": result.compared}
    return _("There are %(count)s, of %(all)d that were counted") % values


SENTENCES: Mapping[Operation, Callable[[ComputedResult], str]] = {
    Operation.LARGEST: largest_value_sentence,
    Operation.SMALLEST: smallest_value_sentence,
    Operation.SUM: total_sentence,
    Operation.DIFFERENCE: difference_sentence,
    Operation.CHANGE: change_sentence,
    Operation.SHARE: share_sentence,
    Operation.COUNT: count_sentence,
}
