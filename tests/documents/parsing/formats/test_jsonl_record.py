import pytest

from apps.documents.parsing.formats.jsonl_record import parse_record, parse_record_bytes
from apps.documents.parsing.types import ParseFailure


def test_pages_of_a_record_keep_their_numbers_also_when_one_is_empty() -> None:
    document = parse_record({"title": "Bericht", "pages": ["eins", "", "drei"]})
    assert [(page.number, page.text) for page in document.pages] == [(1, "eins"), (2, ""), (3, "drei")]
    assert document.title == "Bericht"


def test_html_comes_before_text() -> None:
    assert parse_record({"html": "<h2>Frist</h2>", "text": "anders"}).pages[0].text == "## Frist"


def test_a_cms_page_brings_its_fields() -> None:
    record = {"text": "Text", "name": "hundesteuer", "description": "Worum\nes geht", "keywords": ["Hund", "Steuer"]}
    assert parse_record(record).fields == {
        "name": "hundesteuer",
        "description": "Worum es geht",
        "keywords": "Hund, Steuer",
    }


@pytest.mark.parametrize("record", [{}, {"text": "  "}, {"pages": []}, {"pages": [None, ""]}, {"text": 7}])
def test_a_record_without_text_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_record(record)
    assert failure.value.reason_code == "no_text"


@pytest.mark.parametrize("data", [b"{", b"[1]", b"[" * 100_000])
def test_what_is_no_json_object_is_refused(data: bytes) -> None:
    with pytest.raises(ParseFailure):
        parse_record_bytes(data)
