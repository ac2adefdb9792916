"""Tells whether a table without lines only lays out text or holds rows of values, and writes it accordingly.

Print does not tell the two apart: letterheads and columns of text became rows of a table, and ran into the next one.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from apps.documents.parsing.layout.find_ruled_tables import render_markdown_table
from apps.documents.parsing.normalise_text import normalise_text

if TYPE_CHECKING:
    from lxml.etree import _Element

TextOf = Callable[["_Element"], str]
"""What a paragraph shows, with the ends of lines that its writer has set."""
LONGEST_LINEAGE = 20
"""Styles that are based on each other, one after the other."""
Cell = Sequence[str]
"""Its paragraphs that say something."""
SENTENCE, SENTENCE_ENDS = 40, (".", "!", "?")
"""Letters of a sentence at least; heads of columns are shorter or end without such a sign."""
MIN_PARAGRAPHS_OF_TEXT_CELL = 3
"""Paragraphs of a cell that is no head of a column."""


def paragraph_lines(paragraph: str) -> list[str]:
    """Each by itself, as in an address; one where they are a text whose writer has ended them by hand."""
    text = normalise_text(paragraph).strip()
    lines = [text] if text.endswith(SENTENCE_ENDS) else text.splitlines()
    return [" ".join(line.split()) for line in lines if line.strip()]


def rows_as_paragraphs(rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """The paragraphs that stand for the table: one in Markdown for a table of values, else its text.

    Empty where nothing is certain: of rows of several lengths.
    """
    rows = [row for row in rows if any(row)]
    if not rows or len({len(row) for row in rows}) > 1:
        return ()
    if is_layout_table(rows):
        return tuple(text for row in rows for text in row_paragraphs(row))
    return (render_markdown_table([[" ".join(cell).replace("|", "\\|") for cell in row] for row in rows]),)


def is_layout_table(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether it has no head: a single row or column, or a first row with a text in it."""
    return len(rows) == 1 or len(rows[0]) == 1 or any(map(is_text_cell, rows[0]))


def is_text_cell(cell: Cell) -> bool:
    return len(cell) >= MIN_PARAGRAPHS_OF_TEXT_CELL or any(map(is_sentence, cell))


def is_sentence(paragraph: str) -> bool:
    return len(paragraph) >= SENTENCE and paragraph.endswith(SENTENCE_ENDS)


def row_paragraphs(row: Sequence[Cell]) -> list[str]:
    """Cell by cell; labels with what stands beside each of them."""
    cells = [cell for cell in row if cell]
    labels, values = cells[0], cells[1:2]
    if len(cells) == 2 and len(values[0]) == len(labels) and all(label.endswith((":", "?")) for label in labels):
        return [f"{label} {value}" for label, value in zip(labels, values[0], strict=True)]
    if all(len(cell) == 1 for cell in cells) and not any(is_sentence(cell[0]) for cell in cells[:-1]):
        return [" ".join(cell[0] for cell in cells)]
    return [paragraph for cell in cells for paragraph in cell]
