"""The captions of a book's tables, set above them: MuPDF draws a caption below its table, wherever it is written."""

import re

CAPTION = b"<caption"
TABLE = re.compile(
    rb"(<table\b[^<>]{0,2000}>)(\s{0,1000})<caption\b([^<>]{0,2000})>((?:(?!</caption|<table)[\s\S]){0,5000}+)</caption\s{0,100}>"
)
HIDES = re.compile(rb"hidden|none", re.IGNORECASE)
"""In the attributes of a table: then its caption stays in it, and hidden."""


def move_captions_above_tables(part: bytes) -> bytes:
    """The chapter with captions as blocks of their own before their tables; as it is where there are none."""
    return TABLE.sub(caption_above_table, part) if CAPTION in part else part


def caption_above_table(found: "re.Match[bytes]") -> bytes:
    table, blank, attributes, caption = found.groups()
    if HIDES.search(table):
        return found[0]
    return b"<div" + attributes + b">" + caption + b"</div>" + table + blank
