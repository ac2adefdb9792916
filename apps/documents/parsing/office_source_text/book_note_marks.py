"""Marks of notes in books, in brackets behind their word: "20 Jahre (1)"; else they would be drawn as part of it."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

TYPE = "{http://www.idpf.org/2007/ops}type"
MAY_MARK = re.compile(rb"noteref|<sup[\s>]")
MARK = re.compile(r"\s*(\d{1,3}|[ivxl]{1,6}|[*†‡]{1,3})\s*")
AFTER_WORD = re.compile(r"[^\W\d_]{3}[.,;:!?)\"”»’]{0,2}\Z")
"""A raised figure behind less is part of a unit or of a formula."""


def put_marks_in_brackets(root: "_Element") -> bool:
    """Whether there were any."""
    marks = [element for element in root.iter("{*}a", "{*}sup") if is_mark(element)]
    for element in marks:
        mark = MARK.fullmatch("".join(map(str, element.itertext())))
        if mark is not None:
            element[:] = []
            element.text = f" ({mark[1]})"
            element.tag = element.tag.replace("}sup", "}span")
    return bool(marks)


def is_mark(element: "_Element") -> bool:
    text = "".join(map(str, element.itertext()))
    if MARK.fullmatch(text) is None or any(each.tag.endswith("}sup") for each in element.iterancestors()):
        return False
    is_named = "noteref" in element.get(TYPE, "").split() or element.get("role") == "doc-noteref"
    return is_named or (element.tag.endswith("}sup") and AFTER_WORD.search(text_before(element)) is not None)


def text_before(element: "_Element") -> str:
    before, parent = element.getprevious(), element.getparent()
    if before is not None:
        return before.tail or "".join(map(str, before.itertext()))
    return "" if parent is None else parent.text or ""
