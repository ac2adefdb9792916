"""Workbooks of Excel and LibreOffice by python-calamine: all visible sheets, values in place of formulas."""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.documents.parsing.sheets.sheet_pages import SheetPage, rows_of, sheet_pages
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure, ParseFlag

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

LONGEST_TEXT = 200 * 2**20
"""Characters of all pages."""


def parse_workbook(data: bytes, media_type: str) -> ParsedDocument:
    """Raises ParseFailure: encrypted, damaged, no_text, unpacked_limit."""
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook:
            found = enumerate(within_bounds(pages_of(workbook)), 1)
            pages = tuple(ParsedPage(number, page.text, sheet=page.layout) for number, page in found)
            flags = frozenset({ParseFlag.HIDDEN_SHEETS} if has_hidden(workbook) else ())
    except PasswordError as error:
        raise ParseFailure(FailureReason.ENCRYPTED, "The workbook opens with a password only.") from error
    except (CalamineError, OSError, ValueError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The workbook cannot be opened: {error}") from error
    if not pages:
        raise ParseFailure(FailureReason.NO_TEXT, "No visible sheet of the workbook has a cell with a value.")
    return ParsedDocument(pages, media_type, page_count=len(pages), flags=flags)


def within_bounds(pages: Iterator[SheetPage]) -> Iterator[SheetPage]:
    """Raises ParseFailure: one long text may stand in every cell, and takes no more room in the file than one."""
    size = 0
    for page in pages:
        size += len(page.text)
        if size > LONGEST_TEXT:
            detail = "The sheets have more text than can be read. Split the workbook."
            raise ParseFailure(FailureReason.UNPACKED_LIMIT, detail, limit=LONGEST_TEXT)
        yield page


def pages_of(workbook: "CalamineWorkbook") -> Iterator[SheetPage]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    for sheet in workbook.sheets_metadata:
        if sheet.visible != SheetVisibleEnum.Visible or sheet.typ != SheetTypeEnum.WorkSheet:
            continue
        found = workbook.get_sheet_by_name(sheet.name)
        if found.start is None:
            continue
        # Rows come from the first of the sheet on, their cells from the first column that is in use.
        rows = rows_of(found.iter_rows(), 0, found.start[1])
        yield from sheet_pages(sheet.name, rows, found.height)


def has_hidden(workbook: "CalamineWorkbook") -> bool:
    from python_calamine import SheetVisibleEnum

    return any(sheet.visible != SheetVisibleEnum.Visible for sheet in workbook.sheets_metadata)
