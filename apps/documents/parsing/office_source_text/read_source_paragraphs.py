"""Reads the paragraphs of a Word or OpenDocument text, of slides, their notes and books, from the file itself."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

from apps.documents.parsing.collection_reading_options import Comments
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, EPUB, ODP, ODT, PPT, PPTX
from apps.documents.parsing.layout.reading_order import render_raised_figures
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.office_source_text.epub_paragraphs import book_paragraphs
from apps.documents.parsing.office_source_text.open_document_paragraphs import (
    presentation_paragraphs,
    text_document_paragraphs,
)
from apps.documents.parsing.office_source_text.ppt_slide_texts import slide_texts_in_ppt
from apps.documents.parsing.office_source_text.ppt_speaker_notes import notes_in_ppt
from apps.documents.parsing.office_source_text.pptx_paragraphs import slide_paragraphs
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.office_source_text.word_paragraphs import word_paragraphs
from apps.documents.parsing.parse_xml_tree import BROKEN_PACKAGE_ERRORS

READERS: dict[str, Callable[[ZipFile], Iterator[SourceParagraph]]] = {
    DOCX: word_paragraphs,
    ODT: text_document_paragraphs,
    PPTX: slide_paragraphs,
    ODP: presentation_paragraphs,
    EPUB: book_paragraphs,
}
TYPES_WITH_SOURCE_TEXT = frozenset({*READERS, PPT})


def read_source_paragraphs(
    data: bytes, media_type: str, comments: Comments = Comments.LEFT_OUT
) -> list[SourceParagraph]:
    """Reads them in the order of the file; none of other types, and of files whose content cannot be read."""
    try:
        found = list(stored_paragraphs(data, media_type))
    except BROKEN_PACKAGE_ERRORS:
        return []
    cleaned = (replace(each, text=" ".join(normalise_text(render_raised_figures(each.text)).split())) for each in found)
    return [each for each in cleaned if each.text and (comments == Comments.APART or not each.comment)]


def stored_paragraphs(data: bytes, media_type: str) -> Iterator[SourceParagraph]:
    if media_type == PPT:
        yield from (SourceParagraph(text, number, cell=None, apart=True) for number, text in slide_texts_in_ppt(data))
        yield from (SourceParagraph(text, number, notes=True) for number, text in notes_in_ppt(data))
    elif media_type in READERS:
        with ZipFile(BytesIO(data)) as archive:
            yield from READERS[media_type](archive)
