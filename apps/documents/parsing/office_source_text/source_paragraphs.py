"""Reads the paragraphs of a Word or OpenDocument text, of slides and their notes, from the XML of the file itself."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from apps.documents.parsing.drawings.alternative_texts import (
    described_in_open_document,
    described_in_word,
    described_on_slide,
)
from apps.documents.parsing.formats.office_types import DOCX, ODP, ODT, PPT, PPTX
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.office_source_text.comments import comment_ids, comments_of_word, open_document_comments
from apps.documents.parsing.office_source_text.ppt_speaker_notes import notes_in_ppt
from apps.documents.parsing.reading_options import Comments
from apps.documents.parsing.safe_xml import BROKEN, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
PRESENTATION = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
SHOW = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
COMMENTS = "word/comments.xml"
LARGEST_PART = 64 * 2**20


@dataclass(frozen=True, slots=True)
class OwnParagraph:
    """`page` is the number of the slide, 0 where the text flows; `notes` are what the speaker reads.

    A `comment` and the description of a `picture` belong to the paragraph before them.
    """

    text: str
    page: int = 0
    notes: bool = False
    comment: bool = False
    picture: bool = False


HAVE_OWN_TEXT = frozenset({DOCX, ODT, PPTX, ODP, PPT})


def own_paragraphs(data: bytes, media_type: str, comments: Comments = Comments.LEFT_OUT) -> list[OwnParagraph]:
    """In the order of the file; none of other types, and of files whose content cannot be read. Of `.ppt` the notes."""
    try:
        found = list(stored_paragraphs(data, media_type))
    except BROKEN:
        return []
    cleaned = (replace(each, text=" ".join(normalise_text(each.text).split())) for each in found)
    return [each for each in cleaned if each.text and (comments == Comments.APART or not each.comment)]


def stored_paragraphs(data: bytes, media_type: str) -> Iterator[OwnParagraph]:
    readers = {DOCX: of_word, ODT: of_open_text, PPTX: of_slides, ODP: of_open_slides}
    if media_type == PPT:
        yield from (OwnParagraph(text, number, notes=True) for number, text in notes_in_ppt(data))
    elif media_type in readers:
        with ZipFile(BytesIO(data)) as archive:
            yield from readers[media_type](archive)


def part(archive: ZipFile, name: str) -> "_Element":
    """Raises KeyError, ValueError for a part that is too large, and lxml's SyntaxError. No entity is resolved."""
    if archive.getinfo(name).file_size > LARGEST_PART:
        raise ValueError(name)
    return parse_xml(archive.read(name))


def of_word(archive: ZipFile) -> Iterator[OwnParagraph]:
    names = set(archive.namelist())
    comments = comments_of_word(part(archive, COMMENTS)) if COMMENTS in names else {}
    for name in ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml"):
        if name in names:
            for paragraph in part(archive, name).iter(f"{WORD}p"):
                if not any(ancestor.tag == FALLBACK for ancestor in paragraph.iterancestors()):
                    yield OwnParagraph("".join(runs(paragraph, WORD)))
                    yield from (OwnParagraph(text, picture=True) for text in described_in_word(paragraph))
                    said = (comments.get(number, "") for number in comment_ids(paragraph))
                    yield from (OwnParagraph(text, comment=True) for text in said)


def runs(element: "_Element", space: str) -> Iterator[str]:
    """The text of a paragraph without that of paragraphs within it and of text that was moved away."""
    for child in element:
        if child.tag == f"{space}t":
            yield child.text or ""
        elif child.tag in (f"{space}tab", f"{space}br", f"{space}cr"):
            yield " "
        elif child.tag not in (f"{space}p", f"{WORD}moveFrom", FALLBACK):
            yield from runs(child, space)


