"""An Office file, a picture or a book from import to withdrawal: its pages are those of a PDF made of it."""

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from docx import Document as WordDocument
from pytest_django.fixtures import Settings

from apps.documents.lifecycle.estimate_import import estimate_paths
from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.model_calls import load_models_and_prompts_for_stages
from apps.documents.models import Blob, Collection, Document, Page
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, EPUB, RTF
from apps.documents.parsing.types import ParseFailure
from tests.documents.office_files import docx, epub, odt

pytestmark = pytest.mark.django_db
needs_writer = pytest.mark.skipif(
    shutil.which("soffice") is None, reason="LibreOffice is not installed (package libreoffice-writer-nogui)"
)
SENTENCE = "Der Antrag ist schriftlich zu stellen."


@needs_writer
def test_head_foot_and_page_number_of_a_word_file_are_on_its_pages_and_in_no_chunk(tmp_path: Path) -> None:
    document = WordDocument(BytesIO(docx("Die Gebühr beträgt 12 Euro.", SENTENCE)))
    section = document.sections[0]
    section.header.paragraphs[0].text = "Stadt Musterau, Amt für Bürgerdienste"
    section.footer.paragraphs[0].text = "Merkblatt Nr. 7"
    document.save(str(tmp_path / "merkblatt.docx"))
    import_paths([tmp_path], "amt")
    for page, body in zip(Page.objects.order_by("number"), ("12 Euro.", SENTENCE), strict=True):
        assert page.text.startswith("Stadt Musterau, Amt für Bürgerdienste\n\n")
        assert page.text.endswith("\n\nMerkblatt Nr. 7")
        (chunk,) = page.chunks.filter(kind="content")
        assert chunk.text.endswith(body)
        assert "Muster" not in chunk.text
        assert page.text[chunk.start :].startswith(chunk.text)


@pytest.fixture
def book(tmp_path: Path, settings: Settings) -> Document:
    settings.AUSKUNFT_DATA = tmp_path / "data"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ratgeber.epub").write_bytes(epub("Ratgeber", f"<h1>Anträge</h1><p>{SENTENCE}</p>"))
    import_paths([tmp_path / "in"], "amt")
    return Document.objects.get()


def test_the_file_stays_what_it_is_and_a_pdf_stands_beside_it(book: Document, client: Client) -> None:
    revision = book.current_revision
    assert revision is not None
    assert revision.rendition is not None
    assert (book.status, book.title, revision.media_type) == ("ready", "Ratgeber", EPUB)
    assert bytes(revision.rendition.data).startswith(b"%PDF")
    downloaded = client.get(f"/documents/{book.pk}/original")
    assert downloaded.content.startswith(b"PK")
    assert "ratgeber.epub" in downloaded["Content-Disposition"]


def test_the_quote_is_marked_on_the_picture_of_the_page(book: Document, client: Client) -> None:
    html = client.get(f"/documents/{book.pk}/pages/1/", {"quote": SENTENCE}).content.decode()
    assert html.count("<rect") == 1
    image = client.get(f"/documents/{book.pk}/pages/1/image.webp")
    assert (image.status_code, image["Content-Type"]) == (200, "image/webp")


def test_a_withdrawal_takes_both_files(book: Document) -> None:
    receipt = withdraw_documents([book.pk])
    assert receipt.tables["documents_blob"] == {"before": 2, "after": 0}
    assert not Blob.objects.exists()


def test_a_new_version_takes_the_place_of_both_files(book: Document, tmp_path: Path) -> None:
    before = set(Blob.objects.values_list("pk", flat=True))
    (tmp_path / "in" / "ratgeber.epub").write_bytes(epub("Ratgeber", "<p>Anträge sind abgeschafft.</p>"))
    import_paths([tmp_path / "in"], "amt")
    after = set(Blob.objects.values_list("pk", flat=True))
    assert (len(before), len(after), before & after) == (2, 2, set())
    assert "abgeschafft" in Page.objects.get().text


def test_a_file_that_cannot_be_printed_keeps_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def missing(*_: object) -> bytes:
        raise ParseFailure("no_converter", "not installed", package="libreoffice-writer-nogui")

    monkeypatch.setattr(load_models_and_prompts_for_stages, "make_pdf_rendition", missing)
    (tmp_path / "brief.docx").write_bytes(docx("Text"))
    (tmp_path / "gut.txt").write_text("Alles gut.")
    import_paths([tmp_path], "amt")
    letter = Document.objects.get(external_id="brief.docx")
    assert (letter.status, letter.reason_code) == ("failed", "no_converter")
    assert "libreoffice-writer-nogui" in letter.reason
    assert Document.objects.get(external_id="gut.txt").status == "ready"


@needs_writer
def test_a_word_file_has_pages(tmp_path: Path) -> None:
    (tmp_path / "satzung.docx").write_bytes(docx("Die Gebühr beträgt 12 Euro.", SENTENCE))
    assert estimate_paths([tmp_path], "amt").pages == 2
    import_paths([tmp_path], "amt")
    document = Document.objects.get()
    assert document.status == "ready"
    assert document.current_revision is not None
    assert document.current_revision.media_type == DOCX
    texts = list(Page.objects.order_by("number").values_list("text", flat=True))
    assert "Die Gebühr beträgt 12 Euro." in texts[0]
    assert SENTENCE in texts[1]
    call_command("withdraw", "satzung.docx", collection="amt")
    assert not Blob.objects.exists()


REVISED = (
    r"{\rtf1\ansi{\*\revtbl{Unknown;}{Mia;}}\pard Die Geb\'fchr betr\'e4gt "
    r"{\revised\revauth1\revdttm1 zw\'f6lf}{\deleted\revauthdel1\revdttmdel1 zehn} Euro im Jahr.\par}"
)


@needs_writer
@pytest.mark.parametrize(("choice", "expected"), [("accepted", "zwölf"), ("rejected", "zehn")])
def test_tracked_changes_are_decided_as_the_collection_says(tmp_path: Path, choice: str, expected: str) -> None:
    (tmp_path / "entwurf.rtf").write_text(REVISED)
    Collection.objects.create(slug="amt", name="Amt", tracked_changes=choice)
    import_paths([tmp_path], "amt")
    document = Document.objects.get()
    assert document.status == "ready"
    assert document.current_revision is not None
    assert document.current_revision.media_type == RTF
    assert " ".join(Page.objects.get().text.split()) == f"Die Gebühr beträgt {expected} Euro im Jahr."


@needs_writer
def test_comments_are_kept_where_the_collection_wants_them(tmp_path: Path) -> None:
    said = "<office:annotation><text:p>Nicht drei?</text:p></office:annotation>"
    (tmp_path / "satzung.odt").write_bytes(odt(f"<text:p>{SENTENCE}{said}</text:p>"))
    Collection.objects.create(slug="apart", name="Apart", comments="apart")
    import_paths([tmp_path], "apart")
    import_paths([tmp_path], "usual")
    texts = dict(Page.objects.values_list("revision__document__collection__slug", "text"))
    assert texts == {"apart": f"{SENTENCE}\n\nKommentare:\n\nNicht drei?", "usual": SENTENCE}
