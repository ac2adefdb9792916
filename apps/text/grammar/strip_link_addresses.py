"""Strips the addresses from links in Markdown and keeps their texts, for quotes that people read."""

import re

LINK = re.compile(r'!?\[([^\[\]\n]*)\]\([^()\s]*(?:[ ]"[^"\n]*")?\)')
CUT_LINK = re.compile(r"!?\[(?=[^\[\]\n]*\Z)")
"""What is left of a link where the quote ends with its text."""


def strip_link_addresses(quote: str) -> str:
    """The quote without addresses: "siehe [Liste](https://…)" and "siehe [Liste" become "siehe Liste"."""
    return CUT_LINK.sub("", LINK.sub(r"\1", quote))
