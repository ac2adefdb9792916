"""Removes the line numbers that a Word file prints in its margin: they are not part of its text.

On the page they look like the first column of a table. Source: ECMA-376, part 1, 17.6.8.
"""

import re

MARKS = (b"<w:lnNumType",)
NUMBERED = re.compile(rb"<w:lnNumType\b[^<>]*?(?:/>|>\s*</w:lnNumType>)")


def remove_line_numbers(part: bytes) -> bytes:
    return NUMBERED.sub(b"", part)
