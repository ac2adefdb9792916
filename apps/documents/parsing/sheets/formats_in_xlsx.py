"""Finds the cells of a workbook of Excel whose numbers are shown as words, with leading zeros, or not at all."""

import re
from collections import defaultdict
from io import BytesIO
from itertools import islice
from zipfile import ZipFile

from apps.documents.parsing.hidden_cells.cell_extent import column_number
from apps.documents.parsing.hidden_cells.find_hidden_rows_and_columns import WORKBOOK, attributes, sheet_parts, tags
from apps.documents.parsing.parse_xml_tree import BROKEN, parse_xml
from apps.documents.parsing.sheets.number_formats import says_more

STYLES = "xl/styles.xml"
LARGEST_STYLES = 16 * 2**20
MOST_CELLS = 1_000_000
ADDRESS = re.compile(r"([A-Za-z]{1,3})(\d{1,7})")
Formats = dict[int, dict[int, str]]
"""Of cells by row and column, from 0."""


def formats_in_xlsx(data: bytes) -> list[Formats]:
    """For each sheet in the order of the workbook; none where nothing can be told: the values are read all the same."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            if WORKBOOK not in names or STYLES not in names or archive.getinfo(STYLES).file_size > LARGEST_STYLES:
                return []
            styles = telling_styles(archive.read(STYLES))
            return [formats_of(archive, part, styles) for part in sheet_parts(archive)] if styles else []
    except BROKEN:
        return []


def telling_styles(part: bytes) -> dict[str, str]:
    """The format of each style that has one of those, by the number cells name it with."""
    root = parse_xml(part)
    forms = {each.get("numFmtId"): each.get("formatCode", "") for each in root.iterfind("{*}numFmts/{*}numFmt")}
    telling = {number: form for number, form in forms.items() if says_more(form)}
    styles = enumerate(each.get("numFmtId") for each in root.iterfind("{*}cellXfs/{*}xf"))
    return {str(place): telling[number] for place, number in styles if number in telling}


def formats_of(archive: ZipFile, part: str, styles: dict[str, str]) -> Formats:
    cell = rf"<(?:\w+:)?(c)\s(?=[^<>]*?\bs\s*=\s*[\"'](?:{'|'.join(styles)})[\"'])([^<>]*)>"
    found: Formats = defaultdict(dict)
    with archive.open(part) as file:
        for _, text in islice(tags(file, re.compile(cell.encode())), MOST_CELLS):
            said = attributes(text)
            if (place := ADDRESS.fullmatch(said.get("r", ""))) and said.get("s") in styles:
                found[int(place[2]) - 1][column_number(place[1].upper()) - 1] = styles[said["s"]]
    return found
