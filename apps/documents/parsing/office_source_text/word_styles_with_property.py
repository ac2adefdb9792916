"""Which styles of a Word file switch a property of words on, by themselves or by the style they are based on.

Source: ECMA-376, part 1, 17.7 (styles) and 17.17.4 (on and off).
"""

from typing import TYPE_CHECKING

from apps.documents.parsing.parse_xml_tree import WORD

if TYPE_CHECKING:
    from lxml.etree import _Element

VALUE = f"{WORD}val"
OFF_VALUES = ("0", "false", "off")
LONGEST_LINEAGE = 20


def styles_with_property(root: "_Element", *properties: str) -> frozenset[str]:
    """The ids of those that switch one of these on. `root` is that of `word/styles.xml`."""
    styles = {style.get(f"{WORD}styleId", ""): style for style in root.iter(f"{WORD}style")}
    return frozenset(name for name in styles if any(style_has_property(name, styles, each) for each in properties))


def style_has_property(name: str, styles: "dict[str, _Element]", wanted: str) -> bool:
    for _ in range(LONGEST_LINEAGE):
        style = styles.get(name)
        if style is None:
            return False
        said, base = style.find(f"{WORD}rPr/{WORD}{wanted}"), style.find(f"{WORD}basedOn")
        if said is not None:
            return said.get(VALUE) not in OFF_VALUES
        name = base.get(VALUE, "") if base is not None else ""
    return False
