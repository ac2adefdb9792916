"""Deleted and struck words say on the page that they are struck, and are no quote of it."""

import asyncio
import re
import shutil
from io import BytesIO
from zipfile import ZipFile

import pytest

from apps.documents.conversion.libreoffice import print_to_pdf
from apps.documents.conversion.make_pdf_rendition import needs_conversion_to_docx
from apps.documents.parsing.collection_reading_options import DEFAULT_READING_OPTIONS, TrackedChanges
from apps.documents.parsing.formats.office_and_picture_media_types import DOC, DOCX, ODT, RTF
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages
from apps.documents.parsing.prepare_for_conversion.mark_opendocument_strikethrough import (
    mark_struck_words as marked_in_open_document,
)
from apps.documents.parsing.prepare_for_conversion.mark_word_strikethrough import mark_struck_words
from apps.documents.parsing.prepare_for_conversion.printable_copy import printable_copy
from tests.documents.office_files import NAMESPACES, docx, odt
from tests.documents.parsing.prepare_for_conversion.test_printable_copy import with_part
from tests.documents.parsing.prepare_for_conversion.test_resolve_word_tracked_changes import BY, document, run

STRIKE = "<w:rPr><w:strike/></w:rPr>"
NOT_STRUCK = '<w:rPr><w:strike w:val="0"/></w:rPr>'


def deleted(*texts: str) -> str:
    return f"<w:del {BY}>{''.join(run(text, 'delText') for text in texts)}</w:del>"


def told(body: str) -> str:
    part = mark_struck_words(document(f"<w:p>{body}</w:p>")).decode()
    return "".join(re.findall(r"<w:(?:t|delText)(?: [^>]*)?>([^<]*)", part))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (run("bis zu ") + deleted("zwei ") + run("drei"), "bis zu [gestrichen: zwei] drei"),
        (deleted("Es gilt nichts. ", "Nur heute."), "[gestrichen: Es gilt nichts.] [gestrichen: Nur heute.]"),
        (deleted("Es gilt A. Es gilt B."), "[gestrichen: Es gilt A.] [gestrichen: Es gilt B.]"),
        (deleted("Satz [1]."), "[gestrichen: Satz (1).]"),
        (deleted(" ", ", "), " , "),
        (f"<w:r>{STRIKE}<w:t>40 Euro</w:t></w:r>" + run(" 55 Euro"), "[gestrichen: 40 Euro] 55 Euro"),
        (f"<w:r>{NOT_STRUCK}<w:t>40 Euro</w:t></w:r>", "40 Euro"),
        (f"<w:moveFrom {BY}>{run('Absatz.')}</w:moveFrom>", "[gestrichen: Absatz.]"),
        (f"<w:ins {BY}>{run('Neu.')}</w:ins>", "Neu."),
    ],
)
def test_struck_words_of_a_word_file(body: str, expected: str) -> None:
    assert told(body) == expected


def test_a_deleted_row_is_struck_in_each_of_its_cells() -> None:
    row = f"<w:tr><w:trPr><w:del {BY}/></w:trPr><w:tc><w:p>{run('A 13')}</w:p></w:tc></w:tr>"
    assert b">[gestrichen: A 13]<" in mark_struck_words(document(f"<w:tbl>{row}</w:tbl>"))


def test_struck_words_of_an_open_document() -> None:
    part = marked_in_open_document(
        b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        b' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
        b' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
        b'<style:style style:name="T1" style:family="text"><style:text-properties'
        b' style:text-line-through-style="solid"/></style:style>'
        b"<text:tracked-changes><text:changed-region><text:deletion><text:p>Es gilt <text:span>A. </text:span>Nur B."
        b"</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        b'<text:p>Das kostet <text:span text:style-name="T1">40 Euro </text:span>55 Euro.</text:p>'
        b"</office:document-content>"
    ).decode()
    assert "<text:p>[gestrichen: Es gilt <text:span>A.] </text:span>[gestrichen: Nur B.]</text:p>" in part
    assert '<text:span text:style-name="T1">[gestrichen: 40 Euro] </text:span>55 Euro.' in part


def test_old_files_are_stored_anew_where_something_is_deleted() -> None:
    assert needs_conversion_to_docx(rb"{\rtf1 {\deleted zehn} Euro}", RTF, DEFAULT_READING_OPTIONS)
    assert not needs_conversion_to_docx(rb"{\rtf1 Der Antrag is \b deleted.}", RTF, DEFAULT_READING_OPTIONS)
    assert needs_conversion_to_docx(
        b"\xd0\xcf" + bytes.fromhex("000801 634801 00 646840 12eaa7"), DOC, DEFAULT_READING_OPTIONS
    )
    assert not needs_conversion_to_docx(b"\xd0\xcf" + bytes.fromhex("000801 040027 64"), DOC, DEFAULT_READING_OPTIONS)


def test_an_old_word_file_with_a_table_is_stored_anew() -> None:
    assert needs_conversion_to_docx(b"\xd0\xcf" + bytes.fromhex("162401 174a01"), DOC, DEFAULT_READING_OPTIONS)
    assert not needs_conversion_to_docx(b"\xd0\xcf" + bytes.fromhex("162400 174a01"), DOC, DEFAULT_READING_OPTIONS)


