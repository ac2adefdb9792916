"""Files within a PDF become documents of their own, whatever the PDF does."""

import re
from email.message import EmailMessage

import pymupdf
import pytest

from apps.documents.parsing.formats.detect_media_type import PDF
from apps.documents.parsing.formats.office_and_picture_media_types import EML
from apps.documents.sources.connectors.expand_enclosed_items import expand_enclosed_items
from apps.documents.sources.connectors.source_item import Item
from tests.documents.office_files import packed

INVOICE = b'<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'


def pdf(
    files: dict[str, bytes], *, pinned: dict[str, bytes] | None = None, cover: bool = False, **saved: object
) -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "Rechnung 4711 der Gemeinde über eine Gebühr")
    for number, (name, content) in enumerate(files.items()):
        document.embfile_add(f"{number:05}", content, filename=name, ufilename=name)
    for name, content in (pinned or {}).items():
        page.add_file_annot((72, 100), content, filename=name)
    if cover:
        document.xref_set_key(document.pdf_catalog(), "Collection", "<</View/D>>")
    return bytes(document.tobytes(deflate=True, use_objstms=1, **saved))


def documents(data: bytes, name: str = "rechnung.pdf", media_type: str = PDF) -> list[Item]:
    return list(expand_enclosed_items(Item(name, name, data, media_type)))


def ended(data: bytes, name: str = "rechnung.pdf", media_type: str = PDF) -> list[tuple[str, str]]:
    return [(item.external_id, item.reason_code) for item in documents(data, name, media_type)]


def test_attachments_follow_their_pdf_and_name_it() -> None:
    outer, inner, note = documents(pdf({"factur-x.xml": INVOICE}, pinned={"notiz.txt": b"Text"}))
    assert (outer.external_id, outer.metadata) == ("rechnung.pdf", {})
    assert (inner.external_id, inner.file_name, inner.data) == ("rechnung.pdf/factur-x.xml", "factur-x.xml", INVOICE)
    assert inner.metadata == note.metadata == {"pdf": "rechnung.pdf", "attached_to": "rechnung.pdf"}
    assert (note.external_id, note.data) == ("rechnung.pdf/notiz.txt", b"Text")


def test_a_portfolio_is_replaced_by_its_files() -> None:
    portfolio = pdf({"a.txt": b"eins", "b.eml": b"Subject: x\n\nText"}, cover=True)
    assert ended(portfolio) == [("rechnung.pdf/a.txt", ""), ("rechnung.pdf/b.eml", "")]


def test_files_below_branches_of_the_tree_of_names_are_found() -> None:
    document = pymupdf.open(stream=pdf({"a.txt": b"eins"}))
    catalog = document.pdf_catalog()
    kind, names = document.xref_get_key(catalog, "Names/EmbeddedFiles/Names")
    assert kind == "array"
    branch = document.get_new_xref()
    document.update_object(branch, f"<</Limits[(0)(9)]/Names{names}>>")
    document.xref_set_key(catalog, "Names", f"<</EmbeddedFiles<</Kids[{branch} 0 R]>>>>")
    assert ended(document.tobytes()) == [("rechnung.pdf", ""), ("rechnung.pdf/a.txt", "")]


def test_a_pdf_with_its_invoice_may_come_by_mail_or_in_an_archive() -> None:
    invoice = pdf({"factur-x.xml": INVOICE})
    mail = EmailMessage()
    mail.set_content("Siehe Anlage.")
    mail.add_attachment(invoice, maintype="application", subtype="pdf", filename="r.pdf")
    assert ended(mail.as_bytes(), "a.eml", EML) == [
        ("a.eml", ""),
        ("a.eml/r.pdf", ""),
        ("a.eml/r.pdf/factur-x.xml", ""),
    ]
    assert ended(packed({"r.pdf": invoice}), "a.zip") == [("a.zip/r.pdf", ""), ("a.zip/r.pdf/factur-x.xml", "")]


def test_a_pdf_within_a_pdf_stays_closed() -> None:
    nested = pdf({"kern.txt": b"Kern"})
    for _ in range(5):
        nested = pdf({"innen.pdf": nested})
    assert ended(nested) == [("rechnung.pdf", ""), ("rechnung.pdf/innen.pdf", "")]


