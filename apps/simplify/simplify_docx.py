"""Simplifies a Word file (.docx): the text of its paragraphs, and the same file with these rewritten."""

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from apps.documents.parsing.formats.detect_media_type import media_type_of
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.types import FailureReason, ParseFailure
from apps.simplify.assign_rewrite_to_paragraphs import rewrite_by_paragraph
from apps.simplify.errors import OTHER_TEXT
from apps.simplify.rewriting.rewrite_outcome import DRAFT_LABEL, RewrittenSentence
from apps.simplify.rewriting.rewrite_request import normalise_raw_text

if TYPE_CHECKING:
    from docx.document import Document
    from docx.oxml.xmlchemy import BaseOxmlElement
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

TEXTS = ("w:t", "w:tab", "w:br", "w:cr", "w:noBreakHyphen", "w:softHyphen")
MARKS = ("w:footnoteReference", "w:endnoteReference")
FORMULA = "{http://schemas.openxmlformats.org/officeDocument/2006/math}oMath"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


def text_of_word_file(data: bytes) -> str:
    """Its paragraphs, those of tables too, between blank lines. Raises ParseFailure."""
    return "\n\n".join(paragraph_line(paragraph) for paragraph in text_paragraphs(open_docx(data)))


def rewritten_word_file(data: bytes, sentences: Sequence[RewrittenSentence]) -> bytes:
    """The file with the label above it; paragraphs that stay as they are keep every sign of their form, others that of
    their longest run. Those with a formula stay, and those of which several became one sentence.

    `sentences` are those of the rewrite of its text. Raises ParseFailure, also where they are those of another text.
    """
    document = open_docx(data)
    paragraphs = list(text_paragraphs(document))
    lines = [paragraph_line(paragraph) for paragraph in paragraphs]
    try:
        rewrites = rewrite_by_paragraph(lines, sentences)
    except ValueError as error:
        raise ParseFailure(FailureReason.UNSUPPORTED_TYPE, str(error), kind=OTHER_TEXT) from None
    for paragraph, line, text in zip(paragraphs, lines, rewrites, strict=True):
        # Nobody can tell where in another text the formula belongs.
        has_formula = next(paragraph._p.iter(FORMULA), None) is not None
        if text is not None and not has_formula and text.split() != line.split():
            replace_paragraph_text(paragraph, text)
    first = document.paragraphs[0].insert_paragraph_before() if document.paragraphs else document.add_paragraph()
    first.add_run(DRAFT_LABEL).italic = True
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def open_docx(data: bytes) -> "Document":
    """Raises ParseFailure: encrypted, unpacked_limit, damaged, unsupported_type."""
    from docx import Document

    if media_type_of(data) != DOCX:
        raise ParseFailure(FailureReason.UNSUPPORTED_TYPE, "The file is no Word file (.docx).", kind="no Word file")
    try:
        return Document(BytesIO(data))
    except (BadZipFile, KeyError, ValueError, SyntaxError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The Word file cannot be opened: {error}") from error


def text_paragraphs(document: "Document") -> Iterator["Paragraph"]:
    """Yields the paragraphs with a text, in the order of the file."""
    from docx.oxml.ns import qn
    from docx.text.paragraph import Paragraph

    for element in document.element.body.iter(qn("w:p")):
        paragraph = Paragraph(element, document)
        if paragraph_line(paragraph) and next(element.iterancestors(FALLBACK), None) is None:
            yield paragraph


def paragraph_line(paragraph: "Paragraph") -> str:
    """Its text in one line, as a rewrite reads it: soft hyphens and other characters without a shape are gone."""
    return " ".join(normalise_raw_text(paragraph_text(paragraph)).split())


def paragraph_text(paragraph: "Paragraph") -> str:
    """Joins the runs with those in fields, content controls and insertions, which the library leaves out."""
    return "".join(run.text for run in own_runs(paragraph))


def own_runs(paragraph: "Paragraph") -> list["Run"]:
    """Returns runs but those moved away and of paragraphs within it, such as in a text box that hangs in it."""
    from docx.oxml.ns import qn
    from docx.text.run import Run

    aside = qn("w:p"), qn("w:moveFrom")
    runs = (each for each in paragraph._p.iter(qn("w:r")) if next(each.iterancestors(*aside)) is paragraph._p)
    return [Run(each, paragraph) for each in runs]


def replace_paragraph_text(paragraph: "Paragraph", text: str) -> None:
    """The run with the longest text carries all of it, the others keep what is no text. A link stays around its words
    where the text has them; marks of notes stand behind it."""
    runs = own_runs(paragraph)
    carrier = max([run for run in runs if not hyperlinks_of_run(run)] or runs, key=lambda run: len(run.text))
    # A link that holds the carrier stays around all that it carries.
    others = [run for run in runs if hyperlinks_of_run(run) != hyperlinks_of_run(carrier) and hyperlinks_of_run(run)]
    linked = [(run, place) for run in others if (place := find_words_once(text, run.text))]
    kept = linked[0] if len(linked) == 1 else None
    for run in runs:
        if kept is None or run is not kept[0]:
            remove_run_text(run)
    move_note_marks_behind(carrier, runs)
    if kept is None:
        add_lines(carrier, text)
    else:
        add_around_link(carrier, kept[0], text, kept[1])


def find_words_once(text: str, words: str) -> re.Match[str] | None:
    """Finds the words that the text has once, the last one with an ending perhaps: "Formular" in "des Formulars", not
    in "Formularblatt"."""
    whole = rf"(?:\b|(?=\W)){re.escape(words)}(?P<ending>(?:(?<=\w)(?:e?[mns]|e))?)(?:\b|(?<=\W))"
    found = list(re.finditer(whole, text)) if words else []
    return found[0] if len(found) == 1 else None


def add_around_link(carrier: "Run", linked: "Run", text: str, place: re.Match[str]) -> None:
    """The text to the carrier, but for the words at the place, which `linked` has, and what follows them."""
    add_lines(carrier, text[: place.start()])
    if place["ending"]:
        linked.add_text(place["ending"])
    link = hyperlinks_of_run(linked)[0]
    next(iter(hyperlinks_of_run(carrier)), carrier._r).addnext(link)
    add_lines(insert_empty_run_after(link, carrier), text[place.end() :])


def hyperlinks_of_run(run: "Run") -> list["BaseOxmlElement"]:
    """The link that it is part of, or none."""
    from docx.oxml.ns import qn

    return list(run._r.iterancestors(qn("w:hyperlink")))


def remove_run_text(run: "Run") -> None:
    """But for the breaks of pages and columns."""
    from docx.oxml.ns import qn

    for element in [each for tag in TEXTS for each in run._r.findall(qn(tag))]:
        if element.get(qn("w:type"), "textWrapping") == "textWrapping":
            run._r.remove(element)


def move_note_marks_behind(carrier: "Run", runs: Sequence["Run"]) -> None:
    """Moves the marks of notes that stand before the text behind it: it is one now."""
    from docx.oxml.ns import qn

    before = runs[: next(place for place, run in enumerate(runs) if run is carrier)]
    for run in reversed(before):
        if any(run._r.find(qn(mark)) is not None for mark in MARKS):
            carrier._r.addnext(run._r)


def insert_empty_run_after(element: "BaseOxmlElement", run: "Run") -> "Run":
    """A run without a text that looks like `run`."""
    from docx.oxml.ns import qn
    from docx.oxml.parser import OxmlElement
    from docx.text.run import Run

    made = OxmlElement("w:r")
    if (form := run._r.find(qn("w:rPr"))) is not None:
        made.append(deepcopy(form))
    element.addnext(made)
    return Run(made, run._parent)


def add_lines(run: "Run", text: str) -> None:
    for number, line in enumerate(text.split("\n")):
        if number:
            run.add_break()
        run.add_text(line)
