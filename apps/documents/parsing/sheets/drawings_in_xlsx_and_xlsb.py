"""Reads what floats over cells of XLSX and XLSB sheets: text in shapes, chart titles, alternative texts, comments.

Of XLSX and XLSB; OpenDocument and XLS have files of their own (drawings_in_open_document.py, drawings_in_xls.py).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from posixpath import basename, dirname, join, normpath
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.cell_positions_in_text import cell_address
from apps.documents.parsing.drawings.alternative_texts import alt_texts_in_sheet
from apps.documents.parsing.drawings.chart_titles import office_chart_titles
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import (
    WORKBOOK,
    read_relations,
    sheet_parts_of_xlsx,
)
from apps.documents.parsing.hidden_cells.hidden_in_xlsb import RELATIONS_OF_XLSB, sheet_parts_of_xlsb
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.parse_xml_tree import BROKEN_PACKAGE_ERRORS, parse_xml
from apps.documents.parsing.sheets.cell_comments import read_cell_comments

if TYPE_CHECKING:
    from lxml.etree import _Element

LARGEST_PART = 64 * 2**20
MOST_DRAWN = 2_000
"""Of a sheet."""
LONGEST_TEXT = 5_000


@dataclass(frozen=True, slots=True)
class DrawnText:
    """`row` and `column` are those of the cell at its upper left corner; row from 1, column from 0."""

    row: int
    column: int
    text: str
    is_picture: bool = False
    is_comment: bool = False


def drawings_in_xlsx_and_xlsb(data: bytes) -> list[list[DrawnText]]:
    """Reads each sheet in the workbook's order, from top to bottom; empty where nothing can be told."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
            is_binary = WORKBOOK not in names
            of_xlsb = sheet_parts_of_xlsb(archive, read_relations(archive, RELATIONS_OF_XLSB)) if is_binary else []
            sheets = [
                drawings_of_sheet(archive, part, names)
                for part in (of_xlsb if is_binary else sheet_parts_of_xlsx(archive))
            ]
    except (*BROKEN_PACKAGE_ERRORS, IndexError):
        # The cells are read all the same.
        return []
    return [sorted(sheet, key=lambda each: (each.row, each.column)) for sheet in sheets]


def drawings_of_sheet(archive: ZipFile, part: str, names: set[str]) -> list[DrawnText]:
    parts = (name for name in part_targets(archive, part, names).values() if is_within_size_limit(archive, name))
    return list(islice((each for name in parts for each in drawings_of_part(archive, name, names)), MOST_DRAWN))


def drawings_of_part(archive: ZipFile, name: str, names: set[str]) -> Iterator[DrawnText]:
    if "/drawings/drawing" in f"/{name}":
        yield from drawings_of_shapes(parse_xml(archive.read(name)), chart_titles(archive, name, names))
    for comment in read_cell_comments(archive, name):
        yield from build_drawn_comment(*comment)


def part_targets(archive: ZipFile, part: str, names: set[str]) -> dict[str, str]:
    """The parts of the file that this one speaks of, by the ids it uses."""
    relations = join(dirname(part), "_rels", f"{basename(part)}.rels")
    if relations not in names:
        return {}
    said = read_relations(archive, relations).items()
    inside = {number: normpath(join(dirname(part), target)).lstrip("/") for number, target in said}
    return {number: name for number, name in inside.items() if name in names}


def chart_titles(archive: ZipFile, drawing: str, names: set[str]) -> dict[str, str]:
    """Returns titles by the ids that the drawing uses."""
    return {
        number: "\n".join(office_chart_titles(parse_xml(archive.read(name))))
        for number, name in part_targets(archive, drawing, names).items()
        if "/charts/chart" in name and is_within_size_limit(archive, name)
    }


def is_within_size_limit(archive: ZipFile, name: str) -> bool:
    return archive.getinfo(name).file_size <= LARGEST_PART


def drawings_of_shapes(root: "_Element", titles: Mapping[str, str]) -> Iterator[DrawnText]:
    for anchor in root:
        row, column = anchor_cell(anchor)
        for shape in anchor.iter("{*}txBody"):
            lines = ("".join(each.text or "" for each in line.iter("{*}t")) for line in shape.iter("{*}p"))
            yield from build_drawn_text(row, column, "\n".join(lines))
        for chart in anchor.iter("{*}chart"):
            named = (titles.get(value, "") for name, value in chart.items() if name.endswith("}id"))
            yield from build_drawn_text(row, column, "\n".join(named))
        yield from (DrawnText(row, column, text, is_picture=True) for text in alt_texts_in_sheet(anchor))


def anchor_cell(anchor: "_Element") -> tuple[int, int]:
    """The first cell for what is hung up on the sheet and on no cell."""
    row, column = (anchor.findtext(f"{{*}}from/{{*}}{name}") or "0" for name in ("row", "col"))
    return int(row) + 1, int(column)


def build_drawn_text(row: int, column: int, text: str) -> Iterator[DrawnText]:
    """Paragraphs as lines."""
    lines = (" ".join(normalise_text(line).split()) for line in text[:LONGEST_TEXT].split("\n"))
    if told := "\n".join(filter(None, lines)):
        yield DrawnText(row, column, told)


def build_drawn_comment(row: int, column: int, text: str) -> Iterator[DrawnText]:
    """A comment, after the address of its cell; nothing when it has no text."""
    if told := " ".join(normalise_text(text[:LONGEST_TEXT]).split()):
        yield DrawnText(row, column, f"{cell_address(row, column)}: {told}", is_comment=True)
