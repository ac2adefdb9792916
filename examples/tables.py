"""Ruled tables that repeat their head row on every page, and plain lists of facts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from examples.reading import Block, Run
from examples.wrapping import Face, bold

if TYPE_CHECKING:
    from examples.typesetting import Typesetter

PADDING = 4.0
# A column as narrow as this keeps its cells on one line: "je Veranstaltung" looks broken in two.
NARROW = 90.0
FACTS_INDENT = 132.0

Row = Sequence[tuple[Run, ...]]


def set_table(setter: "Typesetter", block: Block, width: float) -> None:
    head, *rows = block.rows
    if not any(cell for cell in head):
        return set_facts(setter, rows, width)
    face = Face(setter.body.family, setter.body.size - 1.2)
    head = tuple(bold(cell) for cell in head)
    widths = column_widths([head, *rows], face, width)
    setter.require(row_height(head, widths, face) + row_height(rows[0], widths, face))
    setter.y += 2.0
    draw_row(setter, head, widths, block.aligned, face, tinted=True)
    for row in rows:
        if setter.is_full(row_height(row, widths, face)):
            setter.new_page()
            draw_row(setter, head, widths, block.aligned, face, tinted=True)
        draw_row(setter, row, widths, block.aligned, face)
    setter.y += setter.body.size * 0.9
    return None


def set_facts(setter: "Typesetter", rows: Sequence[Row], width: float) -> None:
    """A table whose head row is empty: names in grey on the left, values on the right, no rules."""
    for name, value in rows:
        lines = setter.body.wrap(value, width - FACTS_INDENT)
        setter.require(len(lines) * setter.body.step)
        setter.write_grey(name)
        setter.write_lines(FACTS_INDENT, lines, setter.body)
        setter.y += 1.5
    setter.y += setter.body.size * 0.8


def draw_row(
    setter: "Typesetter", row: Row, widths: list[float], aligned: Sequence[str], face: Face, *, tinted: bool = False
) -> None:
    top, height, x = setter.y, row_height(row, widths, face), 0.0
    for cell, width, side in zip(row, widths, aligned, strict=True):
        setter.draw_box(x, top, width, height, tinted=tinted)
        setter.y = top + PADDING
        for line in face.wrap(cell, width - 2 * PADDING):
            shift = width - 2 * PADDING - face.line_width(line) if side == "right" else 0.0
            setter.write_line(x + PADDING + shift, line, face)
            setter.y += face.step
        x += width
    setter.y = top + height


def row_height(row: Row, widths: list[float], face: Face) -> float:
    lines = max(len(face.wrap(cell, width - 2 * PADDING)) for cell, width in zip(row, widths, strict=True))
    return lines * face.step + 2 * PADDING - 1.0


def column_widths(rows: Sequence[Row], face: Face, available: float) -> list[float]:
    """Every column gets what it needs at least; the rest goes to the columns with the longest texts."""
    columns = list(zip(*rows, strict=True))
    least = [_least_width(column, face) for column in columns]
    natural = [max(face.natural_width(cell) for cell in column) + 2 * PADDING for column in columns]
    wanted = [max(0.0, full - needed) for full, needed in zip(natural, least, strict=True)]
    share = (available - sum(least)) / (sum(wanted) or 1.0)
    return [needed + share * more for needed, more in zip(least, wanted, strict=True)]


def _least_width(column: Row, face: Face) -> float:
    unbroken = max(face.natural_width(cell) for cell in column[1:]) + 2 * PADDING + 1.0
    longest_word = max(face.widest_word(cell) for cell in column) + 2 * PADDING + 1.0
    return max(longest_word, unbroken) if unbroken <= NARROW else longest_word
