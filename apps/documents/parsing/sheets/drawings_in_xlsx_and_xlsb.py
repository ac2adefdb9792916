"""Finds what is drawn over the cells of a sheet or hung on them: the text of shapes, titles of charts, descriptions of
pictures, comments.

Of XLSX and XLSB; OpenDocument and XLS have files of their own (drawings_in_open_document.py, drawings_in_xls.py).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from posixpath import basename, dirname, join, normpath
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.cell_positions import address
from apps.documents.parsing.drawings.alternative_texts import described_in_sheet
from apps.documents.parsing.drawings.chart_titles import office_titles
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import WORKBOOK, sheet_parts, targets_in
from apps.documents.parsing.hidden_cells.hidden_in_xlsb import RELATIONS_OF_XLSB, sheets_of_xlsb
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.parse_xml_tree import BROKEN, parse_xml
from apps.documents.parsing.sheets.cell_comments import comments_of_part

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


def drawn_texts(data: bytes) -> list[list[DrawnText]]:
    """For each sheet in the order of the workbook, from top to bottom; empty where nothing can be told."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
            is_binary = WORKBOOK not in names
            of_xlsb = sheets_of_xlsb(archive, targets_in(archive, RELATIONS_OF_XLSB)) if is_binary else []
            sheets = [of_part(archive, part, names) for part in (of_xlsb if is_binary else sheet_parts(archive))]
    except (*BROKEN, IndexError):
        # The cells are read all the same.
        return []
    return [sorted(sheet, key=lambda each: (each.row, each.column)) for sheet in sheets]


def of_part(archive: ZipFile, part: str, names: set[str]) -> list[DrawnText]:
    parts = (name for name in targets_of(archive, part, names).values() if fits(archive, name))
    return list(islice((each for name in parts for each in of_part_of_sheet(archive, name, names)), MOST_DRAWN))


def of_part_of_sheet(archive: ZipFile, name: str, names: set[str]) -> Iterator[DrawnText]:
    if "/drawings/drawing" in f"/{name}":
        yield from of_drawing(parse_xml(archive.read(name)), chart_titles(archive, name, names))
    for comment in comments_of_part(archive, name):
        yield from remark(*comment)


def targets_of(archive: ZipFile, part: str, names: set[str]) -> dict[str, str]:
    """The parts of the file that this one speaks of, by the ids it uses."""
    relations = join(dirname(part), "_rels", f"{basename(part)}.rels")
    if relations not in names:
        return {}
    said = targets_in(archive, relations).items()
    inside = {number: normpath(join(dirname(part), target)).lstrip("/") for number, target in said}
    return {number: name for number, name in inside.items() if name in names}


def chart_titles(archive: ZipFile, drawing: str, names: set[str]) -> dict[str, str]:
    """By the ids that the drawing uses."""
    return {
        number: "\n".join(office_titles(parse_xml(archive.read(name))))
        for number, name in targets_of(archive, drawing, names).items()
        if "/charts/chart" in name and fits(archive, name)
    }


def fits(archive: ZipFile, name: str) -> bool:
    return archive.getinfo(name).file_size <= LARGEST_PART


def of_drawing(root: "_Element", titles: Mapping[str, str]) -> Iterator[DrawnText]:
    for anchor in root:
        row, column = corner(anchor)
        for shape in anchor.iter("{*}txBody"):
            lines = ("".join(each.text or "" for each in line.iter("{*}t")) for line in shape.iter("{*}p"))
            yield from drawn(row, column, "\n".join(lines))
        for chart in anchor.iter("{*}chart"):
            named = (titles.get(value, "") for name, value in chart.items() if name.endswith("}id"))
            yield from drawn(row, column, "\n".join(named))
        yield from (DrawnText(row, column, text, is_picture=True) for text in described_in_sheet(anchor))


def corner(anchor: "_Element") -> tuple[int, int]:
    """The first cell for what is hung up on the sheet and on no cell."""
    row, column = (anchor.findtext(f"{{*}}from/{{*}}{name}") or "0" for name in ("row", "col"))
    return int(row) + 1, int(column)


def drawn(row: int, column: int, text: str) -> Iterator[DrawnText]:
    """Paragraphs as lines."""
    lines = (" ".join(normalise_text(line).split()) for line in text[:LONGEST_TEXT].split("\n"))
    if told := "\n".join(filter(None, lines)):
        yield DrawnText(row, column, told)


def remark(row: int, column: int, text: str) -> Iterator[DrawnText]:
    """A comment, after the address of its cell; nothing when it has no text."""
    if told := " ".join(normalise_text(text[:LONGEST_TEXT]).split()):
        yield DrawnText(row, column, f"{address(row, column)}: {told}", is_comment=True)
