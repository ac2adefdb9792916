"""Flattens tables nested too deep within others: their cells become text of the last cell that is kept.

LibreOffice takes the cube of the depth to lay them out, seventeen seconds for 150 of them, and XML of such a depth is
not parsed.
"""

import re
from itertools import islice

MOST_NESTED = 10
"""Nobody sees more frames within each other on a page."""
BEGINS = re.compile(rb"<(?:w:tbl|table:table)[\s>]")
OF_WORD = re.compile(rb"<(?P<ends>/?)w:(?P<name>tbl|tr|tc|tblPr|tblPrEx|tblGrid|trPr|tcPr)(?=[\s/>])[^<>]*>")
OF_OPEN_DOCUMENT = re.compile(
    rb"<(?P<ends>/?)table:(?P<name>table|table-(?:header-)?(?:rows?|columns?)|(?:covered-)?table-cell)(?=[\s/>])[^<>]*>"
)
TABLES = (b"tbl", b"table")
FORMS = (b"tblPr", b"tblPrEx", b"tblGrid", b"trPr", b"tcPr")
"""How tables of Word look, dropped with all they hold; a tracked change of one holds the former one."""


def has_many_tables(part: bytes) -> bool:
    return next(islice(BEGINS.finditer(part), MOST_NESTED, None), None) is not None


def flatten_deep_tables(part: bytes) -> bytes:
    """Flattens tables deeper than MOST_NESTED in Word or OpenDocument text; the same part where none is."""
    tags = OF_WORD if b"<w:tbl" in part else OF_OPEN_DOCUMENT
    kept, place, depth, within = [], 0, 0, 0
    for tag in tags.finditer(part):
        step = depth_step(tag)
        is_table = tag["name"] in TABLES
        depth += is_table and step > 0
        if depth > MOST_NESTED:
            if within <= 0:
                kept.append(part[place : tag.start()])
            place = tag.end()
            within = within + step if tag["name"] in FORMS else 0
        depth -= is_table and step < 0
    return b"".join([*kept, part[place:]])


def depth_step(tag: re.Match[bytes]) -> int:
    """1 for one that begins, -1 for one that ends, 0 for one that is both."""
    if tag["ends"]:
        return -1
    return 0 if tag[0].endswith(b"/>") else 1
