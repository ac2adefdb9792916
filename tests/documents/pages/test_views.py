"""The page view: what stands on a page, with proof, and only for those who may read it."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from pytest_django.fixtures import Settings

from apps.documents.models import Blob, Document, Page, Readers, Revision, Status
from apps.documents.pages import page_images
from tests import factories

pytestmark = pytest.mark.django_db

SENTENCE = "Die Gebühr beträgt drei Euro."
TABLE = "| Hund | Euro |\n|---|---|\n| erster | 120 |"


@pytest.fixture
def fees() -> Document:
    return factories.document([f"# Gebühren\n\n{SENTENCE}", TABLE], title="Gebührenordnung", embed=False)


@pytest.fixture
def printed(tmp_path: Path, settings: Settings) -> Iterator[Document]:
    """A real PDF of one page whose text layer has the sentence; its pictures go to a folder of the test."""
    import pymupdf

    settings.AUSKUNFT_DATA = tmp_path
    with pymupdf.open() as pdf:
        pdf.new_page().insert_text((72, 100), SENTENCE)
        data = pdf.tobytes()
    document = factories.document(["noch nicht gelesen"], title="Gedruckt", embed=False)
    blob = Blob.objects.create(sha256=hashlib.sha256(data).hexdigest(), data=data, size=len(data))
    revision = Revision.objects.create(
        document=document, number=2, blob=blob, file_name="ordner/gedruckt äöü.pdf", media_type=page_images.PDF
    )
    Page.objects.create(revision=revision, number=1, text=SENTENCE, width=595, height=842)
    document.current_revision = revision
    document.save()
    pool = page_images.POOL
    yield document
    pool.close()


def address(document: Document, number: int = 1, **parameters: str) -> str:
    query = f"?{urlencode(parameters)}" if parameters else ""
    return f"/documents/{document.pk}/pages/{number}/{query}"


def body(client: Client, document: Document, number: int = 1, **parameters: str) -> str:
    response = client.get(address(document, number, **parameters))
    assert response.status_code == 200
    return response.content.decode()


def test_it_marks_the_quote_once(client: Client, fees: Document) -> None:
    html = body(client, fees, quote="Die Gebühr  beträgt drei Euro")
    assert html.count("<mark") == 1
    assert '<mark id="quote">Die Gebühr beträgt drei Euro</mark>.' in html


def test_it_marks_a_quote_across_paragraphs_in_the_plain_text(client: Client, fees: Document) -> None:
    quote = "Gebühren Die Gebühr beträgt"
    html = body(client, fees, quote=quote)
    assert html.count("<mark") == 1
    assert '<mark id="quote">Gebühren\n\nDie Gebühr beträgt</mark>' in html
    assert "<h3>Gebühren</h3>" in body(client, fees, quote=quote, view="reading")


def test_it_marks_a_row_of_a_table(client: Client, fees: Document) -> None:
    html = body(client, fees, 2, quote="erster 120")
    assert '<mark id="quote">erster\u2003120</mark>' in html


def test_it_shows_the_text_as_it_was_read_when_asked(client: Client, fees: Document) -> None:
    html = body(client, fees, quote=SENTENCE, view="text")
    assert "# Gebühren\n" in html
    assert html.count("<mark") == 1


def test_it_says_so_when_the_quote_is_not_on_the_page(client: Client, fees: Document) -> None:
    client.cookies.load({"django_language": "en"})
    html = body(client, fees, quote="Die Gebühr beträgt <b>vier</b> Euro.")
    assert "<mark" not in html
    assert "This quote does not stand on this page" in html
    assert "Die Gebühr beträgt &lt;b&gt;vier&lt;/b&gt; Euro." in html


def test_it_leads_to_the_neighbouring_pages(client: Client, fees: Document) -> None:
    first, last = body(client, fees, 1), body(client, fees, 2)
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'rel="prev"' in last
    assert 'rel="next"' not in last


@pytest.mark.parametrize("number", [0, 3, 2**31, 2**80])
def test_a_page_that_does_not_exist_is_not_found(client: Client, fees: Document, number: int) -> None:
    assert client.get(address(fees, number)).status_code == 404


@pytest.mark.parametrize("document_id", [0, 2**31, 2**80])
def test_an_unknown_document_is_not_found(client: Client, document_id: int) -> None:
    assert client.get(f"/documents/{document_id}/pages/1/").status_code == 404


@pytest.mark.parametrize("readers", [Readers.STAFF, Readers.GROUPS])
def test_documents_of_other_readers_look_unknown(client: Client, readers: Readers) -> None:
    document = factories.document([SENTENCE], collection=factories.collection("intern", readers=readers), embed=False)
    unknown = client.get("/documents/999999/pages/1/")
    for path in (address(document), f"{address(document)}image.webp", f"/documents/{document.pk}/original"):
        response = client.get(path)
        assert response.status_code == 404
        assert SENTENCE.encode() not in response.content
    assert len(client.get(address(document)).content) == len(unknown.content) - len("999999") + len(str(document.pk))


def test_members_of_the_group_read_what_others_do_not(client: Client) -> None:
    group = Group.objects.create(name="rechtsamt")
    own = factories.collection("recht", readers=Readers.GROUPS, groups=[group])
    document = factories.document([SENTENCE], collection=own, embed=False)
    member, other = User.objects.create_user("mia"), User.objects.create_user("otto")
    member.groups.add(group)
    client.force_login(other)
    assert client.get(address(document)).status_code == 404
    client.force_login(member)
    assert SENTENCE in body(client, document)


def test_a_withdrawn_document_is_gone(client: Client, fees: Document) -> None:
    fees.status = Status.WITHDRAWN
    fees.save()
    assert client.get(address(fees)).status_code == 404


def test_a_document_without_paper_has_text_only(client: Client, fees: Document) -> None:
    assert "<img" not in body(client, fees)
    assert client.get(f"{address(fees)}image.webp").status_code == 404


def test_it_shows_the_picture_and_the_place_of_the_quote(client: Client, printed: Document) -> None:
    html = body(client, printed, quote=SENTENCE)
    assert f'src="{address(printed)}image.webp"' in html
    assert html.count("<rect") == 1
    assert html.count("<mark") == 1
    assert "<rect" not in body(client, printed, quote="Die Gebühr beträgt vier Euro.")


def test_the_place_of_a_quote_on_a_scan_comes_from_text_recognition(client: Client, printed: Document) -> None:
    words = [["Drei", 59.5, 84.2, 119.0, 100.0], ["Euro", 130.0, 84.2, 178.5, 100.0]]
    Page.objects.filter(revision=printed.current_revision).update(text="Drei Euro", method="ocr", words=words)
    html = body(client, printed, quote="Drei Euro")
    assert '<rect class="quote-place" x="0.10000" y="0.10000" width="0.20000"' in html


def test_a_picture_is_drawn_once_and_then_read_from_disk(
    client: Client, printed: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get(f"{address(printed)}image.webp")
    assert (first.status_code, first["Content-Type"]) == (200, "image/webp")
    assert first.content[8:12] == b"WEBP"
    monkeypatch.setattr(page_images, "POOL", None)
    assert client.get(f"{address(printed)}image.webp").content == first.content
    again = client.get(f"{address(printed)}image.webp", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert "private" in first["Cache-Control"]


def test_a_picture_of_a_page_the_file_has_not_is_not_found(client: Client, printed: Document) -> None:
    assert client.get(f"{address(printed, 7)}image.webp").status_code == 404


def test_it_asks_for_patience_when_too_many_pictures_are_being_drawn(
    client: Client, printed: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> bytes:
        raise page_images.TooBusy

    monkeypatch.setattr("apps.documents.pages.views.page_picture", refuse)
    response = client.get(f"{address(printed)}image.webp")
    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert "ETag" not in response


def test_the_original_is_a_download_that_no_browser_runs(client: Client, printed: Document) -> None:
    response = client.get(f"/documents/{printed.pk}/original")
    assert response.content.startswith(b"%PDF")
    assert response["Content-Disposition"].startswith("attachment;")
    assert "gedruckt%20%C3%A4%C3%B6%C3%BC.pdf" in response["Content-Disposition"]
    assert "ordner" not in response["Content-Disposition"]
    assert "sandbox" in response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/documents/{}/pages/1/", "/documents/{}/original"])
def test_only_reading_is_allowed(client: Client, fees: Document, path: str) -> None:
    assert client.post(path.format(fees.pk)).status_code == 405


@pytest.mark.parametrize("closed", ["collection", "document"])
def test_what_not_everybody_may_read_is_kept_by_no_browser(client: Client, printed: Document, closed: str) -> None:
    """After a sign-out the next person at the machine goes back."""
    paths = [address(printed), f"/documents/{printed.pk}/pages/1/image.webp", f"/documents/{printed.pk}/original"]
    assert [client.get(path)["Cache-Control"] for path in paths] == [
        "private, no-cache",
        "private, max-age=300",
        "private, max-age=300",
    ]
    reader, group = User.objects.create_user("anna"), Group.objects.create(name="Bauamt")
    reader.groups.add(group)
    if closed == "collection":
        printed.collection.readers = Readers.STAFF
        printed.collection.save()
    else:
        Document.objects.filter(pk=printed.pk).update(reader_groups=[group.pk], reader_users=[])
    assert [client.get(path).status_code for path in paths] == [404] * 3
    client.force_login(reader)
    assert [client.get(path)["Cache-Control"] for path in paths] == ["no-store"] * 3


def test_the_link_to_the_source_says_where_it_leads(client: Client, fees: Document) -> None:
    Document.objects.filter(pk=fees.pk).update(url="https://www.stadt.example@st\u0430dt.example/satzung")
    assert "<bdi>xn--stdt-63d.example</bdi>" in client.get(f"/documents/{fees.pk}/pages/1/").content.decode()
    Document.objects.filter(pk=fees.pk).update(url="")
    assert "button quiet source" not in client.get(f"/documents/{fees.pk}/pages/1/").content.decode()
