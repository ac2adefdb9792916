"""The hidden rows and columns of a sheet as two sets, the same for all file formats."""

from dataclasses import dataclass, field

MOST_ROWS, MOST_COLUMNS = 2**20, 16_384


@dataclass(slots=True)
class HiddenCells:
    """What is hidden in a sheet; rows count from 1, columns from 0."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)

    def hide_columns(self, first: int, last: int) -> None:
        self.columns.update(range(first, min(last, MOST_COLUMNS - 1) + 1))

    def show_filtered(self, first: int, last: int) -> None:
        """Rows of a filtered range are read: a filter is a view of the table that somebody left, and no secret."""
        self.rows.difference_update(range(first, min(last, MOST_ROWS) + 1))
