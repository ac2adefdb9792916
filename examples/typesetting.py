"""Set blocks on A4 pages: wrapped lines, statutes' hanging numbers, ruled tables that repeat their head row.

Lengths are in points. Nothing here depends on the clock or on chance, so the same source gives the same bytes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pymupdf

from examples.reading import Block, Run, Source

LEFT, RIGHT, TOP, BOTTOM = 76.0, 522.0, 66.0, 762.0
WIDTH, HEIGHT = 595.0, 842.0
LEADING = 1.45
CELL = 4.0
INK, GREY, ACCENT, TINT, RULE = (0.1, 0.1, 0.12), (0.4, 0.42, 0.45), (0.06, 0.33, 0.36), (0.91, 0.945, 0.945), (0.55,) * 3
FACES = {
    "sans": {"": "helv", "bold": "hebo", "italic": "heit"},
    "serif": {"": "tiro", "bold": "tibo", "italic": "tiit"},
}

Word = tuple[Run, ...]
Line = list[Word]


@cache
def font(family: str, style: str) -> Any:
    return pymupdf.Font(FACES[family][style])


@dataclass
class Typesetter:
    """Fills pages from top to bottom. `size` is the body size, `family` a key of FACES."""

    family: str = "sans"
    size: float = 11.0
    document: Any = field(default_factory=pymupdf.open)
    y: float = BOTTOM
    page: Any = None
    writers: dict[tuple[float, ...], Any] = field(default_factory=dict)

    def place(self, blocks: Sequence[Block]) -> None:
        for block, following in zip(blocks, [*blocks[1:], None], strict=True):
            getattr(self, f"_{block.kind}")(block, following)
        self.finish_page()

    # -- pages ------------------------------------------------------------------------------------------------

    def new_page(self) -> None:
        self.finish_page()
        self.page = self.document.new_page(width=WIDTH, height=HEIGHT)
        self.y = TOP

    def finish_page(self) -> None:
        for colour, writer in self.writers.items():
            writer.write_text(self.page, color=colour)
        self.writers = {}

    def require(self, height: float) -> None:
        """Start a new page when less than `height` is left on this one."""
        if self.page is None or self.y + height > BOTTOM:
            self.new_page()

    # -- text -------------------------------------------------------------------------------------------------

    def width_of(self, word: Word, size: float) -> float:
        return sum(font(self.family, run.style).text_length(run.text, size) for run in word)

    def write(self, x: float, y: float, runs: Word, size: float, colour: tuple[float, ...] = INK) -> None:
        """Write `runs` with their baseline at `y`."""
        writer = self.writers.setdefault(colour, pymupdf.TextWriter(self.page.rect))
        for run in runs:
            _, point = writer.append((x, y), run.text, font=font(self.family, run.style), fontsize=size)
            x = point.x

    def wrap(self, runs: Sequence[Run], width: float, size: float) -> list[Line]:
        """Break `runs` into lines at most `width` wide; a word that is wider than that stands alone."""
        space = font(self.family, "").text_length(" ", size)
        lines: list[Line] = [[]]
        used = 0.0
        for word in _words(runs):
            if word == ():
                lines.append([])
                used = 0.0
                continue
            length = self.width_of(word, size)
            if lines[-1] and used + space + length > width:
                lines.append([])
                used = 0.0
            used += length + (space if lines[-1] else 0.0)
            lines[-1].append(word)
        return lines

    def write_line(self, x: float, line: Line, size: float, colour: tuple[float, ...] = INK) -> None:
        runs = [run for word in line for run in (*word, Run(" ", word[-1].style))]
        self.write(x, self.y + size * 1.05, _joined(runs[:-1]), size, colour)

    def write_lines(self, x: float, lines: list[Line], size: float, colour: tuple[float, ...] = INK) -> None:
        """Write lines over as many pages as needed, never leaving one line alone at a page's end or start."""
        step = size * LEADING
        for number, line in enumerate(lines):
            remaining = len(lines) - number
            alone_below = number == 0 and len(lines) > 1
            alone_above = remaining == 2 and number > 0
            self.require(step * (2 if alone_below or alone_above else 1))
            self.write_line(x, line, size, colour)
            self.y += step

    # -- blocks -----------------------------------------------------------------------------------------------

    def _break(self, block: Block, following: Block | None) -> None:
        self.y = BOTTOM

    def _heading(self, block: Block, following: Block | None) -> None:
        size = {1: self.size + 6.5, 2: self.size + 2.0}.get(block.level, self.size + 0.3)
        lines = self.wrap([Run(run.text, "bold") for run in block.runs], RIGHT - LEFT, size)
        before = {1: 4.0, 2: 13.0}.get(block.level, 8.0)
        # A heading stays with two lines of what follows, or with a table's first two rows.
        after = 60.0 if following and following.kind in ("table", "heading") else 2.2 * self.size * LEADING
        self.require(before + len(lines) * size * LEADING + after)
        self.y += before if self.y > TOP else 0.0
        self.write_lines(LEFT, lines, size, ACCENT if block.level < 3 else INK)
        self.y += {1: 8.0, 2: 3.0}.get(block.level, 2.0)

    def _paragraph(self, block: Block, following: Block | None) -> None:
        self.write_lines(LEFT, self.wrap(block.runs, RIGHT - LEFT, self.size), self.size)
        self.y += self.size * 0.62

    def _item(self, block: Block, following: Block | None) -> None:
        indent = 24.0 * block.level if block.marker.startswith("(") or block.level > 1 else 20.0
        lines = self.wrap(block.runs, RIGHT - LEFT - indent, self.size)
        self.require(self.size * LEADING * min(len(lines), 2))
        if block.marker:
            self.write(LEFT + indent - 22.0, self.y + self.size * 1.05, (Run(f"{block.marker} "),), self.size)
        self.write_lines(LEFT + indent, lines, self.size)
        self.y += self.size * 0.42

    def _quote(self, block: Block, following: Block | None) -> None:
        lines = self.wrap(block.runs, RIGHT - LEFT - 26.0, self.size)
        height = len(lines) * self.size * LEADING + 12.0
        self.require(height)
        self.page.draw_rect((LEFT, self.y, RIGHT, self.y + height), color=None, fill=TINT, width=0)
        self.page.draw_rect((LEFT, self.y, LEFT + 3.0, self.y + height), color=None, fill=ACCENT, width=0)
        self.y += 6.0
        self.write_lines(LEFT + 14.0, lines, self.size)
        self.y += 6.0 + self.size * 0.62

    def _table(self, block: Block, following: Block | None) -> None:
        head, *rows = block.rows
        if not any(_text(cell) for cell in head):
            self._facts(rows)
            return
        size = self.size - 1.2
        widths = self.column_widths(block.rows, size)
        first = self.row_height(head, widths, size, bold=True) + self.row_height(rows[0], widths, size)
        self.require(first)
        self.y += 2.0
        self._row(head, widths, block.aligned, size, head=True)
        for row in rows:
            if self.y + self.row_height(row, widths, size) > BOTTOM:
                self.new_page()
                self._row(head, widths, block.aligned, size, head=True)
            self._row(row, widths, block.aligned, size)
        self.y += self.size * 0.9

    def _facts(self, rows: Sequence[Sequence[tuple[Run, ...]]]) -> None:
        """A table without a head row: names in grey on the left, values on the right, no rules."""
        for name, value in rows:
            lines = self.wrap(value, RIGHT - LEFT - 132.0, self.size)
            self.require(len(lines) * self.size * LEADING)
            self.write(LEFT, self.y + self.size * 1.05, name, self.size, GREY)
            self.write_lines(LEFT + 132.0, lines, self.size)
            self.y += 1.5
        self.y += self.size * 0.8

    def _row(self, row: Sequence[Any], widths: list[float], aligned: Sequence[str], size: float, head: bool = False) -> None:
        height, top, x = self.row_height(row, widths, size, bold=head), self.y, LEFT
        for cell, width, side in zip(row, widths, aligned, strict=True):
            box = (x, top, x + width, top + height)
            self.page.draw_rect(box, color=RULE, fill=TINT if head else None, width=0.6)
            self.y = top + CELL
            for line in self.wrap(_bold(cell) if head else cell, width - 2 * CELL, size):
                shift = width - 2 * CELL - self.line_width(line, size) if side == "right" else 0.0
                self.write_line(x + CELL + shift, line, size) if line else None
                self.y += size * LEADING
            x += width
        self.y = top + height

    def line_width(self, line: Line, size: float) -> float:
        space = font(self.family, "").text_length(" ", size)
        return sum(self.width_of(word, size) for word in line) + space * (len(line) - 1)

    def row_height(self, row: Sequence[Any], widths: list[float], size: float, bold: bool = False) -> float:
        cells = zip(row, widths, strict=True)
        lines = max(len(self.wrap(_bold(cell) if bold else cell, width - 2 * CELL, size)) for cell, width in cells)
        return lines * size * LEADING + 2 * CELL - 1.0

    def column_widths(self, rows: Sequence[Sequence[tuple[Run, ...]]], size: float) -> list[float]:
        """Every column gets its longest word; what is left goes to the columns with the longest texts."""
        columns = list(zip(*rows, strict=True))
        longest = [max(self.widest_word(cell, size) for cell in column) + 2 * CELL + 1.0 for column in columns]
        natural = [max(self.line_width(list(_words(cell)), size) for cell in column) + 2 * CELL for column in columns]
        wanted = [max(0.0, width - least) for width, least in zip(natural, longest, strict=True)]
        spare = RIGHT - LEFT - sum(longest)
        share = spare / sum(wanted) if sum(wanted) else 0.0
        return [least + share * more for least, more in zip(longest, wanted, strict=True)]

    def widest_word(self, cell: tuple[Run, ...], size: float) -> float:
        return max((self.width_of(_bold(word), size) for word in _words(cell)), default=0.0)


