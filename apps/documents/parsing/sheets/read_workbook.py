"""Reads workbooks of Excel and LibreOffice by python-calamine: what is visible, values in place of formulas."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.documents.parsing.collection_reading_options import Comments
from apps.documents.parsing.hidden_cells.count_used_range_cells import used_range_sizes
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import (
    COMPOUND_FILE,
    CONTENT,
    find_hidden_cells,
)
from apps.documents.parsing.hidden_cells.hidden_row_and_column_sets import HiddenCells
from apps.documents.parsing.sheets.drawings_in_open_document import drawings_in_open_document, strip_drawings
from apps.documents.parsing.sheets.drawings_in_xls import drawings_in_xls
from apps.documents.parsing.sheets.drawings_in_xlsx_and_xlsb import DrawnText, drawings_in_xlsx_and_xlsb
from apps.documents.parsing.sheets.read_sheet_rows import RowsOfSheets, has_archive_part, refuse_large_blocks
from apps.documents.parsing.sheets.split_sheet_into_pages import Row, SheetPage, sheet_pages
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure, ParseFlag

LONGEST_TEXT = 200 * 2**20
"""Characters of all pages."""
LONGEST_PAGE = 4 * 2**20
"""Characters of some rows: a cell of the usual programs has at most 32,767, and no reader opens such a page."""


def parse_workbook(data: bytes, media_type: str, comments: Comments = Comments.LEFT_OUT) -> ParsedDocument:
    """Raises ParseFailure: encrypted, damaged, no_text, unpacked_limit."""
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    left_out, is_open = HiddenCounts(), is_open_document(data)
    cells = strip_drawings(data) if is_open else data
    spans = used_range_sizes(cells)
    if is_open:
        refuse_large_blocks(spans)
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(cells)) as workbook:
            # All but the drawings is told of the cells alone: a chart may hold a table, which counts as no sheet.
            beside, rows = read_drawings(data, comments), RowsOfSheets(workbook, cells, spans)
            found = enumerate(limit_text_size(build_sheet_pages(rows, find_hidden_cells(cells), beside, left_out)), 1)
            pages = tuple(ParsedPage(number, page.text, sheet=page.layout) for number, page in found)
    except PasswordError as error:
        raise ParseFailure(FailureReason.ENCRYPTED, "The workbook opens with a password only.") from error
    except (CalamineError, OSError, ValueError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The workbook cannot be opened: {error}") from error
    if not pages:
        raise ParseFailure(
            FailureReason.NO_TEXT, "No visible sheet of the workbook has a cell with a value, or a drawing with a text."
        )
    return left_out.document(pages, media_type)


def read_drawings(data: bytes, comments: Comments) -> list[list[DrawnText]]:
    """Reads what is drawn on each sheet."""
    if data.startswith(COMPOUND_FILE):
        sheets = drawings_in_xls(data)
    else:
        sheets = drawings_in_open_document(data) if is_open_document(data) else drawings_in_xlsx_and_xlsb(data)
    if comments == Comments.APART:
        return sheets
    return [[each for each in sheet if not each.is_comment] for sheet in sheets]


def is_open_document(data: bytes) -> bool:
    return has_archive_part(data, CONTENT)


@dataclass(slots=True)
class HiddenCounts:
    """What is hidden in the workbook and has a value."""

    sheets: int = 0
    rows: int = 0
    columns: int = 0

    def document(self, pages: tuple[ParsedPage, ...], media_type: str) -> ParsedDocument:
        """Builds the document of the pages that are shown; the rest is counted."""
        said = self.as_metadata()
        return ParsedDocument(
            pages,
            media_type,
            page_count=len(pages),
            flags=self.flags(),
            front_matter={"metadata": said} if said else {},
        )

    def as_metadata(self) -> dict[str, int]:
        counted = {"hidden_sheets": self.sheets, "hidden_rows": self.rows, "hidden_columns": self.columns}
        return {name: count for name, count in counted.items() if count}

    def flags(self) -> frozenset[ParseFlag]:
        found = {ParseFlag.HIDDEN_SHEETS: self.sheets, ParseFlag.HIDDEN_CELLS: self.rows or self.columns}
        return frozenset(flag for flag, count in found.items() if count)


def limit_text_size(pages: Iterator[SheetPage]) -> Iterator[SheetPage]:
    """Raises ParseFailure: one long text may be in every cell and still take no more room in the file than once."""
    size = 0
    for page in pages:
        if len(page.text) > LONGEST_PAGE:
            detail = "A cell holds more text than can be read. Shorten it."
            raise ParseFailure(FailureReason.UNPACKED_LIMIT, detail, characters=LONGEST_PAGE)
        size += len(page.text)
        if size > LONGEST_TEXT:
            detail = "The sheets have more text than can be read. Split the workbook."
            raise ParseFailure(FailureReason.UNPACKED_LIMIT, detail, limit=LONGEST_TEXT)
        yield page


def build_sheet_pages(
    found: RowsOfSheets,
    hidden: Sequence[HiddenCells],
    drawn: Sequence[Sequence[DrawnText]],
    left_out: HiddenCounts,
) -> Iterator[SheetPage]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    for position, sheet in enumerate(found.workbook.sheets_metadata):
        if sheet.visible != SheetVisibleEnum.Visible:
            left_out.sheets += 1
            continue
        known = hidden[position] if position < len(hidden) else HiddenCells()
        beside = [each for each in drawn[position] if is_visible_drawing(each, known)] if position < len(drawn) else []
        # A chart sheet has only titles.
        is_table = sheet.typ == SheetTypeEnum.WorkSheet
        rows, height = found.rows(position, sheet.name) if is_table else (iter(()), 0)
        yield from sheet_pages(sheet.name, visible_rows(rows, known, left_out), height, beside)


def is_visible_drawing(drawn: DrawnText, hidden: HiddenCells) -> bool:
    return drawn.row not in hidden.rows and drawn.column not in hidden.columns


def visible_rows(rows: Iterator[Row], hidden: HiddenCells, left_out: HiddenCounts) -> Iterator[Row]:
    """Yields rows without hidden rows and columns, which are counted when they have a value."""
    columns = set()
    for row in rows:
        if row.number in hidden.rows:
            left_out.rows += 1
            continue
        if inner := hidden.columns & row.cells.keys():
            columns |= inner
            row.cells = {column: text for column, text in row.cells.items() if column not in inner}
        if row.cells:
            yield row
    left_out.columns += len(columns)
