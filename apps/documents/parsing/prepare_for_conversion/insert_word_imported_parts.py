"""Turns what a Word file imports in other formats (HTML, RTF, plain text) into paragraphs and tables of its own.

Word does so when it opens the file; LibreOffice prints imported parts in Word's own format alone.
Source: ECMA-376, part 1, 17.17.2 (alternative format import parts).
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.formats.html_to_markdown import strip_tags
from apps.documents.parsing.mail.decode_part_text import text_of_part
from apps.documents.parsing.mail.eml_and_mbox import parse_mail_message
from apps.documents.parsing.mail.rtf_to_plain_text import rtf_plain_text
from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.office_source_text.package_parts import LARGEST_PART, relation_targets
from apps.documents.parsing.parse_xml_tree import WORD, parse_xml
from apps.text.strip_unstorable_characters import FORBIDDEN_IN_XML

if TYPE_CHECKING:
    from lxml.etree import _Element

RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
MAIN, RELATIONS = "word/document.xml", "word/_rels/document.xml.rels"
IMPORTED, KIND = f"{WORD}altChunk", b"/aFChunk"
OF_HTML = re.compile(rb"<(?:!doctype html|html|head|body|p|div|table|h[1-6]|[uo]l|span|br)\b", re.IGNORECASE)
LOOKED_AT = 4_096
HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "div", "dl", "dt", "fieldset",
     "figcaption", "figure", "footer", "form", "header", "hr", "legend", "li", "main", "nav", "ol", "p", "pre",
     "section", "ul", "br", *HEADINGS}
)  # fmt: skip
UNSEEN = frozenset({"head", "script", "style", "template", "noscript", "title", "object", "iframe"})


def has_imported_parts(archive: ZipFile) -> bool:
    return RELATIONS in archive.namelist() and KIND in archive.read(RELATIONS)


def insert_imported_parts(document: bytes, archive: ZipFile) -> bytes:
    """The main part of a Word file with the text of imported parts in it. Raises one of parse_xml_tree.BROKEN."""
    from lxml import etree

    root, known = parse_xml(document), relation_targets(archive, MAIN)
    for place in list(root.iter(IMPORTED)):
        parent, name = place.getparent(), known.get(place.get(RELATION_ID, ""), "")
        if parent is not None and (blocks := list(imported_blocks(archive, name))):
            index = parent.index(place)
            # A cell of a table must not end with a table.
            parent[index : index + 1] = [*blocks, build_paragraph("")]
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def imported_blocks(archive: ZipFile, name: str) -> Iterable["_Element"]:
    """Nothing for parts that are missing, damaged, or that LibreOffice reads itself: Word's own, packed or as XML."""
    if name not in archive.namelist() or archive.getinfo(name).file_size > LARGEST_PART:
        return ()
    data = archive.read(name)
    if data.startswith(b"{\\rtf"):
        return build_paragraphs(rtf_text_or_empty(data))
    if b"mime-version" in data[:LOOKED_AT].lower():
        return html_blocks(html_of_web_archive(data))
    if OF_HTML.search(data[:LOOKED_AT]):
        return html_blocks(data)
    return () if data.startswith((b"PK", b"<?xml")) else build_paragraphs(decode_text(data))


def rtf_text_or_empty(data: bytes) -> str:
    """Empty for damaged RTF: the rest of the file must be prepared all the same."""
    try:
        return rtf_plain_text(data)
    except ValueError:
        return ""


def decode_text(data: bytes) -> str:
    try:
        return data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def html_of_web_archive(data: bytes) -> str:
    """Returns the HTML of a page that was stored as a mail with its pictures (MHT)."""
    parts = parse_mail_message(data).walk()
    return next((text_of_part(part) for part in parts if part.get_content_type() == "text/html"), "")


