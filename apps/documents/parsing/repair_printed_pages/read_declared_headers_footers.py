"""Reads the page headers and footers that a Word or OpenDocument text file declares."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, ODT
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.office_source_text import open_document_paragraphs as open_document
from apps.documents.parsing.office_source_text.package_parts import read_xml_part, relation_targets
from apps.documents.parsing.office_source_text.word_paragraphs import MAIN, paragraph_text
from apps.documents.parsing.parse_xml_tree import BROKEN_PACKAGE_ERRORS, STYLE, TEXT, WORD
from apps.documents.parsing.repair_printed_pages.strip_declared_headers_footers import PageEdges

if TYPE_CHECKING:
    from lxml.etree import _Element

NUMBER = "0"
"""Stands for what a field prints, mostly the number of the page."""
HEADS, FEET = ("header", "header-left", "header-first"), ("footer", "footer-left", "footer-first")
"""Of master pages, in the namespaces of styles and of LibreOffice."""


def read_headers_and_footers(data: bytes, media_type: str) -> PageEdges:
    """Reads their paragraphs; none of other types, and of files that cannot be read. Raises nothing."""
    if media_type not in READERS:
        return PageEdges()
    try:
        with ZipFile(BytesIO(data)) as archive:
            return READERS[media_type](archive)
    except BROKEN_PACKAGE_ERRORS:
        return PageEdges()


def edges_of_word(archive: ZipFile) -> PageEdges:
    names = relation_targets(archive, MAIN).values()
    kinds = (sorted(name for name in names if name.startswith(f"word/{kind}")) for kind in ("header", "footer"))
    return PageEdges(
        *(
            tuple(distinct_texts(text for name in kind for text in word_edge_texts(read_xml_part(archive, name))))
            for kind in kinds
        )
    )


def word_edge_texts(root: "_Element") -> Iterator[str]:
    for mark in list(root.iter(f"{WORD}fldChar")):
        if mark.get(f"{WORD}fldCharType") == "end" and (run := mark.getparent()) is not None:
            add_number(run)
    for field in list(root.iter(f"{WORD}fldSimple")):
        add_number(field)
    yield from (paragraph_text(paragraph, frozenset()) for paragraph in root.iter(f"{WORD}p"))


def add_number(element: "_Element") -> None:
    text = element.makeelement(f"{WORD}t")
    text.text = NUMBER
    element.append(text)


def edges_of_open_document(archive: ZipFile) -> PageEdges:
    masters = [
        element
        for page in read_xml_part(archive, open_document.STYLES).iter(f"{STYLE}master-page")
        for element in page
        if isinstance(element.tag, str)
    ]
    kinds = ([each for each in masters if each.tag.rpartition("}")[2] in kind] for kind in (HEADS, FEET))
    return PageEdges(
        *(tuple(distinct_texts(text for each in kind for text in open_document_edge_texts(each))) for kind in kinds)
    )


def open_document_edge_texts(element: "_Element") -> Iterator[str]:
    for field in element.iter(f"{TEXT}page-number", f"{TEXT}page-count"):
        field.text = NUMBER
    yield from (shown.text for shown in open_document.shown_paragraphs(element, frozenset()))


def distinct_texts(texts: Iterator[str]) -> Iterator[str]:
    cleaned = (" ".join(normalise_text(text).split()) for text in texts)
    return (text for text in dict.fromkeys(cleaned) if text)


READERS: dict[str, Callable[[ZipFile], PageEdges]] = {DOCX: edges_of_word, ODT: edges_of_open_document}
