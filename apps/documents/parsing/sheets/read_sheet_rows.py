"""The rows of the sheets of a workbook: by python-calamine, or by openpyxl where few values lie very far apart.

The first is the fastest and keeps room for every cell of the block from the first value to the last one; the second
keeps no more than the values of a row.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar
from zipfile import BadZipFile, ZipFile

from apps.documents.parsing.cell_formats.apply_cell_format import CellValue, apply_cell_format
from apps.documents.parsing.excel_number_formats.formats_in_workbook import FormatsInWorkbook
from apps.documents.parsing.hidden_cells.count_used_range_cells import CELL_OF_PART, column_number
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import (
    BROKEN_WORKBOOK_ERRORS,
    CONTENT,
    WORKBOOK,
    find_tags,
    sheet_parts_of_xlsx,
)
from apps.documents.parsing.hidden_cells.hidden_row_and_column_sets import MOST_ROWS
from apps.documents.parsing.sheets.cell_text import repeat_merged_labels
from apps.documents.parsing.sheets.opendocument_merged_and_shown_cells import CellsInOpenDocument
from apps.documents.parsing.sheets.split_sheet_into_pages import Row, build_sheet_rows
from apps.documents.parsing.types import FailureReason, ParseFailure

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

Told = TypeVar("Told")
MOST_CELLS = 2**25
"""Of the block that the values of a sheet span; the library takes 32 bytes for each, a gigabyte in all."""
BROKEN_WORKBOOK = (*BROKEN_WORKBOOK_ERRORS, TypeError, AttributeError)
"""What openpyxl raises for damaged files."""


class RowsOfSheets:
    """The values of each sheet. `spans` says of each how many cells lie from its first value to its last one."""

    def __init__(self, workbook: "CalamineWorkbook", data: bytes, spans: Sequence[int]) -> None:
        self.workbook = workbook
        self.data = data
        self.spans = spans
        self.formats = FormatsInWorkbook(data)
        self.told = CellsInOpenDocument(data) if has_archive_part(data, CONTENT) else None

    def rows(self, position: int, name: str) -> tuple[Iterator[Row], int]:
        """And their number; raises ParseFailure (unpacked_limit) where no library can read so large a block."""
        if position < len(self.spans) and self.spans[position] > MOST_CELLS:
            if not has_archive_part(self.data, WORKBOOK) or not has_cells_in_order(self.data, position):
                raise too_far_apart_failure()
            return build_sheet_rows(sparse_rows(self.data, name), 0, 0), MOST_ROWS
        found = self.workbook.get_sheet_by_name(name)
        if found.start is None:
            return iter(()), 0
        # Rows come from the first of the sheet on, their cells from the first column that is in use.
        left = found.start[1]
        merged = self.told.merged[position] if self.told and position < len(self.told.merged) else []
        values = self.as_shown((list[CellValue](row) for row in found.iter_rows()), position, left)
        return build_sheet_rows(
            repeat_merged_labels(values, found.merged_cell_ranges or merged, left), 0, left
        ), found.height

    def as_shown(self, values: Iterable[list[CellValue]], position: int, left: int) -> Iterable[list[CellValue]]:
        """Values as the sheet shows them, where that is other than what it stores."""
        if self.told:
            return replace_cell_values(values, self.told.rows(position), left, lambda _value, shown: shown)
        return replace_cell_values(values, self.formats.rows(position), left, apply_cell_format)


def replace_cell_values(
    values: Iterable[list[CellValue]],
    told: Iterator[tuple[int, dict[int, Told]]],
    left: int,
    change: Callable[..., CellValue],
) -> Iterator[list[CellValue]]:
    """`change` is given each value of which something is told; what comes late in `told` is passed over."""
    following = next(told, None)
    for number, row in enumerate(values):
        while following is not None and following[0] < number:
            following = next(told, None)
        if following is not None and following[0] == number:
            for column, said in following[1].items():
                if left <= column < left + len(row):
                    row[column - left] = change(row[column - left], said)
        yield row


def has_cells_in_order(data: bytes, position: int) -> bool:
    """Whether rows and cells of a sheet of `.xlsx` come as they stand in it: openpyxl passes over what comes late."""
    with ZipFile(BytesIO(data)) as archive, archive.open(sheet_parts_of_xlsx(archive)[position]) as file:
        places = ((int(row), column_number(letters.decode().upper())) for letters, row in find_tags(file, CELL_OF_PART))
        return all(before < after for before, after in pairwise(places))


def sparse_rows(data: bytes, name: str) -> Iterator[list[CellValue]]:
    """The rows of `.xlsx` from the first of the sheet on, up to the last value of each.

    Raises ParseFailure (damaged).
    """
    from openpyxl import load_workbook

    try:
        sheet = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)[name]
        # What the file says of its size is not believed: rows without a value would be filled up to it.
        sheet.reset_dimensions()
        for row in sheet.iter_rows(values_only=True):
            yield ["" if value is None else value for value in row]
    except BROKEN_WORKBOOK as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The workbook cannot be opened: {error}") from error


def refuse_large_blocks(spans: Sequence[int]) -> None:
    """Refuses OpenDocument, whose sheets are read at once, over MOST_CELLS. Raises ParseFailure (unpacked_limit)."""
    if sum(spans) > MOST_CELLS:
        raise too_far_apart_failure()


def too_far_apart_failure() -> ParseFailure:
    detail = "The cells of a sheet lie too far apart to be read. Delete what stands in its far corners."
    return ParseFailure(FailureReason.UNPACKED_LIMIT, detail, cells=MOST_CELLS)


def has_archive_part(data: bytes, name: str) -> bool:
    try:
        with ZipFile(BytesIO(data)) as archive:
            return name in archive.namelist()
    except (BadZipFile, OSError, ValueError):
        return False