def html_blocks(source: str | bytes) -> list["_Element"]:
    """Tags without end that lie too deep in each other cost the form, not the words."""
    from lxml import html

    text = normalise_text(decode_text(source) if isinstance(source, bytes) else source)
    # With its own declaration lxml refuses text that is no bytes any more.
    text = re.sub(r"^\s*<\?xml[^>]{0,200}\?>", "", text)
    if not text.strip():
        return []
    try:
        # Otherwise what lies deeper than 256 tags is dropped without a word.
        return list(element_blocks(html.document_fromstring(text, html.HTMLParser(huge_tree=True))))
    except (RecursionError, SyntaxError, ValueError):
        return list(build_paragraphs(strip_tags(text)))


def element_blocks(element: "_Element") -> Iterator["_Element"]:
    text: list[str] = []
    yield from collect_blocks(element, text)
    yield from flush_text(text)


def collect_blocks(element: "_Element", text: list[str]) -> Iterator["_Element"]:
    """Finished blocks; `text` keeps what has begun and has no end yet."""
    text.append(element.text or "")
    for child in element:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag == "table":
            yield from flush_text(text)
            yield build_table(child)
        elif tag in BLOCKS:
            yield from flush_text(text)
            text.extend(["• "] if tag == "li" else [])
            yield from collect_blocks(child, text)
            yield from flush_text(text, HEADINGS.get(tag, 0))
        elif tag and tag not in UNSEEN:
            yield from collect_blocks(child, text)
        text.append(child.tail or "")


def flush_text(text: list[str], level: int = 0) -> Iterator["_Element"]:
    told = " ".join("".join(text).split())
    text.clear()
    if told:
        yield build_paragraph(told, level)


def build_paragraphs(text: str) -> Iterator["_Element"]:
    return (build_paragraph(line.strip()) for line in normalise_text(text).splitlines() if line.strip())


def build_paragraph(text: str, level: int = 0) -> "_Element":
    """`level` is that of a heading, 0 for what is none."""
    from lxml import etree

    made = etree.Element(f"{WORD}p")
    if level:
        form = etree.SubElement(made, f"{WORD}pPr")
        etree.SubElement(form, f"{WORD}outlineLvl").set(f"{WORD}val", str(level - 1))
    run = etree.SubElement(made, f"{WORD}r")
    if level:
        etree.SubElement(etree.SubElement(run, f"{WORD}rPr"), f"{WORD}b")
    etree.SubElement(run, f"{WORD}t").text = FORBIDDEN_IN_XML.sub("", text)
    return made


def build_table(element: "_Element") -> "_Element":
    """Builds a table with lines between its cells, as it is found again on the page."""
    from lxml import etree

    made = etree.Element(f"{WORD}tbl")
    form = etree.SubElement(etree.SubElement(made, f"{WORD}tblPr"), f"{WORD}tblBorders")
    for side in ("top", "left", "bottom", "right", "insideH", "insideV"):
        etree.SubElement(form, f"{WORD}{side}", {f"{WORD}val": "single", f"{WORD}sz": "4"})
    rows = [list(row.iterchildren("td", "th")) for row in element.iter("tr") if nearest_table(row) is element]
    grid = etree.SubElement(made, f"{WORD}tblGrid")
    for _ in range(max((sum(map(column_span, row)) for row in rows), default=1)):
        etree.SubElement(grid, f"{WORD}gridCol")
    for row in filter(None, rows):
        add_row(made, row)
    return made if any(rows) else build_paragraph("")


def add_row(made: "_Element", cells: Iterable["_Element"]) -> None:
    from lxml import etree

    row = etree.SubElement(made, f"{WORD}tr")
    for cell in cells:
        added = etree.SubElement(row, f"{WORD}tc")
        form = etree.SubElement(added, f"{WORD}tcPr")
        etree.SubElement(form, f"{WORD}gridSpan").set(f"{WORD}val", str(column_span(cell)))
        added.extend(element_blocks(cell))
        if not len(added) or added[-1].tag != f"{WORD}p":
            added.append(build_paragraph(""))


def nearest_table(row: "_Element") -> "_Element | None":
    return next(row.iterancestors("table"), None)


def column_span(cell: "_Element") -> int:
    said = cell.get("colspan", "1").strip()
    return min(max(int(said), 1), 60) if said.isdecimal() else 1
