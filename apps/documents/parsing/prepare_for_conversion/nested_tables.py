"""Takes tables that lie very deep within others apart: their cells become text of the last cell that is kept.

LibreOffice takes the cube of the depth to lay them out, seventeen seconds for 150 of them, and XML of such a depth is
not parsed.
"""

import re
from itertools import islice

MOST_NESTED = 10
"""Nobody sees more frames within each other on a page."""
BEGINS = re.compile(rb"<(?:w:tbl|table:table)[\s>]")
OF_WORD = re.compile(
    rb"<(?P<ends>/?)w:(?P<name>tbl|tr|tc)(?=[\s>])[^<>]*>"
    rb"|<w:(?P<form>tblPr|tblPrEx|tblGrid|trPr|tcPr)(?=[\s/>])(?:[^<>]*/>|.*?</w:(?P=form)>)",
    re.DOTALL,
)
OF_OPEN_DOCUMENT = re.compile(
    rb"<(?P<ends>/?)table:(?P<name>table|table-(?:header-)?(?:rows?|columns?)|(?:covered-)?table-cell)(?=[\s/>])[^<>]*>"
)
TABLES = (b"tbl", b"table")


def has_many_tables(part: bytes) -> bool:
    return next(islice(BEGINS.finditer(part), MOST_NESTED, None), None) is not None


def without_deep_tables(part: bytes) -> bytes:
    """Of a Word file or an OpenDocument text; the same where none lies deeper than MOST_NESTED."""
    tags = OF_WORD if b"<w:tbl" in part else OF_OPEN_DOCUMENT
    kept, place, depth = [], 0, 0
    for tag in tags.finditer(part):
        is_table = tag["name"] in TABLES
        depth += is_table and not tag["ends"]
        if depth > MOST_NESTED:
            kept.append(part[place : tag.start()])
            place = tag.end()
        depth -= bool(is_table and tag["ends"])
    return b"".join([*kept, part[place:]])
