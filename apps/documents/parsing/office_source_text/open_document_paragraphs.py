"""The paragraphs of OpenDocument texts and slides as they are shown: without what is hidden or kept aside."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZipFile

from apps.documents.parsing.borderless_tables.open_document_tables_to_paragraphs import (
    lined_styles,
    table_as_paragraphs,
)
from apps.documents.parsing.drawings.alternative_texts import alt_texts_in_open_document
from apps.documents.parsing.endnotes.endnotes_of_open_document import endnotes_of_open_document
from apps.documents.parsing.layout.reading_order import RAISED_BEGINS, RAISED_ENDS, render_raised_marks
from apps.documents.parsing.office_source_text.comments import open_document_comments
from apps.documents.parsing.office_source_text.package_parts import read_xml_part
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.parse_xml_tree import DRAW, OFFICE, STYLE, TABLE, TEXT

if TYPE_CHECKING:
    from lxml.etree import _Element

SHOW = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
CONTENT, STYLES = "content.xml", "styles.xml"
RAISED = f"{STYLE}text-position"
CELL, ENTRY = f"{TABLE}table-cell", f"{TEXT}list-item"
PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
BLANKS = {f"{TEXT}tab": " ", f"{TEXT}line-break": "\n"}
ASIDE = (
    f"{OFFICE}annotation", f"{TEXT}tracked-changes", f"{TABLE}covered-table-cell", f"{TEXT}script", f"{TEXT}note",
)  # fmt: skip
"""No paragraph of the text; notes are printed elsewhere than where their file has them."""
APART = (*PARAGRAPHS, f"{OFFICE}annotation", f"{TEXT}note", f"{DRAW}frame", f"{TEXT}script")
"""Within a paragraph: comes by itself, or is no text."""
SPOKEN = "notes"
"""Class of the frame that holds what the speaker says; others on a page of notes hold its number, date and edges."""


class ShownParagraph(NamedTuple):
    """`within` are the elements around it that say what it is part of: CELL, ENTRY. `paragraph` is where it stands."""

    text: str
    comments: list[str]
    pictures: list[str]
    within: frozenset[str]
    paragraph: "_Element"


def text_document_paragraphs(archive: ZipFile) -> Iterator[SourceParagraph]:
    content = read_xml_part(archive, CONTENT)
    hidden = hidden_styles(archive, content)
    mark_raised_text(archive, content)
    tables = (
        render_borderless_tables(archive, content, hidden)
        if next(content.iter(f"{TABLE}table"), None) is not None
        else {}
    )
    for shown in shown_paragraphs(content.find(f"{OFFICE}body"), hidden):
        in_cell = CELL in shown.within
        table = next(shown.paragraph.iterancestors(f"{TABLE}table"), None) if in_cell and shown.text.strip() else None
        told = tables.pop(table, ()) if table is not None else ()
        named = endnotes_of_open_document(shown.paragraph) if shown.text else ()
        yield SourceParagraph(shown.text, cell=in_cell, apart=ENTRY in shown.within, table=told, endnotes=named)
        yield from (SourceParagraph(each, picture=True) for each in shown.pictures)
        yield from (SourceParagraph(each, comment=True) for each in shown.comments)


def render_borderless_tables(
    archive: ZipFile, content: "_Element", hidden: Collection[str]
) -> "dict[_Element, tuple[str, ...]]":
    """What stands for each table without lines; nothing of others."""
    lined = lined_styles(style_parts(archive, content))
    told = (
        (table, table_as_paragraphs(table, lined, lambda each: paragraph_text(each, hidden)))
        for table in content.iter(f"{TABLE}table")
    )
    return {table: texts for table, texts in told if texts}


def presentation_paragraphs(archive: ZipFile) -> Iterator[SourceParagraph]:
    content = read_xml_part(archive, CONTENT)
    hidden = hidden_styles(archive, content)
    mark_raised_text(archive, content)
    for number, page in enumerate(content.iter(f"{DRAW}page"), 1):
        notes = page.find(f"{SHOW}notes")
        remove_header_and_footer_frames(notes)
        spoken = [shown.text for shown in shown_paragraphs(notes, hidden)]
        if notes is not None:
            page.remove(notes)
        for shown in shown_paragraphs(page, hidden):
            yield SourceParagraph(shown.text, number, cell=CELL in shown.within, apart=True)
        yield from (SourceParagraph(text, number, picture=True) for text in alt_texts_in_open_document(page))
        yield from (SourceParagraph(text, number, comment=True) for text in open_document_comments(page))
        yield from (SourceParagraph(text, number, notes=True) for text in spoken)


def remove_header_and_footer_frames(notes: "_Element | None") -> None:
    """Takes number, date, head and foot from a page of notes."""
    for frame in [] if notes is None else list(notes):
        if frame.get(f"{SHOW}class", SPOKEN) != SPOKEN:
            frame.getparent().remove(frame)


def hidden_styles(archive: ZipFile, content: "_Element") -> frozenset[str]:
    """Names of the styles whose text is not shown."""
    styles = (style for root in style_parts(archive, content) for style in root.iter(f"{STYLE}style"))
    return frozenset(
        style.get(f"{STYLE}name", "")
        for style in styles
        if any(each.get(f"{TEXT}display") == "none" for each in style.iter(f"{STYLE}text-properties"))
    )


def mark_raised_text(archive: ZipFile, content: "_Element") -> None:
    """Puts what stands higher, as marks of notes do, between the signs by which such print is read."""
    raised = {
        style.get(f"{STYLE}name", "")
        for root in style_parts(archive, content)
        for style in root.iter(f"{STYLE}style")
        if any(each.get(RAISED, "").startswith("super") for each in style.iter(f"{STYLE}text-properties"))
    }
    for span in content.iter(f"{TEXT}span") if raised else ():
        if span.get(f"{TEXT}style-name") in raised and span.text:
            span.text = f"{RAISED_BEGINS}{span.text}{RAISED_ENDS}"


def style_parts(archive: ZipFile, content: "_Element") -> "list[_Element]":
    return [content, *([read_xml_part(archive, STYLES)] if STYLES in archive.namelist() else [])]


def shown_paragraphs(
    element: "_Element | None", hidden: Collection[str], within: frozenset[str] = frozenset()
) -> Iterator[ShownParagraph]:
    """Each with its comments and the descriptions of its pictures."""
    for child in () if element is None else element:
        if child.tag in PARAGRAPHS:
            text = paragraph_text(child, hidden)
            yield ShownParagraph(text, list(open_document_comments(child)), pictures_in(child), within, child)
            yield from shown_paragraphs(child, hidden, within)
        elif child.tag not in ASIDE and not is_hidden(child):
            yield from shown_paragraphs(child, hidden, within | {child.tag} if child.tag in (CELL, ENTRY) else within)


def paragraph_text(paragraph: "_Element", hidden: Collection[str]) -> str:
    text = "" if is_hidden_paragraph(paragraph, hidden) else "".join(text_parts(paragraph, hidden))
    return render_raised_marks(text) if RAISED_BEGINS in text else text


def is_hidden_paragraph(paragraph: "_Element", hidden: Collection[str]) -> bool:
    return paragraph.get(f"{TEXT}style-name") in hidden or any(
        map(is_hidden, paragraph.iter(f"{TEXT}hidden-paragraph"))
    )


def is_hidden(element: "_Element") -> bool:
    """Sections, fields and rows that their writer has hidden, some under a condition that held last; mere prompts."""
    states = (
        *((f"{TEXT}display", "none"), (f"{TEXT}is-hidden", "true"), (f"{TABLE}visibility", "collapse")),
        (f"{SHOW}placeholder", "true"),
    )
    return any(element.get(name) == hides for name, hides in states)


def pictures_in(paragraph: "_Element") -> list[str]:
    """Not those of paragraphs within it, which come by themselves."""
    inner = any(each is not paragraph for each in paragraph.iter(*PARAGRAPHS))
    return [] if inner else list(alt_texts_in_open_document(paragraph))


def text_parts(element: "_Element", hidden: Collection[str]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag == f"{TEXT}s":
            yield " " * min(int(child.get(f"{TEXT}c", "1")), 100)
        elif child.tag in BLANKS:
            yield BLANKS[child.tag]
        elif child.tag == f"{TEXT}page-number" and (child.text or "").startswith("<"):
            pass  # "<number>", which LibreOffice stores on slides in place of the number that it prints.
        elif child.tag not in APART and not is_hidden(child) and child.get(f"{TEXT}style-name") not in hidden:
            yield from text_parts(child, hidden)
        yield child.tail or ""
