"""Finds what is drawn over the cells of a sheet: the text of shapes, titles of charts, descriptions of pictures.

Of XLSX and OpenDocument. In XLS and XLSB drawings are binary records, which are left out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from posixpath import basename, dirname, join, normpath
from typing import TYPE_CHECKING
from zipfile import ZipFile, is_zipfile

from apps.documents.parsing.drawings.alternative_texts import described_in_open_document, described_in_sheet
from apps.documents.parsing.drawings.chart_titles import office_titles, open_document_titles
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.safe_xml import BROKEN, parse_xml
from apps.documents.parsing.sheets.find_hidden_rows_and_columns import CONTENT, WORKBOOK, parts_of, targets_in

if TYPE_CHECKING:
    from lxml.etree import _Element

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
LINK = "{http://www.w3.org/1999/xlink}href"
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


def drawn_texts(data: bytes) -> list[list[DrawnText]]:
    """For each sheet in the order of the workbook, from top to bottom; empty where nothing can be told."""
    if not is_zipfile(BytesIO(data)):
        return []
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
            if WORKBOOK in names:
                sheets = [of_part(archive, part, names) for part in parts_of(archive)]
            else:
                sheets = of_content(archive) if CONTENT in names else []
    except BROKEN:
        # The cells are read all the same.
        return []
    return [sorted(sheet, key=lambda each: (each.row, each.column)) for sheet in sheets]


def of_part(archive: ZipFile, part: str, names: set[str]) -> list[DrawnText]:
    found = (
        each
        for name in targets_of(archive, part, names).values()
        if "/drawings/drawing" in f"/{name}" and fits(archive, name)
        for each in of_drawing(parse_xml(archive.read(name)), chart_titles(archive, name, names))
    )
    return list(islice(found, MOST_DRAWN))


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


def of_content(archive: ZipFile) -> list[list[DrawnText]]:
    """OpenDocument, in one pass that keeps no more than a row: a sheet may have a million."""
    from lxml import etree

    if not fits(archive, CONTENT):
        return []
    data = archive.read(CONTENT)
    if b"<draw:" not in data:
        return []
    sheets: list[list[DrawnText]] = []
    row = 1
    kinds = (f"{TABLE}table", f"{TABLE}table-row", f"{TABLE}shapes")
    for event, element in etree.iterparse(
        BytesIO(data), events=("start", "end"), tag=kinds, resolve_entities=False, no_network=True, load_dtd=False
    ):
        if event == "start":
            if element.tag == f"{TABLE}table" and not is_inside_a_cell(element):
                sheets.append([])
                row = 1
        elif element.tag != f"{TABLE}table" and sheets and not is_inside_a_cell(element):
            found = of_row(element, row, lambda name: open_chart_titles(archive, name))
            sheets[-1] += islice(found, MOST_DRAWN - len(sheets[-1]))
            if element.tag == f"{TABLE}table-row":
                row += int(element.get(f"{TABLE}number-rows-repeated", "1"))
            element.clear(keep_tail=False)
    return sheets


def is_inside_a_cell(element: "_Element") -> bool:
    """As the table behind a chart, and whatever else a shape holds."""
    return next(element.iterancestors(f"{TABLE}table-cell", f"{TABLE}shapes"), None) is not None


def open_chart_titles(archive: ZipFile, name: str) -> str:
    """Of an object within the file, such as "./Object 1"; empty for one that is no chart or cannot be read."""
    part = f"{normpath(name)}/{CONTENT}"
    if part not in archive.namelist() or not fits(archive, part):
        return ""
    try:
        return "\n".join(open_document_titles(parse_xml(archive.read(part))))
    except BROKEN:
        return ""


def of_row(row: "_Element", number: int, titles: Callable[[str], str]) -> Iterator[DrawnText]:
    """Of a row, or of what is hung up on the sheet and on no cell."""
    column = 0
    for cell in [row] if row.tag == f"{TABLE}shapes" else row:
        for shape in cell:
            if isinstance(shape.tag, str) and shape.tag.startswith(DRAW):
                lines = (each for each in shape.iter(f"{TEXT}p") if not is_aside(each))
                yield from drawn(number, column, "\n".join("".join(map(str, each.itertext())) for each in lines))
                for each in shape.iter(f"{DRAW}object"):
                    yield from drawn(number, column, titles(each.get(LINK, "")))
                yield from (DrawnText(number, column, text, True) for text in described_in_open_document(shape))
        column += int(cell.get(f"{TABLE}number-columns-repeated", "1"))


def is_aside(paragraph: "_Element") -> bool:
    """In a remark on a cell, or in the table of an object that a shape holds."""
    return next(paragraph.iterancestors(f"{OFFICE}annotation", f"{DRAW}object"), None) is not None
