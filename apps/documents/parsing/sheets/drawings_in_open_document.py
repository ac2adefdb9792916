"""Finds what OpenDocument draws over the cells of a sheet or hangs on them, and takes it out of the cells.

Shapes stand in the cell to which they are anchored, and the library that reads the values takes theirs for its own.
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from posixpath import normpath
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from apps.documents.parsing.drawings.alternative_texts import alt_texts_in_open_document
from apps.documents.parsing.drawings.chart_titles import open_document_chart_titles
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import CONTENT
from apps.documents.parsing.parse_xml_tree import (
    BROKEN_PACKAGE_ERRORS,
    DRAW,
    DUBLIN_CORE,
    OFFICE,
    TABLE,
    TEXT,
    parse_xml,
)
from apps.documents.parsing.sheets.cell_comments import format_comment
from apps.documents.parsing.sheets.drawings_in_xlsx_and_xlsb import (
    MOST_DRAWN,
    DrawnText,
    build_drawn_comment,
    build_drawn_text,
    is_within_size_limit,
)
from apps.documents.parsing.strip_entity_declarations import has_declarations, strip_entity_declarations

if TYPE_CHECKING:
    from lxml.etree import _Element

LINK = "{http://www.w3.org/1999/xlink}href"
SHAPE = b"<draw:"
SHAPES_IN_CELLS = "//*[starts-with(name(), 'draw:')][ancestor::*[local-name() = 'table-cell']]"
KEPT = ("mimetype", "META-INF/manifest.xml", "settings.xml", "styles.xml", CONTENT)
"""What the values are read from."""


def drawings_in_open_document(data: bytes) -> list[list[DrawnText]]:
    """Reads each sheet in the workbook's order, from top to bottom; empty where nothing can be told."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            sheets = drawings_of_content(archive)
    except BROKEN_PACKAGE_ERRORS:
        # The cells are read all the same.
        return []
    return [sorted(sheet, key=lambda each: (each.row, each.column)) for sheet in sheets]


def strip_drawings(data: bytes) -> bytes:
    """The workbook without what is drawn, with names of entities as text; the same where there is neither."""
    from lxml import etree

    try:
        with ZipFile(BytesIO(data)) as archive:
            content = archive.read(CONTENT) if is_within_size_limit(archive, CONTENT) else b""
            declares = has_declarations(content)
            if declares:
                content = strip_entity_declarations(content)
            if SHAPE not in content:
                return pack_workbook(archive, content) if declares else data
            root = parse_xml(content)
            for shape in [*root.iter(f"{TABLE}shapes"), *root.xpath(SHAPES_IN_CELLS)]:
                if (around := shape.getparent()) is not None:
                    around.remove(shape)
            return pack_workbook(archive, bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8")))
    except BROKEN_PACKAGE_ERRORS:
        return data


def pack_workbook(archive: ZipFile, content: bytes) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as made:
        for entry in archive.infolist():
            if entry.filename in KEPT:
                part = content if entry.filename == CONTENT else archive.read(entry)
                made.writestr(entry.filename, part, ZIP_STORED if entry.filename == "mimetype" else ZIP_DEFLATED)
    return buffer.getvalue()


def drawings_of_content(archive: ZipFile) -> list[list[DrawnText]]:
    """OpenDocument, in one pass that keeps no more than a row: a sheet may have a million."""
    from lxml import etree

    if not is_within_size_limit(archive, CONTENT):
        return []
    data = archive.read(CONTENT)
    if SHAPE not in data and b"<office:annotation" not in data:
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
            found = drawings_of_row(element, row, lambda name: chart_titles_of_object(archive, name))
            sheets[-1] += islice(found, MOST_DRAWN - len(sheets[-1]))
            if element.tag == f"{TABLE}table-row":
                row += int(element.get(f"{TABLE}number-rows-repeated", "1"))
            element.clear(keep_tail=False)
    return sheets


def is_inside_a_cell(element: "_Element") -> bool:
    """Whether it lies in a cell or shape, as the table behind a chart does."""
    return next(element.iterancestors(f"{TABLE}table-cell", f"{TABLE}shapes"), None) is not None


def chart_titles_of_object(archive: ZipFile, name: str) -> str:
    """Returns the titles of an object such as "./Object 1"; empty for no chart, or one that cannot be read."""
    part = f"{normpath(name)}/{CONTENT}"
    if part not in archive.namelist() or not is_within_size_limit(archive, part):
        return ""
    try:
        return "\n".join(open_document_chart_titles(parse_xml(archive.read(part))))
    except BROKEN_PACKAGE_ERRORS:
        return ""


def drawings_of_row(row: "_Element", number: int, titles: Callable[[str], str]) -> Iterator[DrawnText]:
    """Yields what is drawn in a row, or hung up on the sheet and on no cell."""
    column = 0
    for cell in [row] if row.tag == f"{TABLE}shapes" else row:
        for shape in cell:
            if shape.tag == f"{OFFICE}annotation":
                yield from build_drawn_comment(number, column, annotation_text(shape))
            if isinstance(shape.tag, str) and shape.tag.startswith(DRAW):
                lines = (each for each in shape.iter(f"{TEXT}p") if not is_annotation_or_object(each))
                yield from build_drawn_text(number, column, "\n".join("".join(map(str, p.itertext())) for p in lines))
                for each in shape.iter(f"{DRAW}object"):
                    yield from build_drawn_text(number, column, titles(each.get(LINK, "")))
                yield from (DrawnText(number, column, text, True) for text in alt_texts_in_open_document(shape))
        column += int(cell.get(f"{TABLE}number-columns-repeated", "1"))


def annotation_text(element: "_Element") -> str:
    author, date = (element.findtext(f"{DUBLIN_CORE}{name}") or "" for name in ("creator", "date"))
    return format_comment(
        author, date, " ".join("".join(map(str, each.itertext())) for each in element.iter(f"{TEXT}p"))
    )


def is_annotation_or_object(paragraph: "_Element") -> bool:
    """Whether it stands in a remark on a cell, or in the table of an object that a shape holds."""
    return next(paragraph.iterancestors(f"{OFFICE}annotation", f"{DRAW}object"), None) is not None
