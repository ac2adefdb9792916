"""Reads the paragraphs of a Word file as Word shows them: without hidden text, and fields as their results."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.borderless_tables.word_tables_to_paragraphs import TABLE, lined_styles, table_as_paragraphs
from apps.documents.parsing.drawings.alternative_texts import FALLBACK, alt_texts_in_word
from apps.documents.parsing.endnotes.endnote import Endnote
from apps.documents.parsing.endnotes.endnotes_of_word import NAMED, endnotes_of_word
from apps.documents.parsing.layout.reading_order import RAISED_BEGINS, RAISED_ENDS, render_raised_marks
from apps.documents.parsing.office_source_text.comments import comment_ids, comments_of_word
from apps.documents.parsing.office_source_text.diagram_and_chart_words import diagram_and_chart_words
from apps.documents.parsing.office_source_text.package_parts import read_part_bytes, read_xml_part, relation_targets
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.office_source_text.word_styles_with_property import (
    OFF_VALUES,
    VALUE,
    styles_with_property,
)
from apps.documents.parsing.parse_xml_tree import WORD, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

WORD_ART = "{urn:schemas-microsoft-com:vml}textpath"
MAIN, STYLES, COMMENTS = "word/document.xml", "word/styles.xml", "word/comments.xml"
ENDNOTES, SETTINGS = "word/endnotes.xml", "word/settings.xml"
NOTES = ("word/footnotes.xml", ENDNOTES)
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
TEXTS = (f"{WORD}t", f"{MATH}t")
"""Of the text and of formulas in it, which become a line: (a+b)/c, with brackets around what the bar holds together."""
NUMERATOR, DENOMINATOR = f"{MATH}num", f"{MATH}den"
ONE_TERM = re.compile(r"[\w.,]*|\([^()]*\)")
BLANKS = {f"{WORD}tab": " ", f"{WORD}br": "\n", f"{WORD}cr": "\n"}
HIDING = "vanish"
RUN, VERTICAL = f"{WORD}r", f"{WORD}rPr/{WORD}vertAlign"
ASIDE = (f"{WORD}p", f"{WORD}moveFrom", FALLBACK)


def word_paragraphs(archive: ZipFile) -> Iterator[SourceParagraph]:
    names = set(archive.namelist())
    comments = comments_of_word(read_xml_part(archive, COMMENTS)) if COMMENTS in names else {}
    hidden = hidden_styles(read_part_bytes(archive, STYLES)) if STYLES in names else frozenset()
    main = read_xml_part(archive, MAIN)
    tables = render_borderless_tables(main, archive, hidden) if next(main.iter(TABLE), None) is not None else {}
    noted = {each.get(f"{WORD}id") for each in main.iter(f"{WORD}footnoteReference", f"{WORD}endnoteReference")}
    known = relation_targets(archive, MAIN)
    ends = read_endnotes(main, archive)
    initial = ""
    for paragraph in main.iter(f"{WORD}p"):
        if is_shown_paragraph(paragraph):
            if is_drop_cap(paragraph):
                initial = paragraph_text(paragraph, hidden)
                continue
            first, *others = attach_table(build_source_paragraphs(paragraph, hidden), paragraph, tables)
            yield replace(first, text=f"{initial}{first.text}", endnotes=ends.get(paragraph, ()))
            initial = ""
            yield from others
            yield from (SourceParagraph(text) for text in diagram_and_chart_words(archive, paragraph, known))
            said = (comments.get(number, "") for number in comment_ids(paragraph))
            yield from (SourceParagraph(text, comment=True) for text in said)
    for name in NOTES:
        for note in read_xml_part(archive, name) if name in names else ():
            if note.get(f"{WORD}id") in noted:
                for paragraph in note.iter(f"{WORD}p"):
                    yield from build_source_paragraphs(paragraph, hidden)


def read_endnotes(main: "_Element", archive: ZipFile) -> "dict[_Element, tuple[Endnote, ...]]":
    if next(main.iter(NAMED), None) is None:
        return {}
    notes, settings = (
        read_xml_part(archive, each) if each in archive.namelist() else None for each in (ENDNOTES, SETTINGS)
    )
    return endnotes_of_word(main, notes, settings)


def render_borderless_tables(
    main: "_Element", archive: ZipFile, hidden: Collection[str]
) -> "dict[_Element, tuple[str, ...]]":
    """What stands for each table without lines; nothing of others."""
    lined = lined_styles(read_xml_part(archive, STYLES)) if STYLES in archive.namelist() else frozenset()
    told = (
        (table, table_as_paragraphs(table, lined, lambda each: paragraph_text(each, hidden)))
        for table in main.iter(TABLE)
    )
    return {table: texts for table, texts in told if texts}


def attach_table(
    found: Iterator[SourceParagraph], paragraph: "_Element", tables: "dict[_Element, tuple[str, ...]]"
) -> Iterator[SourceParagraph]:
    """The first that has a word tells its table, and takes it out of `tables`."""
    table = next(paragraph.iterancestors(TABLE), None) if tables else None
    for each in found:
        known = tables.pop(table, ()) if table is not None and each.cell and each.text.strip() else ()
        yield replace(each, table=known) if known else each


def hidden_styles(part: bytes) -> frozenset[str]:
    """Reads `word/styles.xml`, which is long and hides nothing in most files. Raises lxml's XMLSyntaxError."""
    return styles_with_property(parse_xml(part), HIDING) if HIDING.encode() in part else frozenset()


