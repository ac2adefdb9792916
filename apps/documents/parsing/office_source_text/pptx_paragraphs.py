"""Reads the paragraphs of PowerPoint slides and of their speaker notes."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.drawings.alternative_texts import FALLBACK, alt_texts_on_slide
from apps.documents.parsing.layout.reading_order import RAISED_BEGINS, RAISED_ENDS, render_raised_marks
from apps.documents.parsing.office_source_text.comments import comments_of_slide, slide_authors
from apps.documents.parsing.office_source_text.diagram_and_chart_words import diagram_and_chart_words
from apps.documents.parsing.office_source_text.package_parts import read_xml_part, relation_targets
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.parse_xml_tree import DRAWING

if TYPE_CHECKING:
    from lxml.etree import _Element

PRESENTATION = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
TEXTS = (f"{DRAWING}t", "{http://schemas.openxmlformats.org/officeDocument/2006/math}t")
"""Of the text and of formulas in it."""
MAIN = "ppt/presentation.xml"
AUTHORS = ("ppt/commentauthors.xml", "ppt/authors.xml")
"""Of comments as they were up to 2021, and since."""
EDGES_OF_NOTES = frozenset({"sldImg", "sldNum", "dt", "hdr", "ftr"})
"""Placeholders on a page of notes: the picture of its slide, number, date, head and foot."""


def slide_paragraphs(archive: ZipFile) -> Iterator[SourceParagraph]:
    authors = slide_authors(read_xml_part(archive, name) for name in archive.namelist() if name.lower() in AUTHORS)
    for number, name in enumerate(slide_names(archive), 1):
        slide, known = read_xml_part(archive, name), relation_targets(archive, name)
        for paragraph in slide.iter(f"{DRAWING}p"):
            in_cell = next(paragraph.iterancestors(f"{DRAWING}tc"), None) is not None
            yield SourceParagraph(render_raised_marks("".join(run_texts(paragraph))), number, cell=in_cell, apart=True)
        yield from (SourceParagraph(text, number) for text in diagram_and_chart_words(archive, slide, known))
        yield from (SourceParagraph(text, number, picture=True) for text in alt_texts_on_slide(slide))
        remarks = (read_xml_part(archive, target) for target in known.values() if "/comments/" in target)
        said = (text for remark in remarks for text in comments_of_slide(remark, authors))
        yield from (SourceParagraph(text, number, comment=True) for text in said)
        notes = next((target for target in known.values() if "/notesSlides/" in target), "")
        if notes:
            yield from (
                SourceParagraph(text, number, notes=True) for text in speaker_notes(read_xml_part(archive, notes))
            )


def slide_names(archive: ZipFile) -> list[str]:
    """Returns the names in the order in which the slides are shown."""
    known = relation_targets(archive, MAIN)
    return [known[slide.attrib[RELATION_ID]] for slide in read_xml_part(archive, MAIN).iter(f"{PRESENTATION}sldId")]


def speaker_notes(slide: "_Element") -> Iterator[str]:
    """The text of the notes, also of plain text boxes, as LibreOffice stores them; without the edges of the page."""
    for shape in slide.iter(f"{PRESENTATION}sp"):
        if EDGES_OF_NOTES.isdisjoint(each.get("type", "") for each in shape.iter(f"{PRESENTATION}ph")):
            yield from ("".join(run_texts(each)) for each in shape.iter(f"{DRAWING}p") if not is_field_alone(each))


def is_field_alone(paragraph: "_Element") -> bool:
    """Such as the number of the page, or the date."""
    return paragraph.find(f"{DRAWING}fld") is not None and paragraph.find(f"{DRAWING}r") is None


def run_texts(element: "_Element") -> Iterator[str]:
    for child in element:
        if child.tag in TEXTS:
            yield child.text or ""
        elif child.tag == f"{DRAWING}br":
            yield " "
        elif child.tag == f"{DRAWING}r" and is_raised_run(child):
            yield from (RAISED_BEGINS, *run_texts(child), RAISED_ENDS)
        elif child.tag not in (f"{DRAWING}p", FALLBACK):
            yield from run_texts(child)


def is_raised_run(run: "_Element") -> bool:
    """Whether it stands above the line, by thousandths of a percent; below it, they are less than none."""
    form = run.find(f"{DRAWING}rPr")
    return form is not None and re.fullmatch(r"0*[1-9][\d.]*%?", form.get("baseline", "")) is not None