def of_slides(archive: ZipFile) -> Iterator[OwnParagraph]:
    for number, name in enumerate(slide_names(archive), 1):
        slide = part(archive, name)
        for paragraph in slide.iter(f"{DRAWING}p"):
            yield OwnParagraph("".join(runs(paragraph, DRAWING)), number)
        yield from (OwnParagraph(text, number, picture=True) for text in described_on_slide(slide))
        notes = next((target for target in targets(archive, name).values() if "/notesSlides/" in target), "")
        if notes:
            yield from (OwnParagraph(text, number, notes=True) for text in notes_of(part(archive, notes)))


def slide_names(archive: ZipFile) -> list[str]:
    """In the order in which they are shown."""
    main = "ppt/presentation.xml"
    known = targets(archive, main)
    return [known[slide.attrib[RELATION_ID]] for slide in part(archive, main).iter(f"{PRESENTATION}sldId")]


def targets(archive: ZipFile, name: str) -> dict[str, str]:
    """The parts that a part speaks of, by the ids it uses; those outside of the file are left out."""
    folder = dirname(name)
    relations = join(folder, "_rels", f"{name.removeprefix(folder + '/')}.rels")
    if relations not in archive.namelist():
        return {}
    inside = (each for each in part(archive, relations) if each.get("TargetMode") != "External")
    return {each.get("Id", ""): absolute(folder, each.get("Target", "")) for each in inside}


def absolute(folder: str, target: str) -> str:
    return target.lstrip("/") if target.startswith("/") else normpath(join(folder, target))


def notes_of(slide: "_Element") -> Iterator[str]:
    """The text of the notes' body, without number and date of the page."""
    for shape in slide.iter(f"{PRESENTATION}sp"):
        kinds = [each.get("type") for each in shape.iter(f"{PRESENTATION}ph")]
        if kinds == ["body"]:
            yield from ("".join(runs(paragraph, DRAWING)) for paragraph in shape.iter(f"{DRAWING}p"))


def of_open_text(archive: ZipFile) -> Iterator[OwnParagraph]:
    body = part(archive, "content.xml").find(f"{OFFICE}body")
    for text, comments, pictures in paragraphs_of(body):
        yield OwnParagraph(text)
        yield from (OwnParagraph(each, picture=True) for each in pictures)
        yield from (OwnParagraph(each, comment=True) for each in comments)


def of_open_slides(archive: ZipFile) -> Iterator[OwnParagraph]:
    for number, page in enumerate(part(archive, "content.xml").iter(f"{DRAW}page"), 1):
        notes = page.find(f"{SHOW}notes")
        spoken = [text for text, _, _ in paragraphs_of(notes)]
        if notes is not None:
            page.remove(notes)
        yield from (OwnParagraph(text, number) for text, _, _ in paragraphs_of(page))
        yield from (OwnParagraph(text, number, picture=True) for text in described_in_open_document(page))
        yield from (OwnParagraph(text, number, comment=True) for text in open_document_comments(page))
        yield from (OwnParagraph(text, number, notes=True) for text in spoken)


def paragraphs_of(element: Any) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each with its comments and the descriptions of its pictures, without changes that were kept aside."""
    if element is None:
        return
    for child in element:
        if child.tag in (f"{TEXT}p", f"{TEXT}h"):
            yield "".join(words_of(child)), list(open_document_comments(child)), pictures_in(child)
            yield from paragraphs_of(child)
        elif child.tag not in (f"{OFFICE}annotation", f"{TEXT}tracked-changes"):
            yield from paragraphs_of(child)


def pictures_in(paragraph: "_Element") -> list[str]:
    """Not those of paragraphs within it, which come by themselves."""
    inner = any(each is not paragraph for each in paragraph.iter(f"{TEXT}p", f"{TEXT}h"))
    return [] if inner else list(described_in_open_document(paragraph))


def words_of(element: "_Element") -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag == f"{TEXT}s":
            yield " " * min(int(child.get(f"{TEXT}c", "1")), 100)
        elif child.tag in (f"{TEXT}tab", f"{TEXT}line-break"):
            yield " "
        elif child.tag not in (f"{TEXT}p", f"{TEXT}h", f"{OFFICE}annotation", f"{TEXT}note", f"{DRAW}frame"):
            yield from words_of(child)
        yield child.tail or ""
