"""Office files, books and pictures as small as they can be, made by the test that reads them."""

import io
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZipFile

from apps.documents.parsing.formats.office_and_picture_media_types import EPUB, ODT

NAMESPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" '
    'xmlns:xlink="http://www.w3.org/1999/xlink"'
)
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">{more}</manifest:file-entry>'
    "</manifest:manifest>"
)


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return buffer.getvalue()


def docx(*pages: str) -> bytes:
    """A heading on each page, and one paragraph."""
    from docx import Document

    document = Document()
    for number, text in enumerate(pages, 1):
        document.add_heading(f"Abschnitt {number}")
        document.add_paragraph(text)
        if number < len(pages):
            document.add_page_break()
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def odt(body: str, manifest: str = "") -> bytes:
    """`body` is XML of the text; `manifest` goes into the entry of its content."""
    content = (
        f'<office:document-content {NAMESPACES} office:version="1.2"><office:body><office:text>{body}'
        "</office:text></office:body></office:document-content>"
    )
    return packed(
        {"mimetype": ODT, "content.xml": content, "META-INF/manifest.xml": MANIFEST.format(kind=ODT, more=manifest)}
    )


def epub(title: str, *chapters: str, style: str = "") -> bytes:
    """`style` is the CSS of all chapters."""
    names = [f"chapter{number}.xhtml" for number in range(len(chapters))]
    items = "".join(
        f'<item id="c{i}" href="{name}" media-type="application/xhtml+xml"/>' for i, name in enumerate(names)
    )
    spine = "".join(f'<itemref idref="c{i}"/>' for i in range(len(names)))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    head = f"<head><style>{style}</style></head>" if style else ""
    page = f'<html xmlns="http://www.w3.org/1999/xhtml">{head}<body>%s</body></html>'
    return packed(
        {"mimetype": EPUB, "META-INF/container.xml": container, "book.opf": package}
        | {name: page % chapter for name, chapter in zip(names, chapters, strict=True)}
    )
