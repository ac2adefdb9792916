import pytest

from apps.documents.parsing.formats.detect_media_type import MARKDOWN
from apps.documents.parsing.formats.plain_text import LONGEST_PAGE, decode_text, parse_text
from apps.documents.parsing.types import ParseFailure
from tests.processor_time import at_most


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_german_text_survives_every_encoding_offices_use(encoding: str) -> None:
    assert decode_text("Gebühren für Straßen – 5 €".encode(encoding)) == "Gebühren für Straßen – 5 €"


def test_a_declared_encoding_is_used_when_it_is_not_utf_8() -> None:
    assert decode_text("Łódź".encode("iso-8859-2"), "iso-8859-2") == "Łódź"


def test_bytes_that_are_no_text_are_refused_with_a_sentence() -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_text(bytes(range(256)) * 10, "text/plain")
    assert failure.value.reason_code == "wrong_encoding"
    assert "UTF-8" in failure.value.detail


def test_form_feeds_part_pages_and_numbers_begin_at_one() -> None:
    pages = parse_text(b"Seite eins\fSeite zwei", "text/plain").pages
    assert [(page.number, page.text) for page in pages] == [(1, "Seite eins"), (2, "Seite zwei")]


def test_a_short_text_is_one_page() -> None:
    assert len(parse_text(b"# Titel\n\nText", "text/markdown").pages) == 1


def test_a_long_text_is_cut_before_headings_into_pages_worth_citing() -> None:
    source = "".join(f"## § {number}\n\n" + "Ein Satz der Satzung. " * 60 + "\n\n" for number in range(1, 30))
    pages = parse_text(source.encode(), "text/markdown").pages
    assert all(len(page.text) <= LONGEST_PAGE for page in pages)
    assert all(page.text.startswith("## §") for page in pages)
    assert "".join(page.text for page in pages).split() == source.split()


def test_the_title_is_the_front_matter_or_the_first_heading() -> None:
    assert parse_text(b'---\ntitle: "Hundesteuer"\n---\n# Anders\n', "text/markdown").title == "Hundesteuer"
    assert parse_text(b"---\ndate: 2024-05-01\n---\n# Anders\n", "text/markdown").title == "Anders"
    assert parse_text(b"# Hundesteuer #\n\nText", "text/markdown").title == "Hundesteuer"
    assert parse_text(b"Freibad startet\n===============\n\nText", "text/plain").title == "Freibad startet"
    assert parse_text(b"Freibad startet\n\nText\n===\n", "text/plain").title == ""


def test_a_text_of_empty_lines_has_no_text() -> None:
    with pytest.raises(ParseFailure) as failure:
        parse_text(b"\n \n\f\n", "text/plain")
    assert failure.value.reason_code == "no_text"


def test_front_matter_is_no_text() -> None:
    source = b"---\ntitle: Hundesteuer\ntags: [Steuern, Hunde]\ndate: 2024-05-01\n---\n\nDie Steuer.\n"
    read = parse_text(source, "text/markdown")
    assert [page.text for page in read.pages] == ["Die Steuer."]
    assert read.front_matter == {
        "date": "2024-05-01",
        "metadata": {"title": "Hundesteuer", "tags": ["Steuern", "Hunde"], "date": "2024-05-01"},
    }
    assert "title: Hundesteuer" in parse_text(source, "text/plain").pages[0].text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Die Frist endet.<!-- intern: noch prüfen -->\n\n<!--\nEntwurf\n-->Ende.", "Die Frist endet.\n\nEnde."),
        ("```\n<!-- Beispiel -->\n```\n<!-- weg -->Ende.", "```\n<!-- Beispiel -->\n```\nEnde."),
        ("Mit <!-- beginnt, was nie endet.", "Mit <!-- beginnt, was nie endet."),
        ("```\n<!-- a -->", "```\n<!-- a -->"),
    ],
)
def test_comments_of_markdown_are_no_text(text: str, shown: str) -> None:
    (page,) = parse_text(text.encode(), MARKDOWN).pages
    assert page.text == shown
    (page,) = parse_text(text.encode(), "text/plain").pages
    assert page.text == text


def test_comments_that_never_end_take_no_time() -> None:
    with at_most(1):
        parse_text(b"<!-- " * 200_000 + b"\n```" * 100_000, MARKDOWN)
