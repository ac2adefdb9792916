"""Replaces form fields, checkboxes and symbol-font characters of an OpenDocument text with plain characters.

What is filled in is printed in small letters beside the line of its label, and of a list the first entry, whichever is
chosen. Source: OASIS OpenDocument 1.3, part 3, 13.5 (controls), 10.3.13 (where they stand) and 16.29.7 (properties of
words).
Of the fields that came from Word LibreOffice writes `field:fieldmark`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.documents.parsing.parse_xml_tree import DRAW, STYLE, TEXT, parse_xml
from apps.documents.parsing.prepare_for_conversion.replace_word_symbols_and_fields import EMPTY, TICKED
from apps.documents.parsing.prepare_for_conversion.resolve_opendocument_tracked_changes import XML_ID
from apps.documents.parsing.symbol_fonts.symbols_to_unicode import symbol_encoding, symbols_to_unicode

if TYPE_CHECKING:
    from lxml.etree import _Element

MARKS = (b"<form:", b"FORMCHECKBOX", b"Wingdings", b"Webdings")
FORM = "{urn:oasis:names:tc:opendocument:xmlns:form:1.0}"
FIELD = "{urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0}"
SVG = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"
IDS = (XML_ID, f"{FORM}id")
STATES = (f"{FORM}current-state", f"{FORM}state", f"{FORM}current-selected", f"{FORM}selected")
"""As it was left, or else as it began; boxes are checked, buttons selected."""
BOXES = (f"{FORM}checkbox", f"{FORM}radio")
LISTS = (f"{FORM}listbox", f"{FORM}combobox")
FILLED = tuple(f"{FORM}{kind}" for kind in ("text", "textarea", "formatted-text", "number", "date", "time"))
VALUES = (f"{FORM}current-value", f"{FORM}value")
WITHIN = (f"{TEXT}p", f"{TEXT}h", f"{TEXT}span", f"{TEXT}a")


def replace_symbols_and_fields(part: bytes) -> bytes:
    """Writes symbols and fields as text; the same part without any. Raises lxml's XMLSyntaxError."""
    from lxml import etree

    root = parse_xml(part)
    signs, letters = list(field_replacements(root)), list(symbol_letters(root))
    for element, sign in signs:
        replace_element(element, sign)
    for span, told in letters:
        span.text = told
        del span.attrib[f"{TEXT}style-name"]
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8")) if signs or letters else part


def field_replacements(root: "_Element") -> Iterator[tuple["_Element", str]]:
    """Yields fields and the text that is to stand there; empty ones stay as they are."""
    fields = {field.get(name): field for field in root.iter(*BOXES, *LISTS, *FILLED) for name in IDS}
    for control in root.iter(f"{DRAW}control"):
        field = fields.get(control.get(f"{DRAW}control"))
        if field is not None and (told := checkbox_text(field) if field.tag in BOXES else field_value(field)):
            yield control, told
    for field in root.iter(f"{FIELD}fieldmark"):
        if field.get(f"{FIELD}type", "").endswith("FORMCHECKBOX"):
            yield field, TICKED if is_ticked(field) else EMPTY


def checkbox_text(box: "_Element") -> str:
    """The sign, and what stands beside it."""
    is_chosen = next(filter(None, map(box.get, STATES)), "") in ("checked", "true")
    return f"{TICKED if is_chosen else EMPTY} {box.get(f'{FORM}label', '')}".rstrip()


def field_value(field: "_Element") -> str:
    """What was typed or chosen; of several entries of a list all that were."""
    chosen = [
        option.get(f"{FORM}label", "")
        for option in field.iter(f"{FORM}option")
        if any(option.get(state) == "true" for state in STATES)
    ]
    typed = next((value for value in map(field.get, VALUES) if value is not None), "")
    return ", ".join(filter(None, chosen)) or " ".join(typed.split())


def is_ticked(field: "_Element") -> bool:
    named = (each for each in field if each.get(f"{FIELD}name") == "Checkbox_Checked")
    return any(each.get(f"{FIELD}value") == "true" for each in named)


def replace_element(element: "_Element", sign: str) -> None:
    """Replaces it in its paragraph; what hangs on the page becomes a paragraph of its own."""
    from lxml import etree

    parent = element.getparent()
    if parent is not None:
        made = etree.Element(f"{TEXT}span" if parent.tag in WITHIN else f"{TEXT}p")
        made.text, made.tail = sign, element.tail
        parent.replace(element, made)


def symbol_letters(root: "_Element") -> Iterator[tuple["_Element", str]]:
    """Words that are written in a symbol font, and what is to stand there."""
    fonts = symbol_fonts(root)
    for span in root.iter(f"{TEXT}span"):
        font = fonts.get(span.get(f"{TEXT}style-name", ""))
        if font and span.text and (told := symbols_to_unicode(span.text, font)) != span.text:
            yield span, told


def symbol_fonts(root: "_Element") -> dict[str, str]:
    """Returns the symbol fonts of styles of words, by the style's name."""
    families = {face.get(f"{STYLE}name"): face.get(f"{SVG}font-family", "") for face in root.iter(f"{STYLE}font-face")}
    named = (
        (style.get(f"{STYLE}name", ""), properties.get(f"{STYLE}font-name", ""))
        for style in root.iter(f"{STYLE}style")
        for properties in style.iter(f"{STYLE}text-properties")
    )
    fonts = ((style, families.get(font) or font) for style, font in named)
    return {style: font for style, font in fonts if symbol_encoding(font)}