def _text(cell: Sequence[Run]) -> str:
    return "".join(run.text for run in cell)


def _bold(runs: Sequence[Run]) -> tuple[Run, ...]:
    return tuple(Run(run.text, "bold") for run in runs)


def _joined(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Join neighbours of one style, so that a line's text is stored in few pieces."""
    joined: list[Run] = []
    for run in runs:
        if joined and joined[-1].style == run.style:
            joined[-1] = Run(joined[-1].text + run.text, run.style)
        else:
            joined.append(run)
    return tuple(joined)


def _words(runs: Sequence[Run]) -> Iterator[Word]:
    """Split at spaces; a word may consist of several styles. A forced line break is the empty word."""
    word: list[Run] = []
    for run in runs:
        for number, piece in enumerate(run.text.replace("\n", " \n ").split(" ")):
            if number and word:
                yield tuple(word)
                word = []
            if piece == "\n":
                yield ()
            elif piece:
                word.append(Run(piece, run.style))
    if word:
        yield tuple(word)


def typeset(source: Source) -> Any:
    """The source as a PyMuPDF document, without head and foot."""
    family = "serif" if source.fields["layout"] == "scan" else "sans"
    setter = Typesetter(family=family, size=11.5 if family == "serif" else 11.0)
    setter.new_page()
    setter.y = TOP + 74.0
    setter.place([Block("heading", (Run(source.title),), level=1), *source.blocks()])
    return setter.document
