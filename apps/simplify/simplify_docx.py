"""Simplifies a Word file (.docx): the text of its paragraphs, and the same file with these rewritten."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from apps.documents.parsing.formats.detect_media_type import media_type_of
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.types import FailureReason, ParseFailure
from apps.simplify.rewriting.rewrite_outcome import LABEL, RewrittenSentence

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

BLANKS = re.compile(r"\s+")
SLIGHT = 0.1
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


def text_of_word_file(data: bytes) -> str:
    """Its paragraphs, those of tables too, between blank lines. Raises ParseFailure."""
    return "\n\n".join(line_of(paragraph) for paragraph in paragraphs_of(opened(data)))


def rewritten_word_file(data: bytes, sentences: Sequence[RewrittenSentence]) -> bytes:
    """The file with the label above it; paragraphs that stay as they are keep every sign of their form, others that of
    their longest run. `sentences` are those of the rewrite of its text. Raises ParseFailure."""
    document = opened(data)
    paragraphs = list(paragraphs_of(document))
    for paragraph, text in zip(paragraphs, texts_of(paragraphs, sentences), strict=True):
        if BLANKS.sub("", text) != BLANKS.sub("", line_of(paragraph)):
            replace_text(paragraph, text)
    first = document.paragraphs[0].insert_paragraph_before() if document.paragraphs else document.add_paragraph()
    first.add_run(LABEL).italic = True
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def opened(data: bytes) -> "Document":
    """Raises ParseFailure: encrypted, unpacked_limit, damaged, unsupported_type."""
    from docx import Document

    if media_type_of(data) != DOCX:
        raise ParseFailure(FailureReason.UNSUPPORTED_TYPE, "The file is no Word file (.docx).", kind="no Word file")
    try:
        return Document(BytesIO(data))
    except (BadZipFile, KeyError, ValueError, SyntaxError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The Word file cannot be opened: {error}") from error


def paragraphs_of(document: "Document") -> Iterator["Paragraph"]:
    """With a text, in the order of the file."""
    from docx.oxml.ns import qn
    from docx.text.paragraph import Paragraph

    for element in document.element.body.iter(qn("w:p")):
        paragraph = Paragraph(element, document)
        if line_of(paragraph) and next(element.iterancestors(FALLBACK), None) is None:
            yield paragraph


def line_of(paragraph: "Paragraph") -> str:
    return " ".join(text_of(paragraph).split())


def text_of(paragraph: "Paragraph") -> str:
    """With what stands in fields, content controls and insertions, which the library leaves out."""
    return "".join(run.text for run in own_runs(paragraph))


def own_runs(paragraph: "Paragraph") -> list["Run"]:
    """Without those of paragraphs within it, such as in a text box that hangs in it."""
    from docx.oxml.ns import qn
    from docx.text.run import Run

    runs = (each for each in paragraph._p.iter(qn("w:r")) if next(each.iterancestors(qn("w:p"))) is paragraph._p)
    return [Run(each, paragraph) for each in runs]


def texts_of(paragraphs: Sequence["Paragraph"], sentences: Sequence[RewrittenSentence]) -> Iterator[str]:
    """The rewrite of each paragraph; what is left over goes with the last one."""
    waiting = deque(sentences)
    for number, paragraph in enumerate(paragraphs, 1):
        taken: list[RewrittenSentence] = []
        while waiting and (number == len(paragraphs) or not is_whole(taken, paragraph)):
            taken.append(waiting.popleft())
        yield "".join(sentence.after + sentence.separator for sentence in taken).strip()


def is_whole(taken: Sequence[RewrittenSentence], paragraph: "Paragraph") -> bool:
    """Whether the originals of these sentences are the paragraph; signs that a rewrite tidies up are forgiven."""
    length = len(BLANKS.sub("", text_of(paragraph)))
    left = length - sum(len(BLANKS.sub("", sentence.before)) for sentence in taken)
    ends = bool(taken) and "\n\n" in taken[-1].separator
    return left <= 0 or (ends and left <= SLIGHT * length)


def replace_text(paragraph: "Paragraph", text: str) -> None:
    """The run with the longest text carries all of it, the others keep what is no text."""
    from docx.oxml.ns import qn

    runs = own_runs(paragraph)
    carrier = max(runs, key=lambda run: len(run.text))
    for run in runs:
        for element in run._r.findall(qn("w:t")) + run._r.findall(qn("w:tab")) + run._r.findall(qn("w:br")):
            run._r.remove(element)
    for number, line in enumerate(text.split("\n")):
        if number:
            carrier.add_break()
        carrier.add_text(line)
