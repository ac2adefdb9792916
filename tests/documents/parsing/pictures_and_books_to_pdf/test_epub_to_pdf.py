"""Books as the reader of PDFs reads them: headings, tables and captions as the book has them."""

import re

import pymupdf
import pytest

from apps.documents.parsing.formats.office_and_picture_media_types import EPUB
from apps.documents.parsing.formats.read_document import read_document
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.pictures_and_books_to_pdf.adapt_chapters_for_mupdf import adapt_chapter
from apps.documents.parsing.pictures_and_books_to_pdf.epub_to_pdf import book_pdf
from apps.documents.parsing.types import ParsedPage
from tests.documents.office_files import epub
from tests.processor_time import at_most

SENTENCE = "<p>Diese Satzung regelt die Gebühren für Hunde und den Friedhof, wie der Rat sie beschlossen hat.</p>"
FEES = (
    "<table><caption>Sätze der Steuer</caption><tr><th>Tier</th><th>Gebühr</th></tr>"
    "<tr><td>Erster Hund</td><td>120,00 Euro</td></tr>"
    "<tr><td>Zweiter Hund, wenn er in demselben Haushalt lebt wie der erste</td><td>180,00 Euro</td></tr></table>"
)
READ_FEES = (
    "Sätze der Steuer\n\n| Tier | Gebühr |\n| --- | --- |\n| Erster Hund | 120,00 Euro |\n"
    "| Zweiter Hund, wenn er in demselben Haushalt lebt wie der erste | 180,00 Euro |"
)


def pages_of(*chapters: str, style: str = "") -> list[ParsedPage]:
    pages: list[ParsedPage] = []
    pdf = book_pdf(epub("Buch", *chapters, style=style))
    read_document(pdf, "buch.pdf", "", ParseLimits(), lambda page, _: pages.append(page))
    return pages


def text_of(*chapters: str, style: str = "") -> str:
    return "\n\n".join(page.text for page in pages_of(*chapters, style=style))


def test_headings_of_all_levels_are_headings() -> None:
    headings = "".join(f"<h{level}>Teil {level} der Satzung</h{level}>{SENTENCE}" for level in range(1, 7))
    found = re.findall(r"^(#+) Teil (\d)", text_of(headings), re.MULTILINE)
    assert found == [("#", "1"), ("##", "2"), ("###", "3"), ("###", "4"), ("###", "5"), ("###", "6")]


def test_a_heading_stays_one_where_the_book_draws_it_like_its_text() -> None:
    plain = "h2 { font-size: 1em; font-weight: normal; margin: 0 }"
    assert "\n\n## Hunde\n\n" in text_of(f"{SENTENCE}<h2>Hunde</h2>{SENTENCE}", style=plain)


def test_a_table_has_its_caption_above_it_and_its_head_first() -> None:
    assert READ_FEES in text_of(SENTENCE + FEES + SENTENCE)


def test_terms_of_a_list_stand_in_one_line_with_what_is_said_of_them() -> None:
    fees = "<dl><dt>Personalausweis</dt><dd>37,00&nbsp;Euro</dd><dt>Zeugnis</dt>"
    fees += "<dd>13 Euro</dd><dd>ermäßigt 6 Euro</dd></dl>"
    told = ["Personalausweis: 37,00 Euro", "Zeugnis: 13 Euro; ermäßigt 6 Euro"]
    assert text_of(f"{SENTENCE}{fees}").split("\n\n")[1:] == told
    assert [each.text for each in read_source_paragraphs(epub("Buch", fees), EPUB)] == told


def test_terms_above_texts_stay_above_them() -> None:
    terms = f"<dl><dt>Ablauf der Prüfung</dt><dd>{SENTENCE}</dd><dt>Gebühr</dt><dd>5 Euro</dd></dl>"
    assert "Prüfung:" not in text_of(terms)


def test_cells_that_the_book_draws_without_lines_are_told_apart() -> None:
    assert READ_FEES in text_of(SENTENCE + FEES + SENTENCE, style="td, th { border: none; padding: 0 }")


@pytest.mark.parametrize(
    "heading",
    [
        '<h2 style="font-size: 8pt; font-weight:normal">Hunde</h2>',
        "<h2 STYLE='font: 8pt serif !important'>Hunde</h2>",
        '<h2><span class="x" style="font-size:0.7em;color:#333">Hunde</span></h2>',
    ],
)
def test_a_heading_stays_one_where_its_tag_makes_it_small(heading: str) -> None:
    assert "\n\n## Hunde\n\n" in text_of(f"{SENTENCE}{heading}{SENTENCE}")


def test_cells_whose_tags_say_that_they_have_no_lines_are_told_apart() -> None:
    bare = FEES.replace("<table>", '<table style="border: none">').replace("<td>", '<td style="border:0;padding:0">')
    assert READ_FEES in text_of(SENTENCE + bare.replace("<th>", '<th style="border-style:none">') + SENTENCE)


