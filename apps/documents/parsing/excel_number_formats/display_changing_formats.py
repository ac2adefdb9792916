"""Maps the styles of a workbook to those number formats that display a value differently from how it is stored."""

from collections.abc import Sequence

from apps.documents.parsing.cell_formats.apply_cell_format import changes_display

BUILT_IN_FORMATS = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 12: "# ?/?", 13: "# ??/??",
    14: "dd.mm.yyyy", 17: "mmm yyyy", 20: "hh:mm", 21: "hh:mm:ss", 22: "dd.mm.yyyy hh:mm", 37: "#,##0",
    38: "#,##0", 39: "#,##0.00", 40: "#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss",
}  # fmt: skip
"""Formats that a file names without saying them; those of a currency depend on the country of the program."""
RowFormats = tuple[int, dict[int, str]]
"""The number of a row and its formats by column, both from 0."""


def display_changing_styles(said: dict[int, str], styles: Sequence[int]) -> dict[int, str]:
    """The format of each style that has one of those, by its place.

    `said` are the formats that the file has itself, `styles` the number of the format of each style.
    """
    telling = {number: form for number, form in (BUILT_IN_FORMATS | said).items() if changes_display(form)}
    return {place: telling[number] for place, number in enumerate(styles) if number in telling}
