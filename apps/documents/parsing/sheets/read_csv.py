"""Reads CSV: one sheet without a name, with whatever separator."""

import csv
import io
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace

from apps.documents.parsing.sheets.split_sheet_into_pages import build_sheet_rows, sheet_pages
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure

USUAL_SEPARATORS = ";\t|"
RARE_SEPARATORS = "^~\u00a6\u00ac#\x1f"
MOSTLY = 0.7
"""Of the rows: how many have the usual number of cells at least; titles and sums have others."""
SAID = re.compile(r"sep=([;,\t|])\r?\n", re.IGNORECASE)
"""A first line by which a file tells its separator to Excel."""
LONGEST_CELL = 2**20
SAMPLE = 20_000


def parse_csv(text: str, media_type: str, name: str) -> ParsedDocument:
    """`name` is shown above each page and taken for that of the sheet.

    Raises ParseFailure: damaged, unpacked_limit, no_text.
    """
    csv.field_size_limit(LONGEST_CELL)
    said = SAID.match(text)
    # No row: Excel, which writes and reads it, counts from the line below.
    text = text[said.end() :] if said else text
    parted_by = said[1] if said else detect_separator(text[:SAMPLE])
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=parted_by))
    except csv.Error as error:
        raise unreadable_failure(error) from error
    cells = build_sheet_rows(([*row] for row in rows), 0, 0)
    pages = tuple(
        ParsedPage(number, page.text, sheet=replace(page.layout, as_written=True))
        for number, page in enumerate(sheet_pages(name, cells, len(rows)), 1)
    )
    if not pages:
        raise ParseFailure(FailureReason.NO_TEXT, "No cell of the file has a value.")
    return ParsedDocument(pages, media_type, page_count=len(pages))


def unreadable_failure(error: csv.Error) -> ParseFailure:
    """The library tells a cell that is too long by its words alone."""
    if "field limit" in str(error):
        detail = "A cell holds more text than can be read. Shorten it, or close its quotation mark."
        return ParseFailure(FailureReason.UNPACKED_LIMIT, detail, characters=LONGEST_CELL)
    return ParseFailure(FailureReason.DAMAGED, f"The rows cannot be told apart: {error}")


def detect_separator(sample: str) -> str:
    """The one that parts the lines most evenly; a single column has none, and then any will do.

    Commas come late: they part figures and words in cells as well. What nobody writes in cells parts every line alike.
    """
    found = (
        *(sign for sign in USUAL_SEPARATORS if separator_evenness(sample, sign) >= MOSTLY),
        *(sign for sign in RARE_SEPARATORS if sign in sample and separator_evenness(sample, sign) == 1),
        *("," if separator_evenness(sample, ",") >= MOSTLY else ""),
    )
    return next(iter(found), "") or max((*USUAL_SEPARATORS, ","), key=sample.count)


def separator_evenness(sample: str, sign: str) -> float:
    """The share of rows with the usual number of cells, 0 where that is one."""
    with suppress(csv.Error):
        rows = [row for row in csv.reader(io.StringIO(sample, newline=""), delimiter=sign) if any(row)]
        # The last row of a sample may be cut.
        rows = rows[:-1] if len(sample) >= SAMPLE else rows
        (width, count), *_ = Counter(map(len, rows)).most_common(1) or [(1, 0)]
        if width > 1 and any(row[0] for row in rows):
            return count / len(rows)
    return 0.0
