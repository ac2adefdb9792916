"""Renders a page of a sheet as a table with the letters and numbers of its cells; a quote is marked in its cells."""

import re
from collections.abc import Iterable, Mapping

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from apps.documents.parsing.cell_positions_in_text import CellSpan, SheetLayout, cell_address, column_name
from apps.text.locate_quote import Span

LINE = re.compile(r"[^\n]+")
ESCAPED = re.compile(r"\\([\\|])")
NO_SPAN = Span(0, 0)


def sheet_html(text: str, layout: SheetLayout, span: Span | None = None) -> SafeString:
    """An accessible table: heads for rows and columns, the sheet's name as its caption. No query."""
    cells = list(layout.cells(text))
    columns = sorted({cell.column for cell in cells})
    rows: dict[int, dict[int, CellSpan]] = {}
    for cell in cells:
        rows.setdefault(cell.row, {})[cell.column] = cell
    marker = Marker(text, span or NO_SPAN, layout.stored)
    head = {cell.column: cell for cell in layout.heads(text)}
    table = format_html(
        '<table class="cells"><caption>{}</caption><thead><tr><td></td>{}</tr>{}</thead><tbody>{}</tbody></table>',
        layout.name,
        format_html_join("", '<th scope="col">{}</th>', ((column_name(column),) for column in columns)),
        header_row_html(head, columns, marker) if head else "",
        format_html_join("", "{}", ((row_html(row, rows[row], columns, marker),) for row in sorted(rows))),
    )
    return format_html("{}{}", table if cells else "", drawn_html(text, layout, marker))


def drawn_html(text: str, layout: SheetLayout, marker: "Marker") -> SafeString:
    """What is drawn over the cells, below them, a paragraph for each line."""
    found = () if layout.drawn is None else LINE.finditer(text, layout.drawn)
    lines = (CellSpan(0, 0, line.start(), line.end()) for line in found)
    return format_html_join("", "<p>{}</p>", ((marker.html(line),) for line in lines))


class Marker:
    """Texts of cells as HTML; the first that the quote touches is where a link to it leads. `stored` numbers are those
    of cells whose format rounds or scales them."""

    def __init__(self, text: str, span: Span, stored: Iterable[tuple[int, int, str]] = ()) -> None:
        self.text, self.span = text, span
        self.has_marked = False
        self.stored = {(row, column): number for row, column, number in stored}

    def touches(self, cell: CellSpan) -> bool:
        return cell.start < self.span.end and cell.end > self.span.start

    def html(self, cell: CellSpan) -> SafeString:
        if not self.touches(cell):
            return format_html("{}", unescape_cell_text(self.text[cell.start : cell.end]))
        start, end = max(cell.start, self.span.start), min(cell.end, self.span.end)
        place = "" if self.has_marked else mark_safe(' id="quote"')
        self.has_marked = True
        parts = (self.text[cell.start : start], self.text[start:end], self.text[end : cell.end])
        before, marked, after = map(unescape_cell_text, parts)
        return format_html("{}<mark{}>{}</mark>{}", before, place, marked, after)


def header_row_html(head: Mapping[int, CellSpan], columns: Iterable[int], marker: Marker) -> SafeString:
    """The names of the columns, said again on a later page."""
    number = next(iter(head.values())).row
    names = (marker.html(head[column]) if column in head else "" for column in columns)
    cells = format_html_join("", '<th scope="col">{}</th>', ((name,) for name in names))
    return format_html('<tr><th scope="row">{}</th>{}</tr>', number, cells)


def row_html(number: int, cells: Mapping[int, CellSpan], columns: Iterable[int], marker: Marker) -> SafeString:
    shown = format_html_join("", "{}", ((cell_html(cells.get(column), marker),) for column in columns))
    return format_html('<tr><th scope="row">{}</th>{}</tr>', number, shown)


def cell_html(cell: CellSpan | None, marker: Marker) -> SafeString:
    if cell is None:
        return mark_safe("<td></td>")
    kind = mark_safe(' class="quoted"') if marker.touches(cell) else ""
    shown = marker.html(cell)
    if number := marker.stored.get((cell.row, cell.column)):
        shown = format_html('<data value="{}">{}</data>', number, shown)
    return format_html('<td id="{}"{}>{}</td>', cell_address(cell.row, cell.column), kind, shown)


def unescape_cell_text(text: str) -> str:
    """Removes the signs that keep a bar from ending the cell."""
    return ESCAPED.sub(r"\1", text)