def test_mails_and_archives_within_a_pdf_are_opened_and_pdfs_in_them_are_not() -> None:
    inner = pdf({"kern.txt": b"Kern"})
    assert ended(pdf({"a.zip": packed({"b.pdf": inner})})) == [("rechnung.pdf", ""), ("rechnung.pdf/a.zip/b.pdf", "")]


@pytest.mark.parametrize("name", ["../../etc/kern.txt", "C:\\Windows\\kern.txt", "/kern.txt", "\u202ekern.txt"])
def test_names_lead_nowhere(name: str) -> None:
    assert ended(pdf({name: b"x"}))[1] == ("rechnung.pdf/kern.txt", "")


def test_files_of_one_name_are_told_apart_and_one_content_named_twice_comes_once() -> None:
    document = pymupdf.open(stream=pdf({"a.txt": b"eins"}, pinned={"a.txt": b"zwei"}))
    assert [name for name, _ in ended(document.tobytes())][1:] == ["rechnung.pdf/a.txt", "rechnung.pdf/a (2).txt"]
    names = document.xref_get_key(document.pdf_catalog(), "Names/EmbeddedFiles/Names")[1]
    stream = re.search(r"/F (\d+) 0 R", names)
    assert stream is not None
    pinned = f"<</Type/Filespec/F(b.txt)/EF<</F {stream[1]} 0 R>>>>"
    document.xref_set_key(document[0].annot_xrefs()[0][0], "FS", pinned)
    assert [name for name, _ in ended(document.tobytes())][1:] == ["rechnung.pdf/a.txt"]


def pdf_of_many(count: int) -> bytes:
    """With files 0.txt, 1.txt …: added by PyMuPDF, which goes through all names for each, 5,000 take a minute."""
    document = pymupdf.open()
    document.new_page()
    named: list[str] = []
    for number in range(count):
        content = document.get_new_xref()
        document.update_object(content, "<</Type/EmbeddedFile>>")
        document.update_stream(content, b"x")
        name = f"{number}.txt"
        named.append(f"({number:05})<</Type/Filespec/F({name})/UF({name})/EF<</F {content} 0 R>>>>")
    document.xref_set_key(document.pdf_catalog(), "Names", f"<</EmbeddedFiles<</Names[{''.join(named)}]>>>>")
    return bytes(document.tobytes())


def test_of_5_000_files_the_first_200_become_documents() -> None:
    assert len(documents(pdf_of_many(5_000))) == 201


def test_a_file_that_is_too_large_when_unpacked_fails_by_itself() -> None:
    found = ended(pdf({"null.txt": bytes(60 * 2**20), "a.txt": b"eins"}))
    assert found[1:] == [("rechnung.pdf/null.txt", "unpacked_limit"), ("rechnung.pdf/a.txt", "")]


def test_all_files_of_a_pdf_together_have_a_limit() -> None:
    found = ended(pdf({f"{number}.txt": bytes(45 * 2**20) for number in range(6)}))
    assert [reason for _, reason in found[1:]].count("unpacked_limit") == 2


def test_a_pdf_without_a_password_for_readers_is_opened() -> None:
    locked = pdf({"a.txt": b"eins"}, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="x", user_pw="")
    assert [item.data for item in documents(locked)][1:] == [b"eins"]


def test_a_pdf_that_opens_with_a_password_brings_nothing_along() -> None:
    locked = pdf({"a.txt": b"eins"}, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="x", user_pw="y")
    assert ended(locked) == [("rechnung.pdf", "")]


def test_a_size_that_lies_does_no_harm() -> None:
    whole = pdf({"a.txt": b"eins"}).replace(b"/Size 4", b"/Size 9")
    assert [item.data for item in documents(whole)][1:] == [b"eins"]


def test_a_pdf_that_breaks_off_brings_what_is_left_or_nothing() -> None:
    whole = pdf({"a.txt": b"eins" * 5_000, "b.txt": b"zwei"})
    for length in range(0, len(whole), len(whole) // 12):
        found = documents(whole[:length])
        assert found[0].external_id == "rechnung.pdf"
        assert len(found) <= 3


def test_a_file_that_cannot_be_read_within_a_pdf_is_told() -> None:
    assert ended(pdf({"tor.exe": b"MZ"}))[1] == ("rechnung.pdf/tor.exe", "unsupported_type")
