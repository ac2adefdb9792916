"""The files that lie within a PDF: those of the whole document, and those pinned to a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf, mupdf_errors, raise_if_out_of_memory

if TYPE_CHECKING:
    import pymupdf

MOST_PAGES = 3_000
"""Whose notes are looked at: as many as are read."""

MARK = b"EmbeddedFile"
"""Stands in every PDF that holds a file: the type of the stream, whose head is never packed."""


@dataclass(frozen=True, slots=True)
class EmbeddedFile:
    """`name` is what the PDF says, unchecked; `stream` the number of the object that holds the content."""

    name: str
    stream: int


def may_hold_files(data: bytes) -> bool:
    """Asks without MuPDF: nearly all PDFs hold none."""
    return MARK in data


def embedded_files(document: "pymupdf.Document") -> list[EmbeddedFile]:
    """Each content once, under its first name. A damaged part of the PDF gives none, or those before it."""
    found: dict[int, EmbeddedFile] = {}
    try:
        for each in (*files_of_document(document), *files_of_annotations(document)):
            found.setdefault(each.stream, each)
    except mupdf_errors() as error:
        raise_if_out_of_memory(error)
    return list(found.values())


def files_of_document(document: "pymupdf.Document") -> Iterator[EmbeddedFile]:
    """Reads all of the tree of names, of which PyMuPDF reads the first level only. ISO 32000-1, 7.11.4."""
    mupdf = load_pymupdf().mupdf
    tree = mupdf.pdf_load_name_tree(load_pymupdf()._as_pdf_document(document), mupdf.pdf_new_name("EmbeddedFiles"))
    for index in range(mupdf.pdf_dict_len(tree)):
        yield from parse_file_specification(mupdf.pdf_dict_get_val(tree, index))


def files_of_annotations(document: "pymupdf.Document") -> Iterator[EmbeddedFile]:
    """Notes that a reader opens with a click. ISO 32000-1, 12.5.6.15."""
    pymupdf = load_pymupdf()
    pdf = pymupdf._as_pdf_document(document)
    for number in range(min(document.page_count, MOST_PAGES)):
        for xref, kind, _ in document[number].annot_xrefs():
            if kind == pymupdf.PDF_ANNOT_FILE_ATTACHMENT:
                note = pymupdf.mupdf.pdf_new_indirect(pdf, xref, 0)
                yield from parse_file_specification(pymupdf.mupdf.pdf_dict_gets(note, "FS"))


def parse_file_specification(specification: Any) -> Iterator[EmbeddedFile]:
    """Reads a file specification (ISO 32000-1, 7.11.3); yields none where it names a file elsewhere."""
    mupdf = load_pymupdf().mupdf
    contents = mupdf.pdf_dict_gets(specification, "EF")
    names = [mupdf.pdf_to_text_string(mupdf.pdf_dict_gets(specification, key)) for key in ("UF", "F")]
    for key in ("F", "UF"):
        if stream := mupdf.pdf_to_num(mupdf.pdf_dict_gets(contents, key)):
            yield EmbeddedFile(next(filter(None, names), ""), stream)
            return
