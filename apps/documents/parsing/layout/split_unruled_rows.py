"""Splits rows that no line separates: columns of values line by line, or paragraphs separated by a blank band."""

from itertools import pairwise
from statistics import median

from apps.documents.parsing.layout.cell_text_from_words import (
    PageWord,
    WordLine,
    group_words_into_lines,
    line_middle,
    line_text,
)
from apps.documents.parsing.layout.split_rows_at_gaps import VALUE

Cells = list[list[PageWord]]
NEAR = 3.0
"""Points between the middles of lines that stand beside each other."""
LEAST_COLUMNS = 3
"""With two a text may stand beside another."""
BAND = 1.5
"""Of the usual step between lines: what lies further apart is parted by a blank band."""


def split_printed_rows(cells: Cells) -> list[Cells]:
    """The words of one row between two lines, by columns, as the rows that are printed there; mostly one."""
    if sum(map(bool, cells)) < LEAST_COLUMNS or not cells[0]:
        return [cells]
    lines = [group_words_into_lines(words) for words in cells]
    return split_by_values(lines) or split_by_blank_bands(lines) or [cells]


def split_by_values(lines: list[list[WordLine]]) -> list[Cells]:
    """Splits rows where all cells but the first hold one value a line, and these stand beside each other."""
    labels, *others = lines
    values = [one for one in others if one]
    if not all(len(one) == len(values[0]) > 1 for one in values):
        return []
    if not all(VALUE.fullmatch(line_text(line)) for one in values for line in one):
        return []
    tops = [line_middle(line) for line in values[0]]
    if not all(is_line_beside(line, top) for one in values for line, top in zip(one, tops, strict=True)):
        return []
    alone = [label for label in labels if not any(is_line_beside(label, top) for top in tops)]
    if len(labels) != len(alone) + len(tops) or any(line_text(label)[:1].islower() for label in alone):
        return []
    return [
        [
            label,
            *([word for line in one if is_line_beside(line, line_middle(label)) for word in line] for one in others),
        ]
        for label in labels
    ]


def split_by_blank_bands(lines: list[list[WordLine]]) -> list[Cells]:
    """Splits rows where blank bands run through all columns, and below each of them every cell that is filled begins a
    line with the label of the row."""
    tops = sorted(line_middle(line) for cell in lines for line in cell)
    steps = [after - before for before, after in pairwise(tops) if after - before > NEAR]
    if len(steps) < 2:
        return []
    usual = median(steps)
    starts = [tops[0], *(after for before, after in pairwise(tops) if after - before > BAND * usual)]
    ends = [*starts[1:], tops[-1] + usual]
    groups = [
        [[line for line in cell if start - NEAR < line_middle(line) < end - NEAR] for cell in lines]
        for start, end in zip(starts, ends, strict=True)
    ]
    filled = [group for group in groups if sum(map(bool, group)) > 1]
    if len(groups) < 2 or len(filled) < 2 or not all(begins_on_one_line(group) for group in groups):
        return []
    return [[[word for line in cell for word in line] for cell in group] for group in groups]


def begins_on_one_line(group: list[list[WordLine]]) -> bool:
    first = group[0]
    return bool(first) and all(is_line_beside(cell[0], line_middle(first[0])) for cell in group if cell)


def is_line_beside(line: WordLine, top: float) -> bool:
    return abs(line_middle(line) - top) <= NEAR
