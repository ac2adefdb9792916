"""Office files are known by what lies in them, and the bad ones are refused before anything is unpacked."""

import asyncio
import io
import shutil
import struct

import pytest

from apps.documents.conversion.libreoffice import convert_file
from apps.documents.parsing.formats import office_and_picture_media_types as types
from apps.documents.parsing.formats.detect_media_type import media_type_of
from apps.documents.parsing.formats.detect_zip_and_ole_file_types import office_type, workbook_is_encrypted
from apps.documents.parsing.types import ParseFailure
from tests.documents.office_files import docx, epub, odt, packed

ENCRYPTION = "<manifest:encryption-data/>"


def reason(data: bytes, name: str = "datei") -> str:
    with pytest.raises(ParseFailure) as failure:
        media_type_of(data, name)
    return failure.value.reason_code


@pytest.mark.parametrize("name", ["brief.docx", "brief.pdf", "brief.txt", "brief"])
def test_a_word_file_is_one_whatever_it_is_called(name: str) -> None:
    assert media_type_of(docx("Text"), name) == types.DOCX


def test_a_pdf_named_as_a_word_file_is_a_pdf() -> None:
    assert media_type_of(b"%PDF-1.7 ...", "brief.docx") == "application/pdf"


def test_open_document_files_and_books_say_what_they_are() -> None:
    assert office_type(odt("<text:p>Text</text:p>")) == types.ODT
    assert office_type(epub("Titel", "<p>Text</p>")) == types.EPUB
    template = packed({"mimetype": f"{types.ODP}-template", "content.xml": ""})
    assert office_type(template) == types.ODP


def test_slides_with_an_embedded_document_are_slides() -> None:
    parts = {"[Content_Types].xml": "", "ppt/presentation.xml": "", "ppt/embeddings/word.docx": ""}
    assert office_type(packed(parts)) == types.PPTX


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"{\\rtf1 Text}", types.RTF),
        (b"\xff\xd8\xff\xe0", types.JPEG),
        (b"\x89PNG\r\n\x1a\n", types.PNG),
        (b"MM\x00*", types.TIFF),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", types.WEBP),
        (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", types.HEIC),
        (b"\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00", types.HEIC),
    ],
)
def test_other_kinds_are_known_by_their_first_bytes(start: bytes, kind: str) -> None:
    assert media_type_of(start, "anlage.pdf") == kind


def test_workbooks_are_told_apart_by_their_parts() -> None:
    parts = {"[Content_Types].xml": "", "xl/worksheets/sheet1.bin": ""}
    assert office_type(packed(parts | {"xl/workbook.xml": ""})) == types.XLSX
    assert office_type(packed(parts | {"xl/workbook.bin": ""})) == types.XLSB
    assert office_type(packed({"mimetype": types.ODS, "content.xml": ""})) == types.ODS


@pytest.mark.parametrize(("records", "expected"), [([0x809, 0x2F], True), ([0x809, 0x85, 0x0A], False)])
def test_a_record_says_that_an_old_workbook_has_a_password(records: list[int], expected: bool) -> None:
    stream = io.BytesIO(b"".join(struct.pack("<HH4x", record, 4) for record in records))
    assert workbook_is_encrypted(stream) is expected


def test_other_archives_are_refused_by_kind() -> None:
    assert reason(packed({"a.txt": "Text"}), "akte.docx") == "unsupported_type"
    assert reason(packed({"word/document.xml": "no Office file without a list of its parts"})) == "unsupported_type"


def test_text_with_the_name_of_an_office_file_is_text() -> None:
    assert media_type_of(b"Nur Text.", "brief.doc") == "text/plain"
    assert media_type_of(b"<html><body>Text</body></html>", "brief.doc") == "text/html"


def test_a_password_is_named() -> None:
    assert reason(odt("<text:p>Text</text:p>", ENCRYPTION)) == "encrypted"


def test_a_file_that_was_cut_is_damaged() -> None:
    whole = docx("Text")
    assert reason(whole[: len(whole) // 2]) == "damaged"
    assert reason(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)) == "damaged"


def test_a_bomb_is_refused_by_what_it_says_of_itself() -> None:
    parts = {"[Content_Types].xml": "", "word/document.xml": b"\0" * 70 * 2**20}
    assert reason(packed(parts)) == "unpacked_limit"


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_an_old_office_file_that_was_cut_is_damaged_and_not_read_in_part() -> None:
    whole = asyncio.run(convert_file(docx("Der Antrag ist schriftlich zu stellen."), types.DOCX, "doc"))
    assert office_type(whole) == types.DOC
    assert {reason(whole[:-cut]) for cut in (520, 700, 5_000)} == {"damaged"}
