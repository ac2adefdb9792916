"""Parts in other formats that a Word file imports become paragraphs and tables of its own before it is printed."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.prepare_for_conversion.printable_copy import printable_copy
from tests.documents.office_files import docx, packed

HTML = (
    "<html><head><style>p{color:red}</style></head><body><h2>Gebühren</h2><p>Der Antrag kostet <b>acht</b> Euro."
    "<ul><li>Ausweis mitbringen</li></ul><table><tr><td colspan='2'>Leistung<tr><td>Pass<td>60,00 Euro</table>"
    "<script>fetch('http://127.0.0.1:9/')</script></body></html>"
)
OF_HTML = ["Gebühren", "Der Antrag kostet acht Euro.", "• Ausweis mitbringen", "Leistung", "Pass", "60,00 Euro"]
ARCHIVE = (
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\n'
    f"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{HTML}\r\n--b--\r\n"
)
RELATION = (
    '<Relationship Id="alt" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" '
    'Target="{}"{}/></Relationships>'
)


def importing(part: str | bytes, target: str = "/word/part.bin", mode: str = "") -> bytes:
    with ZipFile(BytesIO(docx("Davor."))) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    main, relations = bytes(parts["word/document.xml"]), bytes(parts["word/_rels/document.xml.rels"])  # type: ignore[arg-type]
    parts["word/document.xml"] = main.replace(b"<w:sectPr", b'<w:altChunk r:id="alt"/><w:sectPr', 1)
    relation = RELATION.format(target, mode).encode()
    parts["word/_rels/document.xml.rels"] = relations.replace(b"</Relationships>", relation)
    return packed(parts | {"word/part.bin": part})


def told(data: bytes) -> list[str]:
    """What the file says behind its own two paragraphs."""
    return [each.text for each in read_source_paragraphs(data, DOCX)][2:]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (HTML, OF_HTML),
        (ARCHIVE, OF_HTML),
        (rb"{\rtf1\ansi\ansicpg1252 Geb\'fchr: neun Euro.\par Bar.\par}", ["Gebühr: neun Euro.", "Bar."]),
        ("Gebühr: zehn Euro.\r\n\r\nIn bar.", ["Gebühr: zehn Euro.", "In bar."]),
        ("<div>" * 3_000 + "Tief.", ["Tief."]),
    ],
)
def test_a_part_in_another_format_is_text_of_the_file(part: str | bytes, expected: list[str]) -> None:
    assert told(printable_copy(importing(part), DOCX, TrackedChanges.SHOWN)) == expected


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (rb"{\rtf1 Geb\u99999999999999999 hr}", []),
        ("<p>Acht\uffff Euro.</p>", ["Acht Euro."]),
        ("Acht\ufffe\x0b Euro.", ["Acht Euro."]),
    ],
)
def test_a_part_that_xml_cannot_hold_costs_no_more_than_itself(part: str | bytes, expected: list[str]) -> None:
    """Otherwise nothing of the file would be prepared: what its writers deleted would be printed with the rest."""
    deleted = b"<w:p><w:del w:id='1'><w:r><w:delText>Entwurf</w:delText></w:r></w:del></w:p><w:sectPr"
    with ZipFile(BytesIO(importing(part))) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    parts["word/document.xml"] = bytes(parts["word/document.xml"]).replace(b"<w:sectPr", deleted, 1)  # type: ignore[arg-type]
    made = printable_copy(packed(parts), DOCX, TrackedChanges.ACCEPTED)
    assert told(made) == expected
    with ZipFile(BytesIO(made)) as archive:
        assert b"Entwurf" not in archive.read("word/document.xml")


@pytest.mark.parametrize(
    ("part", "target", "mode"),
    [
        ("fern", "http://127.0.0.1:9/fern.html", ' TargetMode="External"'),
        (docx("Innen."), "/word/part.bin", ""),
        ("", "/word/keiner.bin", ""),
    ],
)
def test_what_is_elsewhere_missing_or_read_by_libreoffice_itself_stays(
    part: str | bytes, target: str, mode: str
) -> None:
    given = importing(part, target, mode)
    made = printable_copy(given, DOCX, TrackedChanges.SHOWN) or given
    assert told(made) == []
    with ZipFile(BytesIO(made)) as archive:
        assert b"altChunk" in archive.read("word/document.xml")
