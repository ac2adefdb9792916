"""Replaces symbol-font signs and ticked boxes of a Word file by characters that print with any font.

What a field asks for where nobody has filled it in ("Klicken Sie hier, um Text einzugeben.") is taken out.
Source: ECMA-376, part 1, 17.3.3.30 (symbols), 17.5.2.39 (prompts) and 17.16.7 (boxes of forms).
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from apps.documents.parsing.parse_xml_tree import WORD, parse_xml
from apps.documents.parsing.prepare_for_conversion.resolve_word_tracked_changes import remove_element
from apps.documents.parsing.symbol_fonts.symbols_to_unicode import symbol_encoding, symbols_to_unicode

if TYPE_CHECKING:
    from lxml.etree import _Element

MARKS = (b"<w:sym ", b"Wingdings", b"Webdings", b"<w:checkBox>", b"<w:showingPlcHdr")
RUN, TEXT, FIELD, VALUE = f"{WORD}r", f"{WORD}t", f"{WORD}fldChar", f"{WORD}val"
NO = ("0", "false", "off")
TICKED, EMPTY = "☒", "☐"
"""As Word shows them."""


def replace_symbols_and_fields(part: bytes) -> bytes:
    """Writes symbols and fields as text; the same part without any. Raises lxml's XMLSyntaxError."""
    from lxml import etree

    root = parse_xml(part)
    symbols, boxes = list(root.iter(f"{WORD}sym")), list(root.iter(f"{WORD}checkBox"))
    written = [run for run in root.iter(RUN) if symbol_encoding(run_font(run))]
    prompts = [mark for mark in root.iter(f"{WORD}showingPlcHdr") if mark.get(VALUE, "1") not in NO]
    if not (symbols or boxes or written or prompts):
        return part
    for prompt in prompts:
        clear_prompt(prompt)
    for symbol in symbols:
        replace_symbol(symbol)
    for run in written:
        replace_letters(run)
    for box in boxes:
        replace_checkbox(box)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def clear_prompt(prompt: "_Element") -> None:
    """A box to tick is no prompt, whatever is said of it."""
    field = next(prompt.iterancestors(f"{WORD}sdt"), None)
    if field is None or field.find("{*}sdtPr/{*}checkbox") is not None:
        return
    for text in field.iter(TEXT):
        text.text = ""


def replace_symbol(symbol: "_Element") -> None:
    code, font = symbol.get(f"{WORD}char", ""), symbol.get(f"{WORD}font", "")
    try:
        stored = chr(int(code, 16))
    except (ValueError, OverflowError):
        return
    if (shown := symbols_to_unicode(stored, font)) != stored:
        symbol.tag, symbol.text = TEXT, shown
        symbol.attrib.clear()
        forget_font(symbol.getparent())


def run_font(run: "_Element") -> str:
    """Empty where its style says it."""
    fonts = run.find(f"{WORD}rPr/{WORD}rFonts")
    return "" if fonts is None else fonts.get(f"{WORD}ascii", "")


def replace_letters(run: "_Element") -> None:
    """Replaces the letters of a run that is written in a symbol font as a whole."""
    font, texts = run_font(run), list(run.iter(TEXT))
    for text in texts:
        text.text = symbols_to_unicode(text.text or "", font)
    if texts:
        forget_font(run)


def forget_font(run: "_Element | None") -> None:
    fonts = None if run is None else run.find(f"{WORD}rPr/{WORD}rFonts")
    if fonts is not None and symbol_encoding(fonts.get(f"{WORD}ascii", "")):
        fonts.attrib.clear()


def replace_checkbox(box: "_Element") -> None:
    """The sign in place of the field."""
    from lxml import etree

    run = next(box.iterancestors(RUN), None)
    if run is None:
        return
    for rest in list(rest_of_field(run)):
        remove_element(rest)
    for child in run.findall(FIELD):
        run.remove(child)
    etree.SubElement(run, TEXT).text = TICKED if is_ticked(box) else EMPTY


def rest_of_field(run: "_Element") -> Iterator["_Element"]:
    """What follows the run up to the end of the field; nothing where that is elsewhere."""
    following = list(run.itersiblings(RUN))
    inner = list(takewhile(lambda each: not ends_field(each), following))
    if len(inner) < len(following):
        yield from (*inner, following[len(inner)])


def ends_field(run: "_Element") -> bool:
    return any(mark.get(f"{WORD}fldCharType") == "end" for mark in run.iter(FIELD))


def is_ticked(box: "_Element") -> bool:
    for name in ("checked", "default"):
        if (state := box.find(f"{WORD}{name}")) is not None:
            return state.get(VALUE, "1") not in NO
    return False
