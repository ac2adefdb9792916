"""The paragraphs of a book (EPUB) from its own pages of XHTML, in the order in which they are read."""

import re
from collections.abc import Iterator
from posixpath import dirname
from typing import TYPE_CHECKING
from urllib.parse import unquote
from zipfile import ZipFile

from apps.documents.parsing.office_source_text.package_parts import LARGEST_PART, read_xml_part, resolve_target
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.parse_xml_tree import XHTML
from apps.documents.parsing.web_pages.inline_definition_lists import inline_terms_of_chapter

if TYPE_CHECKING:
    from lxml.etree import _Element

CONTAINER = "META-INF/container.xml"
BLOCKS = frozenset(
    f"{XHTML}{name}"
    for name in (
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "dt", "dd", "pre", "blockquote", "div", "section",
        "figcaption", "caption", "aside", "body", "article", "header", "footer", "nav", "ul", "ol", "dl", "table",
        "thead", "tbody", "tfoot", "tr", "figure", "main", "hr",
    )
)  # fmt: skip
CELLS = (f"{XHTML}td", f"{XHTML}th")
UNSEEN = frozenset(f"{XHTML}{name}" for name in ("head", "script", "style", "rp", "template"))
SIGN = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
OF_XML = (b"amp", b"lt", b"gt", b"quot", b"apos")
MOST_CHAPTERS = 5_000
TYPE_OF_LINK = "{http://www.idpf.org/2007/ops}type"
MAY_MARK = re.compile(rb"noteref|<sup[\s>]")
MARK_OF_NOTE = re.compile(r"\s*(\d{1,3}|[ivxl]{1,6}|[*†‡]{1,3})\s*")
AFTER_WORD = re.compile(r"[^\W\d_]{3}[.,;:!?)\"”»’]{0,2}\Z")
"""A raised figure behind less is part of a unit or of a formula."""


def book_paragraphs(archive: ZipFile) -> Iterator[SourceParagraph]:
    """Raises one of BROKEN of apps.documents.parsing.parse_xml_tree."""
    names = set(archive.namelist())
    for name in chapter_names(archive)[:MOST_CHAPTERS]:
        if name in names:
            body = read_chapter(archive, name).find(f"{XHTML}body")
            yield from [] if body is None else block_paragraphs(body)


def chapter_names(archive: ZipFile) -> list[str]:
    package = next((each.get("full-path", "") for each in read_xml_part(archive, CONTAINER).iter("{*}rootfile")), "")
    root, folder = read_xml_part(archive, package), dirname(package)
    files = {each.get("id", ""): resolve_target(folder, unquote(each.get("href", ""))) for each in root.iter("{*}item")}
    return [files[each.get("idref", "")] for each in root.iter("{*}itemref") if each.get("idref", "") in files]


def read_chapter(archive: ZipFile, name: str) -> "_Element":
    """Reads a chapter as it is drawn: terms of lists beside what is said of them, marks of notes in brackets."""
    if archive.getinfo(name).file_size > LARGEST_PART:
        raise ValueError(name)
    root = parse_chapter_tree(archive.read(name))
    inline_terms_of_chapter(root)
    bracket_chapter_note_marks(root)
    return root


def parse_chapter_tree(data: bytes) -> "_Element":
    """Names of signs that HTML knows (&nbsp;) and no declaration stands for are mended, as readers of books do.

    Raises ValueError where there is nothing to read.
    """
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    root = etree.fromstring(replace_named_entities(data), parser)
    if root is None:
        raise ValueError("The chapter has no element.")
    return root


def replace_named_entities(data: bytes) -> bytes:
    """`&nbsp;` as the sign itself; the names that XML has stay."""
    from html.entities import html5

    def sign(found: "re.Match[bytes]") -> bytes:
        known = html5.get(f"{found[1].decode()};")
        return found[0] if known is None or found[1] in OF_XML else known.encode()

    return SIGN.sub(sign, data)


def block_paragraphs(element: "_Element", *, in_cell: bool = False) -> Iterator[SourceParagraph]:
    """The text of each block without that of blocks within it."""
    text: list[str] = []
    in_cell = in_cell or element.tag in CELLS
    yield from collect_block_text(element, text, in_cell=in_cell)
    yield SourceParagraph("".join(text), cell=in_cell)


def collect_block_text(element: "_Element", text: list[str], *, in_cell: bool) -> Iterator[SourceParagraph]:
    text.append(element.text or "")
    for child in element:
        if child.tag in BLOCKS and not is_hidden(child):
            yield SourceParagraph("".join(text), cell=in_cell)
            text.clear()
            yield from block_paragraphs(child, in_cell=in_cell)
        elif child.tag == f"{XHTML}br":
            text.append(" ")
        elif (
            isinstance(child.tag, str) and child.tag not in UNSEEN and child.tag not in BLOCKS and not is_hidden(child)
        ):
            yield from collect_block_text(child, text, in_cell=in_cell)
        text.append(child.tail or "")


def is_hidden(element: "_Element") -> bool:
    return element.get("hidden") is not None or "display:none" in element.get("style", "").replace(" ", "").lower()


def bracket_chapter_note_marks(root: "_Element") -> bool:
    """ "20 Jahre (1)"; drawn as they are, marks of notes would be part of their word. Says whether there were any."""
    marks = [element for element in root.iter("{*}a", "{*}sup") if is_note_mark(element)]
    for element in marks:
        mark = MARK_OF_NOTE.fullmatch("".join(map(str, element.itertext())))
        if mark is not None:
            element[:] = []
            element.text = f" ({mark[1]})"
            element.tag = element.tag.replace("}sup", "}span")
    return bool(marks)


def is_note_mark(element: "_Element") -> bool:
    text = "".join(map(str, element.itertext()))
    if MARK_OF_NOTE.fullmatch(text) is None or any(each.tag.endswith("}sup") for each in element.iterancestors()):
        return False
    is_named = "noteref" in element.get(TYPE_OF_LINK, "").split() or element.get("role") == "doc-noteref"
    return is_named or (element.tag.endswith("}sup") and AFTER_WORD.search(text_before(element)) is not None)


def text_before(element: "_Element") -> str:
    before, parent = element.getprevious(), element.getparent()
    if before is not None:
        return before.tail or "".join(map(str, before.itertext()))
    return "" if parent is None else parent.text or ""
