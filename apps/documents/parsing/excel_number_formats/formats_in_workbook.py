"""Detects the number formats of the cells of an Excel workbook, whichever of its file formats it has."""

from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from typing import Protocol
from zipfile import ZipFile, is_zipfile

from apps.documents.parsing.excel_number_formats.display_changing_formats import RowFormats
from apps.documents.parsing.excel_number_formats.formats_in_xls import FormatsInXls
from apps.documents.parsing.excel_number_formats.formats_in_xlsb import FormatsInXlsb
from apps.documents.parsing.excel_number_formats.formats_in_xlsx import FormatsInXlsx
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import BROKEN_WORKBOOK_ERRORS, COMPOUND_FILE
from apps.documents.parsing.hidden_cells.hidden_in_xlsb import WORKBOOK_OF_XLSB


class Formats(Protocol):
    def rows(self, position: int) -> Iterator[RowFormats]: ...


class FormatsInWorkbook:
    """None where nothing can be told: the values are read all the same."""

    def __init__(self, data: bytes) -> None:
        self.found: Formats | None = None
        with suppress(*BROKEN_WORKBOOK_ERRORS):
            self.found = detect_workbook_formats(data)

    def rows(self, position: int) -> Iterator[RowFormats]:
        """Yields the rows with formats of the sheet at this place in the workbook, in their order."""
        if self.found is not None:
            with suppress(*BROKEN_WORKBOOK_ERRORS):
                yield from self.found.rows(position)


def detect_workbook_formats(data: bytes) -> Formats | None:
    """Raises what BROKEN names."""
    if data.startswith(COMPOUND_FILE):
        return FormatsInXls(data)
    if not is_zipfile(BytesIO(data)):
        return None
    with ZipFile(BytesIO(data)) as archive:
        is_binary = WORKBOOK_OF_XLSB in archive.namelist()
    return FormatsInXlsb(data) if is_binary else FormatsInXlsx(data)
