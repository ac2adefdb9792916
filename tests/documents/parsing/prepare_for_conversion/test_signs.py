"""Boxes and signs of symbol fonts become characters, whatever fonts the printing machine has."""

import re

import pytest

from apps.documents.conversion.make_pdf_rendition import needs_conversion_to_docx
from apps.documents.parsing.collection_reading_options import DEFAULT_READING_OPTIONS, TrackedChanges
from apps.documents.parsing.formats.office_and_picture_media_types import DOC, ODT, RTF
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.prepare_for_conversion.printable_copy import printable_copy
from apps.documents.parsing.prepare_for_conversion.replace_word_symbols_and_fields import replace_symbols_and_fields
from tests.documents.office_files import odt
from tests.documents.parsing.prepare_for_conversion.test_resolve_word_tracked_changes import document, run

NAMESPACES = (
    'xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"'
)


def told(body: str) -> str:
    part = replace_symbols_and_fields(document(f"<w:p>{body}</w:p>")).decode()
    assert "fldChar" not in part
    return "".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)", part))


def symbol(font: str, code: str) -> str:
    return f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'


def in_font(font: str, text: str) -> str:
    return f'<w:r><w:rPr><w:rFonts w:ascii="{font}" w:hAnsi="{font}"/></w:rPr><w:t>{text}</w:t></w:r>'


def box(state: str) -> str:
    begin = f'<w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox>{state}</w:checkBox></w:ffData></w:fldChar>'
    rest = "<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>"
    return f'<w:r>{begin}</w:r>{rest}<w:r><w:fldChar w:fldCharType="end"/></w:r>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (symbol("Wingdings", "F0FE"), "☑"),
        (symbol("Wingdings 2", "F052"), "☑"),
        (symbol("Wingdings 2", "52"), "☑"),
        (symbol("Wingdings", "F0E0"), "→"),
        (symbol("Symbol", "F0B3"), "≥"),
        (in_font("Wingdings", "\uf0a8"), "☐"),
        (in_font("Wingdings", "o"), "☐"),
        (in_font("Arial", "o"), "o"),
        (box('<w:default w:val="1"/>'), "☒"),
        (box('<w:default w:val="1"/><w:checked w:val="0"/>'), "☐"),
        (box("<w:checked/>"), "☒"),
        (box(""), "☐"),
    ],
)
def test_signs_of_a_word_file(body: str, expected: str) -> None:
    assert told(f"{body}{run(' Der Hort wird gewünscht.')}") == f"{expected} Der Hort wird gewünscht."


@pytest.mark.parametrize(
    ("properties", "shown"),
    [
        ("<w:showingPlcHdr/>", "Straße: "),
        ('<w:showingPlcHdr w:val="0"/>', "Straße: Klicken Sie hier."),
        ('<w:showingPlcHdr/><w14:checkbox xmlns:w14="w14"/>', "Straße: Klicken Sie hier."),
        ("<w:text/>", "Straße: Klicken Sie hier."),
    ],
)
def test_what_an_empty_field_asks_for_is_no_text(properties: str, shown: str) -> None:
    field = f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{run('Klicken Sie hier.')}</w:sdtContent></w:sdt>"
    assert told(f"{run('Straße: ')}{field}") == shown


def control(number: int) -> str:
    return f'<draw:control draw:control="c{number}" text:anchor-type="as-char"/>'


def test_signs_of_an_open_document() -> None:
    boxes = (
        '<form:checkbox form:id="c0" form:label="Hort" form:current-state="checked"/>'
        '<form:checkbox form:id="c1" form:state="checked" form:current-state="unchecked"/>'
        '<form:radio xml:id="c2" form:label="monatlich" form:current-selected="true"/>'
    )
    forms = f"<office:forms {NAMESPACES}><form:form>{boxes}</form:form></office:forms>"
    marked = '<field:fieldmark {} field:type="vnd.oasis.opendocument.field.FORMCHECKBOX">{}</field:fieldmark>'
    ticked = marked.format(NAMESPACES, '<field:param field:name="Checkbox_Checked" field:value="true"/>')
    style = (
        f'<style:style {NAMESPACES} style:name="T1" style:family="text"><style:text-properties'
        ' style:font-name="Wingdings 2"/></style:style>'
    )
    body = "".join(
        f"<text:p>{text}</text:p>"
        for text in (
            control(0), f"{control(1)} Mensa", control(2), f"{ticked} Ferien", f"{marked.format(NAMESPACES, '')} Bus",
            '<text:span text:style-name="T1">\uf052</text:span> Rad',
        )
    )  # fmt: skip
    made = printable_copy(odt(forms + style + body), ODT, TrackedChanges.SHOWN)
    texts = [each.text for each in read_source_paragraphs(made, ODT)]
    assert texts == ["☒ Hort", "☐ Mensa", "☒ monatlich", "☒ Ferien", "☐ Bus", "☑ Rad"]


