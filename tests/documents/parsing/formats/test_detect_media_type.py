import pytest

from apps.documents.parsing.formats import detect_media_type
from apps.documents.parsing.formats.office_and_picture_media_types import DOC
from apps.documents.parsing.types import ParseFailure
from tests.processor_time import at_most


def test_the_bytes_decide_not_the_name() -> None:
    assert detect_media_type.media_type_of(b"%PDF-1.7 ...", "bericht.txt") == detect_media_type.PDF
    assert detect_media_type.media_type_of(b"<!DOCTYPE html><p>Hallo", "seite") == detect_media_type.HTML


@pytest.mark.parametrize("name", ["hinweis.txt", "hinweis.md", "hinweis.html"])
def test_a_text_may_speak_of_the_mark_of_pdf(name: str) -> None:
    assert detect_media_type.media_type_of(b"<html>Eine Datei beginnt mit %PDF-1.4.", name) != detect_media_type.PDF
    assert detect_media_type.media_type_of(b"\xef\xbb\xbf\r\n%PDF-1.4 named wrongly", name) == detect_media_type.PDF


def test_other_bytes_may_stand_before_a_pdf() -> None:
    assert (
        detect_media_type.media_type_of(b"Content-Type: application/pdf\r\n\r\n%PDF-1.4", "bericht.pdf")
        == detect_media_type.PDF
    )


def test_names_decide_between_kinds_of_text() -> None:
    assert detect_media_type.media_type_of(b"# Titel", "satzung.md") == detect_media_type.MARKDOWN
    assert detect_media_type.media_type_of(b"Titel", "satzung") == detect_media_type.PLAIN


def test_a_web_page_named_pdf_is_said_to_be_one() -> None:
    with pytest.raises(ParseFailure) as failure:
        detect_media_type.media_type_of(b"<html><body>404 Not Found</body></html>", "drucksache.pdf")
    assert failure.value.reason_code == "not_a_pdf"
    assert "web page" in failure.value.detail


def test_an_empty_file_is_named_so() -> None:
    with pytest.raises(ParseFailure) as failure:
        detect_media_type.media_type_of(b"", "leer.pdf")
    assert failure.value.reason_code == "empty_file"


@pytest.mark.parametrize("data", [b"\x1f\x8brest", b"\x89PNG\r\n", b"\xd0\xcf\x11\xe0", b"GIF89a"])
def test_archives_and_parts_of_images_are_refused_by_kind(data: bytes) -> None:
    with pytest.raises(ParseFailure) as failure:
        detect_media_type.media_type_of(data, "anlage.txt")
    assert failure.value.reason_code == "unsupported_type"


@pytest.mark.parametrize("name", ["bescheid.docx", "gebuehren.xlsx", "brief.msg", "buch.epub"])
def test_a_file_that_lost_its_beginning_is_said_to_be_damaged(name: str) -> None:
    """Its kind can be read: to say that it cannot sent people looking for another one."""
    with pytest.raises(ParseFailure) as failure:
        detect_media_type.media_type_of(b"\x00\x01\x02" * 2_000, name)
    assert failure.value.reason_code == "damaged"


def test_comments_before_nothing_keep_nobody_busy() -> None:
    """Each could end at any later "-->": 26 of them were tried in 2**26 ways, 60 stopped the process for ever."""
    with at_most(1):
        assert (
            detect_media_type.media_type_of(b'<?xml version="1.0"?> ' + b"<!--a--> " * 26 + b"x", "a.txt")
            == "text/plain"
        )


@pytest.mark.parametrize(
    "page",
    [b"<!-- a --> \n<!-- b\nc --><HTML>", b'<?xml version="1.0"?>\n<!DOCTYPE html>', b" <!-- <p> --> <body class='a'>"],
)
def test_comments_may_stand_before_a_page(page: bytes) -> None:
    assert detect_media_type.media_type_of(page, "a") == "text/html"


def test_the_xml_of_word_2003_is_a_text_that_libreoffice_prints() -> None:
    source = b'<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument '
    source += b'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body/></w:wordDocument>'
    assert detect_media_type.media_type_of(source, "bescheid.doc") == DOC
    assert detect_media_type.media_type_of(source, "bescheid.xml") == DOC


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b'{"error":"unauthorized"}', "text/plain"),
        (b'{\n"error": "a",\n"code": 401,\n"x": 1\n}', "text/plain"),
        (b"Bitte melden Sie sich an, danach geht es weiter.", "text/plain"),
        (b"<table><tr><td>a;b</td></tr>\n<tr><td>c;d</td></tr></table>", "text/html"),
        (b'<meta charset="utf-8">\n<table></table>', "text/html"),
        (b"\xef\xbb\xbf<STYLE>td{color:red;margin:0}</STYLE>", "text/html"),
        (b"Leistung;Wert\nAusweis;37\n", "text/csv"),
    ],
)
@pytest.mark.parametrize("declared", ["", "text/plain"])
def test_text_under_the_name_of_a_workbook_is_what_it_looks_like(data: bytes, kind: str, declared: str) -> None:
    assert detect_media_type.media_type_of(data, "export.xls", declared) == kind
