import asyncio
import shutil
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile

import pytest

from apps.documents.conversion.libreoffice import print_to_pdf
from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, ODP, ODT
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages
from apps.documents.parsing.prepare_for_conversion.flatten_nested_tables import flatten_deep_tables
from apps.documents.parsing.prepare_for_conversion.printable_copy import printable_copy
from tests.documents.office_files import docx, odt, packed
from tests.processor_time import at_most

SHOWN, ACCEPTED, REJECTED = TrackedChanges


def with_part(data: bytes, name: str, *replaced: tuple[str, str]) -> bytes:
    with ZipFile(BytesIO(data)) as archive:
        parts: dict[str, str | bytes] = {each: archive.read(each) for each in archive.namelist()}
    text = bytes(parts[name]).decode()  # type: ignore[arg-type]
    for before, after in replaced:
        assert before in text
        text = text.replace(before, after, 1)
    return packed(parts | {name: text})


def test_ordinary_files_are_not_copied() -> None:
    assert printable_copy(docx("Text."), DOCX, SHOWN) == b""
    assert printable_copy(docx("Text."), DOCX, ACCEPTED) == b""
    assert printable_copy(odt("<text:p>Text.</text:p>"), ODT, REJECTED) == b""


def test_a_declared_entity_is_text_and_is_not_resolved() -> None:
    declared = "<!DOCTYPE x [<!ENTITY far SYSTEM 'http://127.0.0.1:9/far'> <!ENTITY near 'nah'>]><w:document"
    hostile = with_part(
        docx("Vor ENTITIES nach & daneben."), "word/document.xml",
        ("<w:document", declared), ("ENTITIES", "&far; und &near;"),
    )  # fmt: skip
    made = printable_copy(hostile, DOCX, SHOWN)
    assert read_source_paragraphs(made, DOCX)[-1].text == "Vor &far; und &near; nach & daneben."


@pytest.mark.parametrize("changes", [SHOWN, ACCEPTED])
def test_slides_with_a_declared_entity_are_copied_without_it(changes: TrackedChanges) -> None:
    slides = "<!DOCTYPE x [<!ENTITY near 'nah'>]><office:document-content>&near; &amp; fern</office:document-content>"
    made = printable_copy(packed({"mimetype": ODP, "content.xml": slides}), ODP, changes)
    with ZipFile(BytesIO(made)) as archive:
        kept = archive.read("content.xml")
    assert kept == b"<office:document-content>&amp;near; &amp; fern</office:document-content>"


def test_changes_are_decided_in_every_part() -> None:
    inserted = '<w:ins w:id="1" w:author="Mia"><w:r><w:t>Neu.</w:t></w:r></w:ins><w:r><w:t>Alt.'
    marked = with_part(docx("Alt."), "word/document.xml", ("<w:r><w:t>Alt.", inserted))
    assert printable_copy(marked, DOCX, SHOWN) == b""
    assert read_source_paragraphs(printable_copy(marked, DOCX, ACCEPTED), DOCX)[-1].text == "Neu.Alt."
    assert read_source_paragraphs(printable_copy(marked, DOCX, REJECTED), DOCX)[-1].text == "Alt."


def test_an_open_document_keeps_its_type_at_its_beginning() -> None:
    region = '<text:changed-region text:id="1"><text:insertion/></text:changed-region>'
    body = (
        f"<text:tracked-changes>{region}</text:tracked-changes><text:p>Alt."
        '<text:change-start text:change-id="1"/>Neu.<text:change-end text:change-id="1"/></text:p>'
    )
    made = printable_copy(odt(body), ODT, REJECTED)
    with ZipFile(BytesIO(made)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
    assert [each.text for each in read_source_paragraphs(made, ODT)] == ["Alt."]


def nested_in_word(depth: int) -> str:
    text = "".join(
        f'<w:tbl><w:tblPr><w:tblW w:w="0"/></w:tblPr><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:trPr/><w:tc><w:tcPr/>'
        f"<w:p><w:r><w:t>Ebene {level} kostet {level + 10} Euro.</w:t></w:r></w:p>"
        for level in range(depth)
    )
    return text + "<w:p/></w:tc></w:tr></w:tbl>" * depth


def nested_in_open_document(depth: int) -> str:
    text = "".join(
        f"<table:table><table:table-column/><table:table-row><table:table-cell><text:p>Ebene {level} kostet "
        f"{level + 10} Euro.</text:p>"
        for level in range(depth)
    )
    return text + "</table:table-cell></table:table-row></table:table>" * depth


@pytest.mark.parametrize("depth", [10, 150])
def test_tables_that_lie_very_deep_are_text_of_the_last_one_that_is_kept(depth: int) -> None:
    """XML of 150 of them is too deep to be parsed, and LibreOffice takes long to print it."""
    word = with_part(docx("Text."), "word/document.xml", ("<w:sectPr", f"{nested_in_word(depth)}<w:sectPr"))
    space = 'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    body = nested_in_open_document(depth).replace("<table:table>", '<table:table table:name="T">')
    text = with_part(odt(body), "content.xml", ("<office:document-content", f"<office:document-content {space}"))
    for data, kind in ((word, DOCX), (text, ODT)):
        made = printable_copy(data, kind, SHOWN)
        assert bool(made) == (depth > 10)
        told = [each.text for each in read_source_paragraphs(made or data, kind) if each.text.startswith("Ebene")]
        assert told == [f"Ebene {level} kostet {level + 10} Euro." for level in range(depth)]


def test_forms_of_deep_tables_are_dropped_whole_with_the_former_ones_that_they_hold() -> None:
    deep = nested_in_word(12).replace(
        "<w:tcPr/>", '<w:tcPr><w:tcW/><w:tcPrChange w:id="1"><w:tcPr/></w:tcPrChange></w:tcPr >'
    )
    deep = deep.replace('<w:tblW w:w="0"/>', '<w:tblPrChange w:id="2"><w:tblPr><w:tblW/></w:tblPr></w:tblPrChange>')
    data = with_part(docx("Text."), "word/document.xml", ("<w:sectPr", f"{deep}<w:sectPr"))
    told = [each.text for each in read_source_paragraphs(printable_copy(data, DOCX, SHOWN), DOCX)]
    assert [each for each in told if each.startswith("Ebene")] == [
        f"Ebene {level} kostet {level + 10} Euro." for level in range(12)
    ]


def test_forms_that_do_not_end_keep_nobody_busy() -> None:
    with at_most(1):
        flatten_deep_tables(b"<w:tbl>" * 11 + b"<w:tcPr><w:tcW/></w:tcPr-->" * 20_000)


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_numbers_of_lines_are_not_printed() -> None:
    text = "Gefördert werden Vorhaben, die dem Hochwasserschutz dienen und vor dem Antrag nicht begonnen wurden. " * 4
    numbered = with_part(docx(text), "word/document.xml", ("</w:sectPr>", '<w:lnNumType w:countBy="1"/></w:sectPr>'))
    printed = asyncio.run(print_to_pdf(printable_copy(numbered, DOCX, SHOWN) or numbered, DOCX))
    (page,) = read_pdf_pages(open_pdf(printed), 9, ocr_seconds=0)
    assert page.text.splitlines()[-1] == text.strip()
