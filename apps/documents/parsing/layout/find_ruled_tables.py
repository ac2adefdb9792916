"""Finds tables drawn with lines, from the rulings the page was read with, so it costs next to nothing.

PyMuPDF's own table finder takes 20 to 300 ms for such a page; this takes about one.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from apps.documents.parsing.layout.cell_text_from_words import (
    PageWord,
    cell_text,
    dominant_turn,
    group_words_into_lines,
    turn_word,
)
from apps.documents.parsing.layout.rotate_page_upright import RIGHTWARDS, Turn
from apps.documents.parsing.layout.split_rows_at_gaps import VALUE
from apps.documents.parsing.layout.split_unruled_rows import split_printed_rows

VECTOR = 3
"""PyMuPDF's type of a drawn block."""
THIN = 3.0
SHORTEST = 8.0
SHORTEST_DASH = 1.0
NEAR = 3.0
MOST_SHADES = 300
"""Most coloured areas of a page; with more, it is a drawing."""
TOUCHING = 0.5
MANY_LINES = 3
MOST_INNER = 20
WIDEST_PADDING = 12.0
"""Points between the edge of a cell and that of a table in it."""
LEAST_INNER_ROWS = 2
"""Rulings across a table in a cell that it has for itself."""
Box = tuple[float, float, float, float]
Cell = tuple[int, int]
"""Row and column of an elementary cell, from 0."""


class Shade(NamedTuple):
    box: Box
    color: int


