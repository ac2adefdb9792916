"""Positions of a sheet's cells in the text of its page, so that a quote opens its cell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Self

from apps.text.quotable_units import BETWEEN_CELLS


@dataclass(frozen=True, slots=True)
class CellSpan:
    """`text[start:end]` of a page is what stands in the cell; row from 1, column from 0."""

    row: int
    column: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The sheet of a page. Offsets are characters in the page's text, rows count from 1, columns from 0.

    `lines` are (offset, row) of the lines of the table, whose cells are those of `columns`; `alone` are
    (offset, row, column) of cells above and below it. `repeated` are offsets of lines that only say the head again.
    From `drawn` on stands what is drawn over the cells and in none of them. `stored` are (row, column, number) of cells
    whose format rounds or scales the number they store. `as_written`: cells are texts, with figures in any notation.
    """

    name: str
    columns: tuple[int, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    alone: tuple[tuple[int, int, int], ...] = ()
    repeated: tuple[int, ...] = ()
    drawn: int | None = None
    stored: tuple[tuple[int, int, str], ...] = ()
    as_written: bool = False
    parts: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def as_json(self) -> dict[str, Any]:
        return (
            {
                "name": self.name,
                "columns": self.columns,
                "lines": self.lines,
                "alone": self.alone,
                "repeated": self.repeated,
                "drawn": self.drawn,
            }
            | ({"stored": self.stored} if self.stored else {})
            | ({"as_written": True} if self.as_written else {})
            | ({"parts": self.parts} if self.parts else {})
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            data["name"],
            tuple(data["columns"]),
            tuple((offset, row) for offset, row in data["lines"]),
            tuple((offset, row, column) for offset, row, column in data["alone"]),
            tuple(data["repeated"]),
            data.get("drawn"),
            tuple((row, column, number) for row, column, number in data.get("stored", ())),
            data.get("as_written", False),
            tuple((offset, tuple(columns)) for offset, columns in data.get("parts", ())),
        )

    def cells(self, text: str) -> Iterator[CellSpan]:
        """All cells with a value in the text of the page, in its order, without those of repeated heads."""
        own = [line for line in self.lines if line[0] not in self.repeated]
        return chain(self._cells_alone(text), *(self._cells_of_line(text, *line) for line in own))

    def heads(self, text: str) -> Iterator[CellSpan]:
        """Yields the first repeated head, which may have several rows; none where the page has its own."""
        again = {
            (row, self._columns_at(offset)): offset for offset, row in reversed(self.lines) if offset in self.repeated
        }
        return chain.from_iterable(self._cells_of_line(text, again[key], key[0]) for key in sorted(again))

    def cells_between(self, text: str, start: int, end: int) -> list[CellSpan]:
        """The cells that `text[start:end]` touches; those of a repeated head when there are no others."""
        touched = [cell for cell in self.cells(text) if cell.start < end and cell.end > start]
        return touched or [cell for cell in self.heads(text) if cell.start < end and cell.end > start]

    def addresses(self, text: str, start: int, end: int) -> str:
        """B4 or B4:D9, the smallest block around what the span touches; empty when it touches no cell."""
        return cell_block_address(self.cells_between(text, start, end))

    def _cells_alone(self, text: str) -> Iterator[CellSpan]:
        nexts = [*(offset for offset, _, _ in self.alone[1:]), len(text)]
        for (offset, row, column), following in zip(self.alone, nexts, strict=False):
            end = min(line_end(text, offset), following)
            yield CellSpan(row, column, offset, offset + len(text[offset:end].removesuffix("; ")))

    def _columns_at(self, offset: int) -> tuple[int, ...]:
        return next((columns for begin, columns in reversed(self.parts) if begin <= offset), self.columns)

    def _cells_of_line(self, text: str, offset: int, row: int) -> Iterator[CellSpan]:
        line = text[offset : line_end(text, offset)]
        bars = [match.end() - 1 for match in BETWEEN_CELLS.finditer(line)]
        for column, left, right in zip(self._columns_at(offset), bars, bars[1:], strict=False):
            inner = line[left + 1 : right]
            if inner.strip():
                begin = left + 1 + len(inner) - len(inner.lstrip())
                yield CellSpan(row, column, offset + begin, offset + begin + len(inner.strip()))


def line_end(text: str, offset: int) -> int:
    found = text.find("\n", offset)
    return len(text) if found < 0 else found


def cell_block_address(cells: list[CellSpan]) -> str:
    if not cells:
        return ""
    rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
    first, last = cell_address(min(rows), min(columns)), cell_address(max(rows), max(columns))
    return first if first == last else f"{first}:{last}"


def cell_address(row: int, column: int) -> str:
    return f"{column_name(column)}{row}"


def column_name(index: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
