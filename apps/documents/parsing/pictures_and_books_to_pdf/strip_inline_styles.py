"""Strips inline styles from a book's headings and tables: sizes of letters, and which lines are drawn.

In MuPDF the style of a tag stands above ours: it made a heading as small as its text, and a table one without cells.
"""

import re

STYLED = re.compile(rb"\sstyle\s{0,9}=", re.IGNORECASE)
HEADING = re.compile(rb"<h[1-6]\b(?:(?!</?h[1-6]\b)[\s\S]){0,5000}+</h[1-6]", re.IGNORECASE)
"""With what stands in it: the letters may be made small there, too."""
OF_TABLE = re.compile(rb"<(?:table|thead|tbody|tfoot|tr|td|th)\b[^<>]{0,2000}>", re.IGNORECASE)
STYLE = re.compile(rb"""(\sstyle\s{0,9}=\s{0,9}["'])([^"'<>]{0,2000})(?=["'])""", re.IGNORECASE)
FORM = re.compile(rb"\s{0,99}(?:font|border|padding)[a-z-]{0,30}\s{0,9}:", re.IGNORECASE)
"""Of a declaration."""


def strip_inline_styles(part: bytes) -> bytes:
    """The chapter as it is where no tag has a style."""
    if STYLED.search(part) is None:
        return part
    return OF_TABLE.sub(strip_style_of_tag, HEADING.sub(strip_style_of_tag, part))


def strip_style_of_tag(found: "re.Match[bytes]") -> bytes:
    return STYLE.sub(lambda style: style[1] + b";".join(declarations_without_form(style[2])), found[0])


def declarations_without_form(style: bytes) -> list[bytes]:
    return [each for each in style.split(b";") if not FORM.match(each)]
