"""Reads the paragraphs of a Word or OpenDocument text, of slides, their notes and books, from the file itself."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

from apps.documents.parsing.collection_reading_options import Comments
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, EPUB, ODP, ODT, PPT, PPTX
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.office_source_text.book_paragraphs import of_book
from apps.documents.parsing.office_source_text.open_document_paragraphs import of_open_slides, of_open_text
from apps.documents.parsing.office_source_text.ppt_slide_texts import slides_in_ppt
from apps.documents.parsing.office_source_text.ppt_speaker_notes import notes_in_ppt
from apps.documents.parsing.office_source_text.slide_paragraphs import of_slides
from apps.documents.parsing.office_source_text.source_paragraph import OwnParagraph
from apps.documents.parsing.office_source_text.word_paragraphs import of_word
from apps.documents.parsing.parse_xml_tree import BROKEN

READERS: dict[str, Callable[[ZipFile], Iterator[OwnParagraph]]] = {
    DOCX: of_word,
    ODT: of_open_text,
    PPTX: of_slides,
    ODP: of_open_slides,
    EPUB: of_book,
}
HAVE_OWN_TEXT = frozenset({*READERS, PPT})


def own_paragraphs(data: bytes, media_type: str, comments: Comments = Comments.LEFT_OUT) -> list[OwnParagraph]:
    """In the order of the file; none of other types, and of files whose content cannot be read."""
    try:
        found = list(stored_paragraphs(data, media_type))
    except BROKEN:
        return []
    cleaned = (replace(each, text=" ".join(normalise_text(each.text).split())) for each in found)
    return [each for each in cleaned if each.text and (comments == Comments.APART or not each.comment)]


def stored_paragraphs(data: bytes, media_type: str) -> Iterator[OwnParagraph]:
    if media_type == PPT:
        yield from (OwnParagraph(text, number, cell=None, apart=True) for number, text in slides_in_ppt(data))
        yield from (OwnParagraph(text, number, notes=True) for number, text in notes_in_ppt(data))
    elif media_type in READERS:
        with ZipFile(BytesIO(data)) as archive:
            yield from READERS[media_type](archive)