STYLES = (
    '<w:style w:type="character" w:styleId="Alt"><w:rPr><w:strike/></w:rPr></w:style>'
    '<w:style w:type="character" w:styleId="Kind"><w:basedOn w:val="Alt"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Weg"><w:rPr><w:dstrike/></w:rPr></w:style>'
    '<w:style w:type="character" w:styleId="Neu"><w:basedOn w:val="Alt"/><w:rPr><w:strike w:val="0"/></w:rPr></w:style>'
)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ('<w:r><w:rPr><w:rStyle w:val="Alt"/></w:rPr>', "[gestrichen: 40 Euro]"),
        ('<w:r><w:rPr><w:rStyle w:val="Kind"/></w:rPr>', "[gestrichen: 40 Euro]"),
        ('<w:pPr><w:pStyle w:val="Weg"/></w:pPr><w:r>', "[gestrichen: 40 Euro]"),
        ('<w:r><w:rPr><w:rStyle w:val="Alt"/><w:strike w:val="0"/></w:rPr>', "40 Euro"),
        ('<w:r><w:rPr><w:rStyle w:val="Neu"/></w:rPr>', "40 Euro"),
    ],
)
def test_words_that_a_style_strikes(form: str, expected: str) -> None:
    body = ("<w:r><w:t>40 Euro</w:t>", f"{form}<w:t>40 Euro</w:t>")
    plain = with_part(docx("40 Euro"), "word/document.xml", body)
    styled = with_part(plain, "word/styles.xml", ("</w:styles>", f"{STYLES}</w:styles>"))
    paragraphs = read_source_paragraphs(printable_copy(styled, DOCX, TrackedChanges.SHOWN) or styled, DOCX)
    assert paragraphs[-1].text == expected


OF_STYLES = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" office:version="1.2"'
OPEN_STYLES = (
    "<office:styles>"
    '<style:style style:name="Alt" style:family="text"><style:text-properties'
    ' style:text-line-through-style="solid"/></style:style>'
    '<style:style style:name="Kind" style:family="text" style:parent-style-name="Alt"/>'
    '<style:style style:name="Neu" style:family="text" style:parent-style-name="Alt"><style:text-properties'
    ' style:text-line-through-style="none"/></style:style>'
    '<style:style style:name="Weg" style:family="paragraph"><style:text-properties'
    ' style:text-line-through-style="solid"/></style:style>'
    '<style:style style:name="Ring" style:family="text" style:parent-style-name="Ring"/>'
    '</office:styles><office:automatic-styles><style:style style:name="T9" style:family="text">'
    '<style:text-properties style:text-line-through-style="solid"/></style:style></office:automatic-styles>'
)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            '<text:p><text:span text:style-name="Alt">40 Euro</text:span> 55 Euro</text:p>',
            "[gestrichen: 40 Euro] 55 Euro",
        ),
        ('<text:p><text:span text:style-name="Kind">40 Euro</text:span></text:p>', "[gestrichen: 40 Euro]"),
        ('<text:p text:style-name="Weg">40 Euro</text:p>', "[gestrichen: 40 Euro]"),
        (
            '<text:p text:style-name="Weg">40 <text:span text:style-name="Neu">55</text:span> Euro</text:p>',
            "[gestrichen: 40] 55 [gestrichen: Euro]",
        ),
        ('<text:p><text:span text:style-name="Neu">40 Euro</text:span></text:p>', "40 Euro"),
        ('<text:p><text:span text:style-name="Ring">40 Euro</text:span></text:p>', "40 Euro"),
        # The name belongs to a style of the margins, which the text does not have.
        ('<text:p><text:span text:style-name="T9">40 Euro</text:span></text:p>', "40 Euro"),
    ],
)
def test_words_that_a_named_style_of_an_open_document_strikes(body: str, expected: str) -> None:
    styles = f"<office:document-styles {NAMESPACES} {OF_STYLES}>{OPEN_STYLES}</office:document-styles>"
    styled = with_new_part(odt(body), "styles.xml", styles)
    (paragraph,) = read_source_paragraphs(printable_copy(styled, ODT, TrackedChanges.SHOWN) or styled, ODT)
    assert paragraph.text == expected


def with_new_part(data: bytes, name: str, part: str) -> bytes:
    buffer = BytesIO(data)
    with ZipFile(buffer, "a") as archive:
        archive.writestr(name, part)
    return buffer.getvalue()


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_what_was_deleted_is_printed_with_its_mark() -> None:
    text = "Ein Anspruch besteht nicht."
    changed = with_part(docx(text), "word/document.xml", (f"<w:r><w:t>{text}</w:t></w:r>", deleted(text)))
    printed = asyncio.run(print_to_pdf(printable_copy(changed, DOCX, TrackedChanges.SHOWN), DOCX))
    (page,) = read_pdf_pages(open_pdf(printed), 9, ocr_seconds=0)
    assert page.text.splitlines()[-1] == f"[gestrichen: {text}]"


def test_a_file_that_only_knows_how_to_strike_is_printed_as_it_is() -> None:
    plain = with_part(docx("Text."), "word/document.xml", ("<w:r><w:t>", f"<w:r>{NOT_STRUCK}<w:t>"))
    assert printable_copy(plain, DOCX, TrackedChanges.SHOWN) == b""


def test_a_file_without_struck_words_is_printed_as_it_is() -> None:
    assert printable_copy(docx("Text."), DOCX, TrackedChanges.SHOWN) == b""
    assert printable_copy(odt("<text:p>Text.</text:p>"), ODT, TrackedChanges.SHOWN) == b""
