"""Tables with ruled lines on a scanned page: found by their lines, their cells read one below the other.

Tesseract reads a table across its columns, takes lines for letters and passes over single digits. Cut out and put below
each other, the cells are one column of short lines.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from apps.documents.parsing.layout.cell_text_from_words import PageWord
from apps.documents.parsing.layout.find_ruled_tables import (
    Grid,
    Ruling,
    connected_rulings,
    grid_edges,
    join_rulings,
    read_ruled_table,
)
from apps.documents.parsing.normalise_text import bracket_note_marks, normalise_text
from apps.documents.parsing.ocr.correct_section_signs import restore_section_signs_in_column
from apps.documents.parsing.ocr.ink_mask import ink_mask, ink_runs
from apps.documents.parsing.ocr.tesseract import OcrWord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

SHORTEST_PIECE, SHORTEST_LINE = 0.3, 0.5
"""Inches: of an unbroken run of ink, and of the line that such pieces make."""
THICKEST = 0.04
"""Inches; what is thicker is a dark field."""
LEAST_CELLS = 4
MOST_CELLS = 600
"""Of a page; more are squared paper."""
LARGEST_CELL = 0.25
"""Of the page: more is a frame around text."""
DARKEST_PAPER = 0.62
"""Of the brightness of the page: coloured cells that are brighter count as paper."""
MOSTLY_READ = 0.7
MARGIN = 30
"""Pixels of white around a cell."""
TALLEST = 30_000
"""Pixels of cells below each other; tesseract refuses a picture of more than 32,767."""
INSET = 3
"""Pixels of a cell's edge that may be its line."""
ReadImage = Callable[["Image"], list[OcrWord]]