def test_what_is_filled_into_an_open_document_stands_behind_its_label() -> None:
    """Of a list the first entry was printed, not the one that was chosen."""
    options = (
        '<form:option form:label="Erstantrag"/><form:option form:label="Folgeantrag" form:current-selected="true"/>'
    )
    fields = (
        '<form:text form:id="c0" form:value="Muster" form:current-value="Erika Muster"/>'
        f'<form:listbox form:id="c1">{options}</form:listbox>'
        '<form:combobox form:id="c2" form:value="Labrador"/>'
        '<form:text form:id="c3" form:value="alt" form:current-value=""/>'
        '<form:password form:id="c4" form:value="geheim"/><form:button form:id="c5" form:label="Senden"/>'
    )
    forms = f"<office:forms {NAMESPACES}><form:form>{fields}</form:form></office:forms>"
    body = "".join(f"<text:p>{number}: {control(number)}</text:p>" for number in range(6))
    made = printable_copy(odt(forms + body), ODT, TrackedChanges.SHOWN)
    texts = [each.text for each in read_source_paragraphs(made, ODT)]
    assert texts == ["0: Erika Muster", "1: Folgeantrag", "2: Labrador", "3:", "4:", "5:"]


def test_old_files_are_stored_anew_where_they_have_boxes() -> None:
    assert needs_conversion_to_docx(rb"{\rtf1 {\*\formfield{\fftype1\ffres1}}}", RTF, DEFAULT_READING_OPTIONS)
    assert needs_conversion_to_docx("FORMCHECKBOX".encode("utf-16-le"), DOC, DEFAULT_READING_OPTIONS)
    assert not needs_conversion_to_docx(b"A form and a check.", DOC, DEFAULT_READING_OPTIONS)


def test_old_texts_with_cells_or_boxes_of_text_are_stored_anew_so_that_their_words_are_known() -> None:
    assert needs_conversion_to_docx(rb"{\rtf1 \trowd\cellx900 Wort\cell\row}", RTF, DEFAULT_READING_OPTIONS)
    assert needs_conversion_to_docx(rb"{\rtf1 {\shp{\*\shpinst{\shptxt Wort}}}}", RTF, DEFAULT_READING_OPTIONS)
    assert not needs_conversion_to_docx(rb"{\rtf1 Ein Satz ohne Tabelle.}", RTF, DEFAULT_READING_OPTIONS)
    begin = b"\xec\xa5\xc1\x00" + b"\x09" * 92
    assert needs_conversion_to_docx(begin + b"\x00\x00\x00\x00\x88\x00\x00\x00", DOC, DEFAULT_READING_OPTIONS)
    assert not needs_conversion_to_docx(begin + b"\x00\x00\x00\x00\x00\x00\x00\x00", DOC, DEFAULT_READING_OPTIONS)


def test_old_texts_with_endnotes_are_stored_anew_so_that_these_stand_at_their_sentences() -> None:
    assert needs_conversion_to_docx(
        rb"{\rtf1 Gebuehr{\super\chftn{\*\footnote\ftnalt Die Haelfte.}}}", RTF, DEFAULT_READING_OPTIONS
    )
    assert not needs_conversion_to_docx(
        rb"{\rtf1 Gebuehr{\super\chftn{\*\footnote Die Haelfte.}}}", RTF, DEFAULT_READING_OPTIONS
    )
    begin = b"\xec\xa5\xc1\x00" + b"\x09" * 92
    assert needs_conversion_to_docx(begin + b"\x88\x00\x00\x00\x00\x00\x00\x00", DOC, DEFAULT_READING_OPTIONS)
