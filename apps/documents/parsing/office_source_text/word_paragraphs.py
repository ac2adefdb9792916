"""The paragraphs of a Word file as Word shows them: without what is hidden, and of fields the result."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.borderless_tables.word_tables_without_lines import TABLE, lined_styles, told_by_table
from apps.documents.parsing.drawings.alternative_texts import FALLBACK, described_in_word
from apps.documents.parsing.endnotes.endnote import Endnote
from apps.documents.parsing.endnotes.endnotes_of_word import NAMED, endnotes_of_word
from apps.documents.parsing.layout.reading_order import RAISED_BEGINS, RAISED_ENDS, with_marks_told
from apps.documents.parsing.office_source_text.comments import comment_ids, comments_of_word
from apps.documents.parsing.office_source_text.diagrams_and_charts import drawn_words
from apps.documents.parsing.office_source_text.package_parts import content, part, targets
from apps.documents.parsing.office_source_text.source_paragraph import OwnParagraph
from apps.documents.parsing.office_source_text.word_styles import NO, VALUE, WORD, styles_with
from apps.documents.parsing.parse_xml_tree import parse_xml

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


def of_word(archive: ZipFile) -> Iterator[OwnParagraph]:
    names = set(archive.namelist())
    comments = comments_of_word(part(archive, COMMENTS)) if COMMENTS in names else {}
    hidden = hidden_styles(content(archive, STYLES)) if STYLES in names else frozenset()
    main = part(archive, MAIN)
    tables = tables_told(main, archive, hidden) if next(main.iter(TABLE), None) is not None else {}
    noted = {each.get(f"{WORD}id") for each in main.iter(f"{WORD}footnoteReference", f"{WORD}endnoteReference")}
    known = targets(archive, MAIN)
    ends = endnotes_of(main, archive)
    initial = ""
    for paragraph in main.iter(f"{WORD}p"):
        if is_shown(paragraph):
            if is_initial(paragraph):
                initial = words_of(paragraph, hidden)
                continue
            first, *others = with_table(of_paragraph(paragraph, hidden), paragraph, tables)
            yield replace(first, text=f"{initial}{first.text}", endnotes=ends.get(paragraph, ()))
            initial = ""
            yield from others
            yield from (OwnParagraph(text) for text in drawn_words(archive, paragraph, known))
            said = (comments.get(number, "") for number in comment_ids(paragraph))
            yield from (OwnParagraph(text, comment=True) for text in said)
    for name in NOTES:
        for note in part(archive, name) if name in names else ():
            if note.get(f"{WORD}id") in noted:
                for paragraph in note.iter(f"{WORD}p"):
                    yield from of_paragraph(paragraph, hidden)


def endnotes_of(main: "_Element", archive: ZipFile) -> "dict[_Element, tuple[Endnote, ...]]":
    if next(main.iter(NAMED), None) is None:
        return {}
    notes, settings = (part(archive, each) if each in archive.namelist() else None for each in (ENDNOTES, SETTINGS))
    return endnotes_of_word(main, notes, settings)


def tables_told(main: "_Element", archive: ZipFile, hidden: Collection[str]) -> "dict[_Element, tuple[str, ...]]":
    """What stands for each table without lines; nothing of others."""
    lined = lined_styles(part(archive, STYLES)) if STYLES in archive.namelist() else frozenset()
    told = ((table, told_by_table(table, lined, lambda each: words_of(each, hidden))) for table in main.iter(TABLE))
    return {table: texts for table, texts in told if texts}


def with_table(
    found: Iterator[OwnParagraph], paragraph: "_Element", tables: "dict[_Element, tuple[str, ...]]"
) -> Iterator[OwnParagraph]:
    """The first that has a word tells its table, and takes it out of `tables`."""
    table = next(paragraph.iterancestors(TABLE), None) if tables else None
    for each in found:
        known = tables.pop(table, ()) if table is not None and each.cell and each.text.strip() else ()
        yield replace(each, table=known) if known else each


def hidden_styles(part: bytes) -> frozenset[str]:
    """Of `word/styles.xml`, which is long, and hides nothing in most files. Raises lxml's XMLSyntaxError."""
    return styles_with(parse_xml(part), HIDING) if HIDING.encode() in part else frozenset()


def of_paragraph(paragraph: "_Element", hidden: Collection[str]) -> Iterator[OwnParagraph]:
    in_cell = next(paragraph.iterancestors(f"{WORD}tc"), None) is not None
    text = words_of(paragraph, hidden)
    yield OwnParagraph(text, cell=in_cell, apart=paragraph.find(f"{WORD}pPr/{WORD}numPr") is not None)
    yield from (OwnParagraph(each.get("string", "")) for each in paragraph.iter(WORD_ART))
    yield from (OwnParagraph(text, picture=True) for text in described_in_word(paragraph))


def words_of(paragraph: "_Element", hidden: Collection[str]) -> str:
    style = paragraph.find(f"{WORD}pPr/{WORD}pStyle")
    is_hidden = style is not None and style.get(VALUE) in hidden
    text = "".join(shown_text(paragraph, hidden, [], is_hidden=is_hidden))
    return with_marks_told(text) if RAISED_BEGINS in text else text


def is_shown(paragraph: "_Element") -> bool:
    """Not what older programs see in its place, nor what lies under the cell that is merged over it."""
    for ancestor in paragraph.iterancestors():
        if ancestor.tag == FALLBACK:
            return False
        if ancestor.tag == f"{WORD}tc":
            merged = ancestor.find(f"{WORD}tcPr/{WORD}vMerge")
            if merged is not None and merged.get(VALUE, "continue") == "continue":
                return False
    return True


def is_initial(paragraph: "_Element") -> bool:
    """Whether it is the large first letter of the paragraph behind it, which Word stores as one of its own."""
    frame = paragraph.find(f"{WORD}pPr/{WORD}framePr")
    behind = paragraph.getnext()
    is_letter = frame is not None and frame.get(f"{WORD}dropCap", "none") != "none"
    return is_letter and behind is not None and behind.tag == paragraph.tag


def shown_text(element: "_Element", hidden: Collection[str], fields: list[bool], *, is_hidden: bool) -> Iterator[str]:
    """Without that of paragraphs within it. `fields` are those that are open; True while one says what it asks for."""
    for child in element:
        if child.tag == f"{WORD}fldChar":
            note_field(child, fields)
        elif child.tag in TEXTS:
            yield "" if any(fields) else child.text or ""
        elif child.tag in BLANKS:
            yield BLANKS[child.tag]
        elif child.tag == f"{WORD}r" and run_is_hidden(child, hidden, is_hidden=is_hidden):
            for mark in child.iter(f"{WORD}fldChar"):
                note_field(mark, fields)
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


def note_field(mark: "_Element", fields: list[bool]) -> None:
    match mark.get(f"{WORD}fldCharType"):
        case "begin":
            fields.append(True)
        case "separate" if fields:
            fields[-1] = False
        case "end" if fields:
            fields.pop()


def run_is_hidden(run: "_Element", hidden: Collection[str], *, is_hidden: bool) -> bool:
    """By its own form, by its style, or else as its paragraph."""
    properties = run.find(f"{WORD}rPr")
    if properties is None:
        return is_hidden
    vanish, style = properties.find(f"{WORD}{HIDING}"), properties.find(f"{WORD}rStyle")
    if vanish is not None:
        return vanish.get(VALUE) not in NO
    return is_hidden or (style is not None and style.get(VALUE) in hidden)