@pytest.mark.parametrize("hiding", ["display:none", "border:none; visibility:hidden"])
def test_a_heading_that_its_tag_hides_stays_hidden(hiding: str) -> None:
    assert "Verborgen" not in text_of(f'{SENTENCE}<h2 style="{hiding}">Verborgen</h2>{SENTENCE}')


def test_a_table_of_the_layout_is_text() -> None:
    rows = "<tr><td>Links steht ein Satz.</td><td>Rechts einer.</td></tr>" * 2
    assert "|" not in text_of(f'{SENTENCE}<table role="presentation">{rows}</table>{SENTENCE}')


def test_tables_without_a_word_between_them_keep_their_order() -> None:
    table = "<table><tr><td>{0} eins</td><td>{0} zwei</td></tr><tr><td>{0} drei</td><td>{0} vier</td></tr></table>"
    text = text_of(table.format("Alpha") + table.format("Beta"))
    assert text.index("Alpha vier") < text.index("Beta eins")
    assert text.count("| --- | --- |") == 2


@pytest.mark.parametrize("style", ["", "table { border-collapse: collapse }"])
def test_a_table_over_several_pages_keeps_its_rows_and_its_head(style: str) -> None:
    rows = "".join(f"<tr><td>{each}</td><td>{'Wort ' * 60}Zeile {each}.</td></tr>" for each in range(14))
    pages = pages_of(f"{SENTENCE}<table><tr><th>Nr</th><th>Name</th></tr>{rows}</table>", style=style)
    assert len(pages) > 2
    assert all("| Nr | Name |\n| --- | --- |" in page.text for page in pages)
    read = re.findall(r"^\| (\d+) \| (?:Wort )+Zeile (\d+)\. \|$", "\n".join(page.text for page in pages), re.MULTILINE)
    assert read == [(str(each), str(each)) for each in range(14)]


def test_all_columns_of_a_wide_table_are_on_the_page() -> None:
    cells = [f"Spalte{number}" for number in range(14)]
    rows = "".join(f"<tr>{''.join(f'<td>{name}-{row}</td>' for name in cells)}</tr>" for row in range(3))
    text = text_of(f"<table>{rows}</table>")
    assert all(f"Spalte{number}-{row}" in text for number in range(14) for row in range(3))


def test_books_without_such_a_table_have_pages_of_a5() -> None:
    with pymupdf.open(stream=book_pdf(epub("Buch", SENTENCE * 40)), filetype="pdf") as book:
        assert {(round(page.rect.width), round(page.rect.height)) for page in book} == {(420, 595)}


def test_a_line_of_code_that_is_longer_than_the_page_is_wrapped() -> None:
    words = [f"wort{number}" for number in range(60)]
    assert all(word in text_of(f"<pre>{' '.join(words)}</pre>") for word in words)


@pytest.mark.parametrize("hidden", ['style="display: none"', "hidden='hidden' style='display:none'"])
def test_the_caption_of_a_hidden_table_stays_hidden(hidden: str) -> None:
    assert "Sätze" not in text_of(SENTENCE + FEES.replace("<table>", f"<table {hidden}>"))


@pytest.mark.parametrize(
    "part",
    [
        b"<table> " * 200_000 + b"<caption>",
        b"<caption>" * 200_000,
        b"<table><caption>" * 200_000,
        (b"<table><caption>" + b"x " * 3_000) * 1_000,
        b"<table" + b" " * 1_000_000 + b"<caption",
        b"<h1 style=" * 200_000,
        b"<h1>" + b"x " * 1_000_000 + b" style=",
        b"<h1 style='" + b"font:" * 200_000,
        b"<td style='" * 200_000,
    ],
)
def test_tags_that_do_not_end_take_no_time(part: bytes) -> None:
    with at_most(2):
        assert adapt_chapter(part) is None


def test_many_rows_take_time_linear_to_their_number() -> None:
    with at_most(15):
        rows = "<tr><td>a</td><td>b</td></tr>" * 9_000
        book_pdf(epub("Buch", f"<table>{rows}</table>", style="table { border-collapse: collapse }"))


def test_what_one_book_is_drawn_with_is_gone_afterwards() -> None:
    book_pdf(epub("Buch", SENTENCE))
    assert pymupdf.mupdf.fz_user_css() == ""


def test_marks_of_notes_are_no_part_of_their_words() -> None:
    text = text_of(
        '<p>Die Ruhezeit beträgt 20 Jahre<a xmlns:epub="http://www.idpf.org/2007/ops" epub:type="noteref" href="#n">'
        "<sup>1</sup></a>. Ein Grab kostet 850 Euro<sup>2</sup> und hat 2 m<sup>2</sup>.</p>"
        '<p id="n">1 Für Kinder 15 Jahre.</p>'
    )
    assert "beträgt 20 Jahre (1). Ein Grab kostet 850 Euro (2) und hat 2 m2." in text
