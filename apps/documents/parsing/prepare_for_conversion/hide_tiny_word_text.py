"""Hides the words of a Word file that are too small to be seen, as those of a PDF are left out.

Printed they have blanks where they have none in the file, which would be taken for words that print has lost.

Source: ECMA-376, part 1, 17.3.2.38 (size of letters, in half-points or with a unit) and 17.7.2 (what a style is over).
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from apps.documents.parsing.office_source_text.word_styles_with_property import LONGEST_LINEAGE, VALUE
from apps.documents.parsing.parse_xml_tree import WORD, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

LARGEST_MINUTE = 1.5
"""Points; that of letters in PDFs is the same."""
SIZE = re.compile(r"(?P<number>\d{1,9}(?:\.\d{1,9})?)(?P<unit>[a-z]{2})?")
POINTS = {None: 0.5, "pt": 1.0, "pc": 12.0, "pi": 12.0, "in": 72.0, "cm": 72 / 2.54, "mm": 7.2 / 2.54}
MARKS = (b"<w:r",)
"""Every part with words: a size may stand in the styles alone."""
RUN_SIZE = f"{WORD}rPr/{WORD}sz"
MAY_BE_MINUTE = re.compile(rb"<w:sz\s[^<>]{0,200}?[\"'](?:[0-3](?:\.\d{1,9})?|[\d.]{1,20}[a-z]{2})[\"']")
OTHER_SCRIPTS = (f"{WORD}rPr/{WORD}rtl", f"{WORD}rPr/{WORD}cs")
"""Letters of Arabic, Hebrew and others have a size of their own."""


def hide_minute_letters(part: bytes, named: "dict[str, _Element]") -> bytes:
    """Hides letters too small to read. `named` are the styles of the file. Raises lxml's XMLSyntaxError."""
    from lxml import etree

    if not (MAY_BE_MINUTE.search(part) or any(is_minute_size(style.find(RUN_SIZE)) for style in named.values())):
        return part
    root = parse_xml(part)
    runs = [
        run for run in root.iter(f"{WORD}r")
        if is_minute_size(run_size(run, named)) and all(run.find(each) is None for each in OTHER_SCRIPTS)
    ]  # fmt: skip
    for run in runs:
        hide_run(run)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)) if runs else part


def styles_by_name(part: bytes) -> "dict[str, _Element]":
    """Returns the styles of `word/styles.xml`. The empty name stands for paragraphs that name no style.

    Raises lxml's XMLSyntaxError.
    """
    if not MAY_BE_MINUTE.search(part):
        return {}
    styles = parse_xml(part)
    named = {each.get(f"{WORD}styleId", ""): each for each in styles.iter(f"{WORD}style")}
    usual = [each for each in named.values() if each.get(f"{WORD}default") and each.get(f"{WORD}type") == "paragraph"]
    everywhere = styles.find(f"{WORD}docDefaults/{WORD}rPrDefault")
    found = next((each for each in usual if each.find(RUN_SIZE) is not None), everywhere)
    return named if found is None else {**named, "": found}


def run_size(run: "_Element", named: "dict[str, _Element]") -> "_Element | None":
    """What says how large it is: its own form, its style, that of its paragraph, or what holds for all."""
    own = run.find(RUN_SIZE)
    return own if own is not None else next(sizes_of_styles(run, named), None)


def sizes_of_styles(run: "_Element", named: "dict[str, _Element]") -> "Iterator[_Element]":
    for place in (run.find(f"{WORD}rPr/{WORD}rStyle"), paragraph_style(run)):
        name = place.get(VALUE, "") if place is not None else ""
        for style in islice(style_lineage(name, named), LONGEST_LINEAGE):
            if (size := style.find(RUN_SIZE)) is not None:
                yield size
    if "" in named and (size := named[""].find(RUN_SIZE)) is not None:
        yield size


def style_lineage(name: str, named: "dict[str, _Element]") -> "Iterator[_Element]":
    """The style and those it is based on; without end where they are based on each other."""
    while name and (style := named.get(name)) is not None:
        yield style
        base = style.find(f"{WORD}basedOn")
        name = base.get(VALUE, "") if base is not None else ""


def paragraph_style(run: "_Element") -> "_Element | None":
    paragraph = next(run.iterancestors(f"{WORD}p"), None)
    return None if paragraph is None else paragraph.find(f"{WORD}pPr/{WORD}pStyle")


def is_minute_size(size: "_Element | None") -> bool:
    """Not of size 0, which programs take for a fault."""
    found = SIZE.fullmatch(size.get(VALUE, "")) if size is not None else None
    return found is not None and 0 < float(found["number"]) * POINTS.get(found["unit"], 72) <= LARGEST_MINUTE


def hide_run(run: "_Element") -> None:
    properties = run.find(f"{WORD}rPr")
    if properties is None:
        properties = run.makeelement(f"{WORD}rPr")
        run.insert(0, properties)
    for said in properties.findall(f"{WORD}vanish"):
        properties.remove(said)
    properties.append(properties.makeelement(f"{WORD}vanish"))