class Ruling(NamedTuple):
    """A straight line: `at` is its y (horizontal) or x (vertical), it runs from `start` to `end`."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class RuledTable:
    x0: float
    y0: float
    x1: float
    y1: float
    markdown: str


def collect_rulings(blocks: Iterable[dict[str, Any]]) -> tuple[list[Ruling], list[Ruling]]:
    """(horizontal, vertical) rulings among the drawings of a page read with vectors."""
    horizontal: list[Ruling] = []
    vertical: list[Ruling] = []
    drawn = [block for block in blocks if block["type"] == VECTOR and not is_white(block)]
    for x0, y0, x1, y1 in shaded_cells(drawn):
        horizontal += [Ruling(y0, x0, x1), Ruling(y1, x0, x1)]
        vertical += [Ruling(x0, y0, y1), Ruling(x1, y0, y1)]
    for block in drawn:
        x0, y0, x1, y1 = block["bbox"]
        width, height = x1 - x0, y1 - y0
        if height <= THIN and width >= max(height, SHORTEST_DASH):
            horizontal.append(Ruling((y0 + y1) / 2, x0, x1))
        elif width <= THIN and height >= SHORTEST_DASH:
            vertical.append(Ruling((x0 + x1) / 2, y0, y1))
        elif block["stroked"] and block["isrect"] and width >= SHORTEST and height >= SHORTEST:
            horizontal += [Ruling(y0, x0, x1), Ruling(y1, x0, x1)]
            vertical += [Ruling(x0, y0, y1), Ruling(x1, y0, y1)]
    return drop_short_rulings(join_rulings(horizontal)), drop_short_rulings(join_rulings(vertical))


def drop_short_rulings(rulings: list[Ruling]) -> list[Ruling]:
    """Dashes are lines once they are joined."""
    return [ruling for ruling in rulings if ruling.end - ruling.start >= SHORTEST]


def shaded_cells(drawn: Iterable[dict[str, Any]]) -> list[Box]:
    """Coloured areas with one of the same height beside them and one of the same width below or above: a table."""
    areas = coloured_areas(drawn)
    if not 4 <= len(areas) <= MOST_SHADES:
        return []
    return [
        area.box
        for area in areas
        if any(are_adjacent_shades(area, other, 0) for other in areas)
        and any(are_adjacent_shades(area, other, 1) for other in areas)
    ]


def coloured_areas(drawn: Iterable[dict[str, Any]]) -> list[Shade]:
    return [
        Shade(block["bbox"], block["color"])
        for block in drawn
        if block["isrect"] and not block["stroked"]
        and min(block["bbox"][2] - block["bbox"][0], block["bbox"][3] - block["bbox"][1]) >= SHORTEST
    ]  # fmt: skip


def are_adjacent_shades(one: Shade, other: Shade, axis: int) -> bool:
    """Side by side (axis 0) or one below the other (1), with the same edges across, and distinguishable by eye."""
    return (
        have_same_cross_edges(one.box, other.box, axis)
        and 0 <= gap_between(one.box, other.box, axis) + NEAR <= 2 * NEAR + 1
        and (one.color != other.color or gap_between(one.box, other.box, axis) > TOUCHING)
    )


def have_same_cross_edges(one: Box, other: Box, axis: int) -> bool:
    across = 1 - axis
    return abs(one[across] - other[across]) <= NEAR and abs(one[across + 2] - other[across + 2]) <= NEAR


def gap_between(one: Box, other: Box, axis: int) -> float:
    return max(one[axis], other[axis]) - min(one[axis + 2], other[axis + 2])


def shade_edges(blocks: Iterable[dict[str, Any]]) -> list[Ruling]:
    """The upper and lower edges of coloured areas, such as every second row; not where the colour goes on."""
    areas = coloured_areas(block for block in blocks if block["type"] == VECTOR and not is_white(block))
    if len(areas) > MOST_SHADES:
        return []
    edges = [Ruling(area.box[side], area.box[0], area.box[2]) for area in areas for side in (1, 3)]
    inner = {
        round(one.box[3], 1)
        for one in areas
        for other in areas
        if one.color == other.color
        and abs(other.box[1] - one.box[3]) <= TOUCHING
        and one.box[0] < other.box[2]
        and other.box[0] < one.box[2]
    }
    return join_rulings([edge for edge in edges if not any(abs(edge.at - at) <= TOUCHING for at in inner)])


def is_shape(block: dict[str, Any]) -> bool:
    """Whether a drawn block is something else than a line or a rectangle."""
    x0, y0, x1, y1 = block["bbox"]
    return not (block["isrect"] or is_white(block) or min(x1 - x0, y1 - y0) <= THIN)


def is_white(block: dict[str, Any]) -> bool:
    return bool(block["color"] == 0xFFFFFF) or block["alpha"] == 0


def join_rulings(rulings: list[Ruling]) -> list[Ruling]:
    """Pieces that continue or cover each other become one ruling."""
    result: list[Ruling] = []
    for group in group_near_rulings(sorted(rulings)):
        at = sum(ruling.at for ruling in group) / len(group)
        start, end = float("inf"), float("-inf")
        for ruling in sorted(group, key=lambda ruling: ruling.start):
            if ruling.start > end + NEAR and end > start:
                result.append(Ruling(at, start, end))
                start, end = ruling.start, ruling.end
            start, end = min(start, ruling.start), max(end, ruling.end)
        result.append(Ruling(at, start, end))
    return result


def group_near_rulings(rulings: list[Ruling]) -> list[list[Ruling]]:
    groups: list[list[Ruling]] = []
    for ruling in rulings:
        if groups and ruling.at - groups[-1][0].at <= NEAR:
            groups[-1].append(ruling)
        else:
            groups.append([ruling])
    return groups


def find_ruled_tables(
    horizontal: list[Ruling],
    vertical: list[Ruling],
    read_words: Callable[[], Iterable[tuple[Any, ...]]],
    turned_lines: Sequence[tuple[Box, tuple[int, int]]] = (),
) -> list[RuledTable]:
    """Tables of at least two by two filled cells, top to bottom. A frame around text is not one.

    `read_words` is asked only where the rulings can make a table; it gives PyMuPDF's (x0, y0, x1, y1, text, ...),
    normalised.
    `turned_lines` are those that do not run from left to right, with their directions.
    """
    if len(horizontal) < 3 or len(vertical) < 2:
        return []
    page_words = [PageWord(word[0], word[1], word[2], word[3], word[4]) for word in read_words()]
    if turned_lines:
        page_words = [word._replace(direction=word_direction(word, turned_lines)) for word in page_words]
    tables = (
        table
        for rows, columns in connected_rulings(horizontal, vertical)
        if (table := read_ruled_table(rows, columns, page_words))
    )
    return sorted(tables, key=lambda table: table.y0)


def connected_rulings(horizontal: list[Ruling], vertical: list[Ruling]) -> list[tuple[list[Ruling], list[Ruling]]]:
    """Groups of rulings that touch or cross each other."""
    parent = list(range(len(horizontal) + len(vertical)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for i, row in enumerate(horizontal):
        for j, column in enumerate(vertical, start=len(horizontal)):
            if crosses(row, column):
                parent[root(j)] = root(i)
    groups: dict[int, tuple[list[Ruling], list[Ruling]]] = {}
    for index, ruling in enumerate(horizontal + vertical):
        group = groups.setdefault(root(index), ([], []))
        group[0 if index < len(horizontal) else 1].append(ruling)
    return list(groups.values())


def crosses(row: Ruling, column: Ruling) -> bool:
    return row.start - NEAR <= column.at <= row.end + NEAR and column.start - NEAR <= row.at <= column.end + NEAR


def word_direction(word: PageWord, lines: Iterable[tuple[Box, tuple[int, int]]]) -> tuple[float, float]:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    inside = (direction for (x0, y0, x1, y1), direction in lines if x0 <= x <= x1 and y0 <= y <= y1)
    return next(inside, RIGHTWARDS)


def read_ruled_table(horizontal: list[Ruling], vertical: list[Ruling], words: list[PageWord]) -> RuledTable | None:
    ys = grid_edges(horizontal, vertical)
    xs = grid_edges(vertical, horizontal)
    if len(ys) < 3 or len(xs) < 3:
        return None
    turn = table_turn(words, (xs[0], ys[0], xs[-1], ys[-1]))
    if turn is not None:
        across, along = turn_rulings(horizontal, vertical, turn)
        table = read_ruled_table(across, along, [turn_word(word, turn) for word in words])
        return table and RuledTable(xs[0], ys[0], xs[-1], ys[-1], table.markdown)
    for _ in range(MOST_INNER):
        if (inner := inner_table_box(horizontal, vertical, words)) is None:
            break
        words = inner_table_as_word(horizontal, vertical, words, inner)
        horizontal, vertical = drop_rulings_in_box(horizontal, inner, 1), drop_rulings_in_box(vertical, inner, 0)
        ys, xs = grid_edges(horizontal, vertical), grid_edges(vertical, horizontal)
    if len(ys) < 3 or len(xs) < 3:
        return None
    grid = Grid(ys, xs, horizontal, vertical)
    content = grid.words_by_cell(words)
    if grid.has_open_rows(content):
        return None
    rows = [row for row in drop_empty_columns(grid.fill(content)) if any(row)]
    filled = sum(1 for row in rows for cell in row if cell)
    if len(rows) < 2 or len(rows[0]) < 2 or filled < max(4, 0.3 * len(rows) * len(rows[0])):
        return None
    return RuledTable(xs[0], ys[0], xs[-1], ys[-1], render_markdown_table(rows))


def inner_table_box(horizontal: Sequence[Ruling], vertical: Sequence[Ruling], words: Iterable[PageWord]) -> Box | None:
    """Finds a table within a cell of another one: its left edge is set in by the padding of the cell, so that a column
    is left there that no word has room in."""
    for before, left in pairwise(sorted(vertical)):
        shorter = before.start < left.start - NEAR and left.end <= before.end + NEAR
        if not (shorter and left.at - before.at <= WIDEST_PADDING):
            continue
        if any(before.at < (word.x0 + word.x1) / 2 < left.at and left.start < word.y0 < left.end for word in words):
            continue
        right = next((each.at for each in sorted(vertical) if each.at > left.at and covers_ruling(each, before)), None)
        if right is None:
            continue
        rows = [each for each in horizontal if left.start - NEAR <= each.at <= left.end + NEAR]
        own = [each for each in rows if each.start >= before.at - NEAR and each.end <= right + NEAR]
        others = [each for each in rows if left.start + NEAR < each.at < left.end - NEAR and each not in own]
        if not others and sum(abs(each.start - left.at) <= NEAR + 1 for each in own) >= LEAST_INNER_ROWS:
            return left.at, left.start, right, left.end
    return None


def covers_ruling(ruling: Ruling, other: Ruling) -> bool:
    return ruling.start <= other.start + NEAR and ruling.end >= other.end - NEAR


def is_ruling_in_box(ruling: Ruling, box: Box, side: int) -> bool:
    """Whether it lies in the box, in whole; `side` is 1 for horizontal rulings, 0 for vertical ones."""
    low, high, first, last = box[side], box[side + 2], box[1 - side], box[3 - side]
    return low - NEAR <= ruling.at <= high + NEAR and first - NEAR <= ruling.start and ruling.end <= last + NEAR


def drop_rulings_in_box(rulings: Iterable[Ruling], box: Box, side: int) -> list[Ruling]:
    return [ruling for ruling in rulings if not is_ruling_in_box(ruling, box, side)]


def inner_table_as_word(
    horizontal: Sequence[Ruling], vertical: Sequence[Ruling], words: Sequence[PageWord], box: Box
) -> list[PageWord]:
    """The words in the box as one, row by row: "Dauer Betrag; je Tag 5,00 Euro"."""
    x0, y0, x1, y1 = box
    across = [each for each in horizontal if is_ruling_in_box(each, box, 1)]
    along = [each for each in vertical if is_ruling_in_box(each, box, 0)]
    grid = Grid(grid_edges(across, along), sorted({x0, *(each.at for each in along), x1}), across, along)
    rows = (" ".join(filter(None, row)) for row in grid.fill(grid.words_by_cell(words)))
    text = "; ".join(filter(None, rows))
    outside = [
        word for word in words
        if not (x0 <= (word.x0 + word.x1) / 2 <= x1 and y0 <= (word.y0 + word.y1) / 2 <= y1)
    ]  # fmt: skip
    return [*outside, PageWord(x0, y0, x1, y1, text)] if text else outside


def table_turn(words: Iterable[PageWord], box: Box) -> Turn | None:
    """How a table that lies on its side is turned upright; None for others."""
    x0, y0, x1, y1 = box
    inside = [word for word in words if x0 <= word.x0 and word.x1 <= x1 and y0 <= word.y0 and word.y1 <= y1]
    return dominant_turn(inside) if any(word.direction != RIGHTWARDS for word in inside) else None


def turn_rulings(
    horizontal: Iterable[Ruling], vertical: Iterable[Ruling], turn: Turn
) -> tuple[list[Ruling], list[Ruling]]:
    boxes = [turn((ruling.start, ruling.at, ruling.end, ruling.at)) for ruling in horizontal]
    boxes += [turn((ruling.at, ruling.start, ruling.at, ruling.end)) for ruling in vertical]
    across = [Ruling(y0, x0, x1) for x0, y0, x1, y1 in boxes if y0 == y1]
    return across, [Ruling(x0, y0, y1) for x0, y0, x1, y1 in boxes if y0 != y1]


def grid_edges(across: list[Ruling], along: list[Ruling]) -> list[float]:
    """Returns where rows (or columns) begin and end. A table open at its sides ends where its rulings end."""
    found = [ruling.at for ruling in across]
    found += [min(ruling.start for ruling in along), max(ruling.end for ruling in along)] if along else []
    result: list[float] = []
    for edge in sorted(found):
        if not result or edge - result[-1] > NEAR + 1:
            result.append(edge)
    return result


class Grid:
    """Elementary cells between all edges; where no ruling parts two of them they are one cell."""

    def __init__(self, ys: list[float], xs: list[float], horizontal: list[Ruling], vertical: list[Ruling]) -> None:
        self.ys, self.xs = ys, xs
        self.rows, self.columns = len(ys) - 1, len(xs) - 1
        self.owner = {(row, column): (row, column) for row in range(self.rows) for column in range(self.columns)}
        for column in range(1, self.columns):
            drawn = rulings_at(vertical, xs[column])
            for row in range(self.rows):
                if not is_parted_at(drawn, (ys[row] + ys[row + 1]) / 2):
                    self.merge((row, column - 1), (row, column))
        for row in range(1, self.rows):
            drawn = rulings_at(horizontal, ys[row])
            for column in range(self.columns):
                if not is_parted_at(drawn, (xs[column] + xs[column + 1]) / 2):
                    self.merge((row - 1, column), (row, column))
        self.owner = {cell: self.root(cell) for cell in self.owner}

    def merge(self, first: Cell, second: Cell) -> None:
        self.owner[self.root(second)] = self.root(first)

    def root(self, cell: Cell) -> Cell:
        """The one that the cell belongs to by now; on the way there each cell comes to know one further on."""
        while (above := self.owner[cell]) != cell:
            self.owner[cell] = cell = self.owner[above]
        return cell

    def words_by_cell(self, words: Iterable[PageWord]) -> dict[Cell, list[PageWord]]:
        """Sorts the words into their cells, merged ones under their first; words outside are left out."""
        content: dict[Cell, list[PageWord]] = {}
        for word in words:
            cell = self.cell_at((word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2)
            if cell is not None:
                content.setdefault(self.owner[cell], []).append(word)
        return content

    def fill(self, content: Mapping[Cell, list[PageWord]]) -> list[list[str]]:
        """The text of every elementary cell; a merged cell has it at its first one.

        A row that no line parts, but whose values stand in several printed lines, is as many rows.
        """
        rows: list[list[str]] = []
        for row in range(self.rows):
            cells = [content.get((row, column), []) for column in range(self.columns)]
            is_merged = any(self.owner[row, at] != (row, at) for at in range(self.columns))
            printed = [cells] if is_merged else split_printed_rows(cells)
            rows += [[cell_text(words) for words in line] for line in printed]
        return rows

    def has_open_rows(self, content: Mapping[Cell, list[PageWord]]) -> bool:
        """Whether one cell across the table holds several printed rows of values: only its head has lines."""
        counted = Counter(self.owner.values())
        wide = {owner for owner, size in counted.items() if self.columns > 1 and size >= self.columns}
        for owner in wide:
            inside = content.get(owner, [])
            lines = group_words_into_lines(inside) if len(inside) >= 2 * MANY_LINES else []
            if sum(sum(VALUE.fullmatch(word.text) is not None for word in line) > 1 for line in lines) >= MANY_LINES:
                return True
        return False

    def cell_at(self, x: float, y: float) -> Cell | None:
        row, column = bisect_right(self.ys, y) - 1, bisect_right(self.xs, x) - 1
        return (row, column) if 0 <= row < self.rows and 0 <= column < self.columns else None


def rulings_at(rulings: Iterable[Ruling], at: float) -> list[Ruling]:
    return [ruling for ruling in rulings if abs(ruling.at - at) <= NEAR + 1]


def is_parted_at(rulings: Iterable[Ruling], middle: float) -> bool:
    return any(ruling.start <= middle <= ruling.end for ruling in rulings)


def drop_empty_columns(rows: list[list[str]]) -> list[list[str]]:
    kept = [column for column in range(len(rows[0])) if any(row[column] for row in rows)]
    return [[row[column] for column in kept] for row in rows]


def render_markdown_table(rows: list[list[str]]) -> str:
    head, *body = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([head, "|" + " --- |" * len(rows[0]), *body])
