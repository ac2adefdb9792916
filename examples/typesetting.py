"""Set blocks on A4 pages from top to bottom: headings, paragraphs, statutes' hanging numbers, tables.

Lengths are in points. Nothing here depends on the clock or on chance, so the same source gives the same bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pymupdf

from examples.reading import Block, Run, Source
from examples.tables import set_table
from examples.wrapping import Face, Line, Word, bold, font, line_runs

Colour = tuple[float, float, float]

WIDTH, HEIGHT = 595.0, 842.0
LEFT, RIGHT, TOP, BOTTOM = 76.0, 522.0, 66.0, 762.0
MEASURE = RIGHT - LEFT
LETTERHEAD = 74.0
INK: Colour = (0.1, 0.1, 0.12)
GREY: Colour = (0.4, 0.42, 0.45)
ACCENT: Colour = (0.06, 0.33, 0.36)
TINT: Colour = (0.91, 0.945, 0.945)
RULE: Colour = (0.55, 0.55, 0.55)


@dataclass
class Typesetter:
    """Fills pages. `y` is where the next line begins; the `x` of its methods counts from the left margin."""

    body: Face
    document: Any = field(default_factory=pymupdf.open)
    y: float = BOTTOM
    page: Any = None
    writer: Any = None
    colour: Colour = INK

    def place(self, blocks: Sequence[Block]) -> None:
        setters = {"break": self._break, "paragraph": self._paragraph, "item": self._item, "quote": self._quote}
        for block, following in zip(blocks, [*blocks[1:], None], strict=True):
            if block.kind == "heading":
                self._heading(block, following)
            elif block.kind == "table":
                set_table(self, block, MEASURE)
            else:
                setters[block.kind](block)
        self._flush()

    def new_page(self) -> None:
        self._flush()
        self.page = self.document.new_page(width=WIDTH, height=HEIGHT)
        self.y = TOP

    def _flush(self) -> None:
        if self.writer:
            self.writer.write_text(self.page, color=self.colour)
        self.writer = None

    def is_full(self, height: float) -> bool:
        return self.y + height > BOTTOM

    def require(self, height: float) -> None:
        """Start a new page when less than `height` is left on this one."""
        if self.is_full(height):
            self.new_page()

    # Drawing

    def write(self, x: float, runs: Word, face: Face, colour: Colour = INK) -> None:
        """Write `runs` on the line that begins at `y`."""
        # A writer has one colour. Flushed at every change, the file keeps the reading order.
        if colour != self.colour:
            self._flush()
            self.colour = colour
        self.writer = self.writer or pymupdf.TextWriter(self.page.rect)
        point = (LEFT + x, self.y + face.size * 1.05)
        for run in runs:
            _, point = self.writer.append(point, run.text, font=font(face.family, run.style), fontsize=face.size)

    def write_grey(self, runs: Word) -> None:
        self.write(0.0, runs, self.body, GREY)

    def write_line(self, x: float, line: Line, face: Face, colour: Colour = INK) -> None:
        self.write(x, line_runs(line), face, colour)

    def write_lines(self, x: float, lines: list[Line], face: Face, colour: Colour = INK) -> None:
        """Write lines over as many pages as needed, never leaving one line alone at a page's end or start."""
        for number, line in enumerate(lines):
            remaining = len(lines) - number
            pair_begins = (number == 0 and remaining > 1) or (number > 0 and remaining == 2)
            self.require(face.step * (2 if pair_begins else 1))
            self.write_line(x, line, face, colour)
            self.y += face.step

    def draw_box(self, x: float, top: float, width: float, height: float, *, tinted: bool) -> None:
        box = (LEFT + x, top, LEFT + x + width, top + height)
        self.page.draw_rect(box, color=RULE, fill=TINT if tinted else None, width=0.6)

    # Blocks

    def _break(self, block: Block) -> None:
        self.y = BOTTOM

    def _heading(self, block: Block, following: Block | None) -> None:
        larger, before, after = {1: (6.5, 4.0, 8.0), 2: (2.0, 13.0, 3.0)}.get(block.level, (0.3, 8.0, 2.0))
        face = Face(self.body.family, self.body.size + larger)
        lines = face.wrap(bold(block.runs), MEASURE)
        # A heading stays with two lines of what follows, or with a table's first two rows.
        company = 60.0 if following and following.kind in ("table", "heading") else 2.2 * self.body.step
        self.require(before + len(lines) * face.step + company)
        self.y += before if self.y > TOP else 0.0
        self.write_lines(0.0, lines, face, ACCENT if block.level < 3 else INK)
        self.y += after

    def _paragraph(self, block: Block) -> None:
        self.write_lines(0.0, self.body.wrap(block.runs, MEASURE), self.body)
        self.y += self.body.size * 0.62

    def _item(self, block: Block) -> None:
        indent = 24.0 * block.level
        lines = self.body.wrap(block.runs, MEASURE - indent)
        self.require(self.body.step * min(len(lines), 2))
        if block.marker:
            self.write(indent - 22.0, (Run(f"{block.marker} "),), self.body)
        self.write_lines(indent, lines, self.body)
        self.y += self.body.size * 0.42

    def _quote(self, block: Block) -> None:
        lines = self.body.wrap(block.runs, MEASURE - 26.0)
        height = len(lines) * self.body.step + 12.0
        self.require(height)
        self.page.draw_rect((LEFT, self.y, RIGHT, self.y + height), color=None, fill=TINT, width=0)
        self.page.draw_rect((LEFT, self.y, LEFT + 3.0, self.y + height), color=None, fill=ACCENT, width=0)
        self.y += 6.0
        self.write_lines(14.0, lines, self.body)
        self.y += 6.0 + self.body.size * 0.62


def body_face(source: Source) -> Face:
    """Scanned papers look older: they are set in a serif face."""
    return Face("serif", 11.5) if source.fields["layout"] == "scan" else Face("sans", 11.0)


def typeset(source: Source, letterhead: Callable[[Any], None] | None = None) -> Any:
    """The source as a PyMuPDF document without page feet. `letterhead` draws above the title of the first page."""
    setter = Typesetter(body_face(source))
    setter.new_page()
    if letterhead:
        letterhead(setter.page)
    setter.y = TOP + LETTERHEAD
    setter.place([Block("heading", (Run(source.title),), level=1), *source.blocks()])
    return setter.document