def build_source_paragraphs(paragraph: "_Element", hidden: Collection[str]) -> Iterator[SourceParagraph]:
    in_cell = next(paragraph.iterancestors(f"{WORD}tc"), None) is not None
    text = paragraph_text(paragraph, hidden)
    yield SourceParagraph(text, cell=in_cell, apart=paragraph.find(f"{WORD}pPr/{WORD}numPr") is not None)
    yield from (SourceParagraph(each.get("string", "")) for each in paragraph.iter(WORD_ART))
    yield from (SourceParagraph(text, picture=True) for text in alt_texts_in_word(paragraph))


def paragraph_text(paragraph: "_Element", hidden: Collection[str]) -> str:
    style = paragraph.find(f"{WORD}pPr/{WORD}pStyle")
    is_hidden = style is not None and style.get(VALUE) in hidden
    text = "".join(shown_text(paragraph, hidden, [], is_hidden=is_hidden))
    return render_raised_marks(text) if RAISED_BEGINS in text else text


def is_shown_paragraph(paragraph: "_Element") -> bool:
    """Not what older programs see in its place, nor what lies under the cell that is merged over it."""
    for ancestor in paragraph.iterancestors():
        if ancestor.tag == FALLBACK:
            return False
        if ancestor.tag == f"{WORD}tc":
            merged = ancestor.find(f"{WORD}tcPr/{WORD}vMerge")
            if merged is not None and merged.get(VALUE, "continue") == "continue":
                return False
    return True


def is_drop_cap(paragraph: "_Element") -> bool:
    """Whether it is the large first letter of the paragraph behind it, which Word stores as one of its own."""
    frame = paragraph.find(f"{WORD}pPr/{WORD}framePr")
    behind = paragraph.getnext()
    is_letter = frame is not None and frame.get(f"{WORD}dropCap", "none") != "none"
    return is_letter and behind is not None and behind.tag == paragraph.tag


def shown_text(element: "_Element", hidden: Collection[str], fields: list[bool], *, is_hidden: bool) -> Iterator[str]:
    """Yields the text that Word shows, without paragraphs nested in it. `fields` are the open fields, True while the
    field's instruction is read and not its result."""
    for child in element:
        if child.tag == f"{WORD}fldChar":
            track_field(child, fields)
        elif child.tag in TEXTS:
            yield "" if any(fields) else child.text or ""
        elif child.tag in BLANKS:
            yield BLANKS[child.tag]
        elif child.tag == f"{WORD}r" and is_hidden_run(child, hidden, is_hidden=is_hidden):
            for mark in child.iter(f"{WORD}fldChar"):
                track_field(mark, fields)
        elif child.tag in (NUMERATOR, DENOMINATOR):
            part_of_fraction = "".join(shown_text(child, hidden, fields, is_hidden=is_hidden))
            yield "/" if child.tag == DENOMINATOR else ""
            yield part_of_fraction if ONE_TERM.fullmatch(part_of_fraction) else f"({part_of_fraction})"
        elif child.tag not in ASIDE:
            before, after = (RAISED_BEGINS, RAISED_ENDS) if is_raised(child) else ("", "")
            yield before
            yield from shown_text(child, hidden, fields, is_hidden=is_hidden)
            yield after


def is_raised(element: "_Element") -> bool:
    """Whether it is a run that stands higher, as marks of notes do."""
    if element.tag != RUN:
        return False
    form = element.find(VERTICAL)
    return form is not None and form.get(VALUE) == "superscript"


def track_field(mark: "_Element", fields: list[bool]) -> None:
    match mark.get(f"{WORD}fldCharType"):
        case "begin":
            fields.append(True)
        case "separate" if fields:
            fields[-1] = False
        case "end" if fields:
            fields.pop()


def is_hidden_run(run: "_Element", hidden: Collection[str], *, is_hidden: bool) -> bool:
    """Whether it is hidden by its own form, by its style, or else as its paragraph."""
    properties = run.find(f"{WORD}rPr")
    if properties is None:
        return is_hidden
    vanish, style = properties.find(f"{WORD}{HIDING}"), properties.find(f"{WORD}rStyle")
    if vanish is not None:
        return vanish.get(VALUE) not in OFF_VALUES
    return is_hidden or (style is not None and style.get(VALUE) in hidden)