class PixelBox(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class ScannedTable:
    """`words` in the order of the cells; all edges in pixels of the image that was read."""

    box: PixelBox
    words: list[OcrWord]
    markdown: str


@dataclass(frozen=True, slots=True)
class LinedArea:
    """Lines that cross each other and the cells between them, row by row; lines in points, cells in pixels."""

    horizontal: list[Ruling]
    vertical: list[Ruling]
    box: PixelBox
    cells: list[PixelBox]


def extract_scanned_tables(image: "Image", dpi: int, read: ReadImage) -> "tuple[Image, list[ScannedTable]]":
    """The grey Pillow image without its tables, and these from top to bottom.

    `read` is asked for TALLEST pixels of cells at a time: mostly once, or not at all.
    """
    import numpy as np
    from PIL import Image

    areas = find_lined_areas(image, dpi)
    if not areas:
        return image, []
    paper = brighten_paper(image)
    found = read_cells(paper, [cell for area in areas for cell in area.cells], read)
    tables = [
        table
        for area in areas
        if are_cells_read(area, found, paper) and (table := build_scanned_table(area, found, dpi))
    ]
    if not tables:
        return image, []
    rest = np.array(image)
    for left, top, right, bottom in (table.box for table in tables):
        rest[max(top - INSET, 0) : bottom + INSET, max(left - INSET, 0) : right + INSET] = 255
    return Image.fromarray(rest), sorted(tables, key=lambda table: table.box.top)


def find_lined_areas(image: "Image", dpi: int) -> list[LinedArea]:
    ink = ink_mask(image)
    horizontal, vertical = ruled_lines(ink, dpi), ruled_lines(ink.T, dpi)
    if len(horizontal) < 3 or len(vertical) < 2:
        return []
    height, width = ink.shape
    areas = [
        area
        for rows, columns in connected_rulings(horizontal, vertical)
        if (area := build_lined_area(rows, columns, dpi))
    ]
    kept = [area for area in areas if all(box_size(cell) <= LARGEST_CELL * height * width for cell in area.cells)]
    return kept if sum(len(area.cells) for area in kept) <= MOST_CELLS else []


def ruled_lines(ink: "NDArray[np.bool_]", dpi: int) -> list[Ruling]:
    """The lines along the second axis, in points."""
    import numpy as np

    long = np.zeros_like(ink)
    rows, begins, ends = ink_runs(ink)
    wanted = ends - begins >= SHORTEST_PIECE * dpi
    for row, begin, end in zip(rows[wanted], begins[wanted], ends[wanted], strict=True):
        long[row, begin:end] = True
    columns, tops, bottoms = ink_runs(long.T)
    for column, top, bottom in zip(columns, tops, bottoms, strict=True):
        if bottom - top > THICKEST * dpi:
            long[top:bottom, column] = False
    point = 72 / dpi
    pieces = [
        Ruling(row * point, begin * point, end * point)
        for row, begin, end in zip(*(each.tolist() for each in ink_runs(long)), strict=True)
        if end - begin >= SHORTEST_PIECE * dpi / 2
    ]
    return [line for line in join_rulings(pieces) if line.end - line.start >= 72 * SHORTEST_LINE]


def build_lined_area(rows: list[Ruling], columns: list[Ruling], dpi: int) -> LinedArea | None:
    ys, xs = grid_edges(rows, columns), grid_edges(columns, rows)
    if len(ys) < 3 or len(xs) < 3 or (len(ys) - 1) * (len(xs) - 1) > MOST_CELLS:
        return None
    grid = Grid(ys, xs, rows, columns)
    boxes: dict[tuple[int, int], PixelBox] = {}
    for (row, column), owner in grid.owner.items():
        sides = (xs[column], ys[row], xs[column + 1], ys[row + 1])
        left, top, right, bottom = (round(side * dpi / 72) for side in sides)
        known = boxes.get(owner, PixelBox(left, top, right, bottom))
        boxes[owner] = PixelBox(
            min(known.left, left), min(known.top, top), max(known.right, right), max(known.bottom, bottom)
        )
    if len(boxes) < LEAST_CELLS:
        return None
    left, top, right, bottom = (round(side * dpi / 72) for side in (xs[0], ys[0], xs[-1], ys[-1]))
    return LinedArea(rows, columns, PixelBox(left, top, right, bottom), [boxes[owner] for owner in sorted(boxes)])


def box_size(box: PixelBox) -> int:
    return (box.right - box.left) * (box.bottom - box.top)


def brighten_paper(image: "Image") -> "NDArray[np.uint8]":
    """Makes coloured cells as white as the paper, shape (height, width)."""
    import numpy as np

    grey = np.asarray(image)
    white = max(float(np.median(grey[::4, ::4])) * DARKEST_PAPER, 1.0)
    table = np.minimum(255, np.arange(256) * (255 / white)).astype(np.uint8)
    white_paper: NDArray[np.uint8] = table[grey]
    return white_paper


def read_cells(paper: "NDArray[np.uint8]", cells: Sequence[PixelBox], read: ReadImage) -> dict[PixelBox, list[OcrWord]]:
    """The words of each cell where they stand on the page."""
    pieces = [(cell, inked_box(paper, cell)) for cell in cells]
    printed = [(cell, inner) for cell, inner in pieces if inner is not None]
    return {cell: words for stack in stack_cells(printed) for cell, words in read_stack(paper, stack, read).items()}


InkedCell = tuple[PixelBox, PixelBox]
"""A cell, and what of it has ink."""


def stack_cells(printed: Iterable[InkedCell]) -> Iterator[list[InkedCell]]:
    """Yields as many cells at a time as may be read in one picture."""
    stack: list[InkedCell] = []
    height = MARGIN
    for each in printed:
        own = each[1].bottom - each[1].top + MARGIN
        if stack and height + own > TALLEST:
            yield stack
            stack, height = [], MARGIN
        stack.append(each)
        height += own
    if stack:
        yield stack


def read_stack(
    paper: "NDArray[np.uint8]", printed: Sequence[InkedCell], read: ReadImage
) -> dict[PixelBox, list[OcrWord]]:
    """The words of each cell; the cells are put below each other."""
    import numpy as np
    from PIL import Image

    width = max(inner.right - inner.left for _, inner in printed) + 2 * MARGIN
    height = sum(inner.bottom - inner.top + MARGIN for _, inner in printed) + MARGIN
    sheet = np.full((height, width), 255, dtype=np.uint8)
    tops, top = [], MARGIN
    for _, inner in printed:
        piece = paper[inner.top : inner.bottom, inner.left : inner.right]
        sheet[top : top + piece.shape[0], MARGIN : MARGIN + piece.shape[1]] = piece
        tops.append(top)
        top += piece.shape[0] + MARGIN
    found: dict[PixelBox, list[OcrWord]] = {}
    for word in read(Image.fromarray(sheet)):
        place = int(np.searchsorted(tops, word.top + word.height / 2 + MARGIN / 2, side="right")) - 1
        cell, inner = printed[max(place, 0)]
        moved = replace(word, left=word.left - MARGIN + inner.left, top=word.top - tops[max(place, 0)] + inner.top)
        found.setdefault(cell, []).append(moved)
    return found


def are_cells_read(area: LinedArea, found: dict[PixelBox, list[OcrWord]], paper: "NDArray[np.uint8]") -> bool:
    """Whether most cells with ink gave words: else the page is read as if it had no lines."""
    printed = [cell for cell in area.cells if inked_box(paper, cell) is not None]
    return sum(cell in found for cell in printed) > MOSTLY_READ * len(printed)


def inked_box(paper: "NDArray[np.uint8]", cell: PixelBox) -> PixelBox | None:
    """What of a cell has ink, without the lines at its edges; None for an empty one."""
    import numpy as np

    left, top, right, bottom = cell.left + INSET, cell.top + INSET, cell.right - INSET, cell.bottom - INSET
    dark = paper[top:bottom, left:right] < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if len(rows) < INSET or not len(columns):
        return None
    return PixelBox(left + int(columns[0]), top + int(rows[0]), left + int(columns[-1]) + 1, top + int(rows[-1]) + 1)


def build_scanned_table(area: LinedArea, found: dict[PixelBox, list[OcrWord]], dpi: int) -> ScannedTable | None:
    words = list(number_cell_lines(area, found))
    point = 72 / dpi
    placed = [
        PageWord(
            word.left * point,
            word.top * point,
            (word.left + word.width) * point,
            (word.top + word.height) * point,
            normalise_text(bracket_note_marks(word.text)),
        )
        for word in words
    ]
    table = read_ruled_table(area.horizontal, area.vertical, placed)
    return None if table is None else ScannedTable(area.box, words, table.markdown)


def number_cell_lines(area: LinedArea, found: dict[PixelBox, list[OcrWord]]) -> Iterator[OcrWord]:
    """Each cell is a line of its own. The signs of sections are told by their columns."""
    signed: dict[PixelBox, list[OcrWord]] = {}
    for left in {cell.left for cell in found}:
        column = sorted((cell for cell in found if cell.left == left), key=lambda cell: cell.top)
        signed.update(zip(column, restore_section_signs_in_column([found[cell] for cell in column]), strict=True))
    for number, cell in enumerate(area.cells):
        for word in signed.get(cell, ()):
            yield replace(word, line=(0, number, word.line[2]))
