"""PDF pages to Markdown, on papers made here."""

from typing import Any

import pytest

from apps.documents.parsing.formats.read_document import read_document
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages, unrecognised_paragraphs
from apps.documents.parsing.types import ParsedPage, ParseFailure
from tests.documents.parsing.sample_pdfs import SENTENCE, pdf, writes


def pages_of(data: bytes, most: int = 100) -> list[ParsedPage]:
    return list(read_pdf_pages(open_pdf(data), most, ocr_seconds=20))


def text_of(*draw: Any) -> str:
    return pages_of(pdf(*draw))[0].text


def test_lines_of_a_paragraph_become_running_text() -> None:
    text = text_of(writes("Die Antwort der Bundesregierung lautet wie folgt und gilt für alle Verwal-", "tungen."))
    assert text == "Die Antwort der Bundesregierung lautet wie folgt und gilt für alle Verwaltungen."


def marked(*parts: str) -> Any:
    """Writes the parts in one line, and underlines each before the next is written."""

    def draw(page: Any) -> None:
        import pymupdf

        left = 72.0
        for part in parts:
            page.insert_text((left, 90), part, fontsize=11)
            right = left + pymupdf.get_text_length(part, fontsize=11)
            page.draw_line((left, 92), (right, 92), width=0.6)
            left = right

    return draw


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("Der Antrag ist spätestens", " am Freitag", " beim Amt einzureichen."), "spätestens am Freitag beim Amt"),
        (("Es gilt nicht ", "die Frist des Vorjahres."), "gilt nicht die Frist"),
        (("Ab sofort gelten Haus", "nummern und nichts anderes."), "gelten Hausnummern und"),
    ],
)
def test_words_beside_a_drawn_stroke_keep_their_blanks(parts: tuple[str, ...], text: str) -> None:
    assert text in text_of(marked(*parts))


def test_larger_print_is_a_heading() -> None:
    def draw(page: Any) -> None:
        page.insert_text((72, 80), "Gebührenordnung", fontsize=20)
        page.insert_text((72, 120), "Abschnitt Eins", fontsize=14)
        for line in range(5):
            page.insert_text((72, 150 + 14 * line), SENTENCE, fontsize=11)

    text = text_of(draw)
    assert text.startswith("# Gebührenordnung\n\n## Abschnitt Eins\n\n")


def test_list_items_stay_apart() -> None:
    text = text_of(writes("Es sind beizufügen:", "- der Antrag", "- der Nachweis", "1. im Original", "2. in Kopie"))
    assert "- der Antrag\n- der Nachweis" in text
    assert "1. im Original\n2. in Kopie" in text


def test_columns_are_read_one_after_the_other_even_if_written_across() -> None:
    left = [f"Linke Spalte mit der Zeile Nummer {number}" for number in range(8)]
    right = [f"Rechte Spalte mit der Zeile Nummer {number}" for number in range(8)]

    def draw(page: Any) -> None:
        # From the bottom up, so that the order in the file is of no help.
        for number in reversed(range(8)):
            page.insert_text((320, 100 + 14 * number), right[number], fontsize=9)
            page.insert_text((60, 100 + 14 * number), left[number], fontsize=9)

    text = text_of(draw)
    assert text.index("Linke Spalte mit der Zeile Nummer 7") < text.index("Rechte Spalte mit der Zeile Nummer 0")


def test_a_ruled_table_becomes_a_markdown_table_in_its_place() -> None:
    rows = [("Hund", "Gebühr"), ("erster", "120 Euro"), ("zweiter | weiterer", "180 Euro")]

    def draw(page: Any) -> None:
        page.insert_text((72, 80), SENTENCE, fontsize=11)
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                box = (72 + 200 * column, 100 + 24 * number, 272 + 200 * column, 124 + 24 * number)
                page.draw_rect(box, width=0.7)
                page.insert_text((box[0] + 5, box[1] + 16), cell, fontsize=10)
        page.insert_text((72, 200), "Nach der Tabelle steht dieser Satz.", fontsize=11)

    text = text_of(draw)
    table = "| Hund | Gebühr |\n| --- | --- |\n| erster | 120 Euro |\n| zweiter \\| weiterer | 180 Euro |"
    assert table in text
    assert text.index(SENTENCE) < text.index(table) < text.index("Nach der Tabelle")
    assert text.count("120 Euro") == 1


def test_a_table_without_ruled_lines_stands_in_its_place() -> None:
    def draw(page: Any) -> None:
        writes(SENTENCE, at=(72, 90))(page)
        for column, cells in enumerate((("Mitte", "Nord", "Süd"), ("12", "98", "7"), ("1.310", "5", "40"))):
            writes(*cells, at=(72 + 120 * column, 130), leading=20)(page)
        writes("Nach der Tabelle geht es weiter.", at=(72, 220))(page)

    table = "|  |  |  |\n| --- | --- | --- |\n| Mitte | 12 | 1.310 |\n| Nord | 98 | 5 |\n| Süd | 7 | 40 |"
    (page,) = read_pdf_pages(open_pdf(pdf(draw)), 10, 1.0)
    assert page.text == f"{SENTENCE}\n\n{table}\n\nNach der Tabelle geht es weiter."


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_is_printed_sideways_is_read_in_its_lines(turn: int) -> None:
    """The text runs from bottom to top, from top to bottom, or upside down."""

    def draw(page: Any) -> None:
        for number in range(4):
            at = {90: (100 + 20 * number, 700), 270: (500 - 20 * number, 100), 180: (500, 700 - 20 * number)}[turn]
            page.insert_text(at, f"Zeile {number} der Seite.", fontsize=11, rotate=turn)

    found = [text_of(draw).index(f"Zeile {number} der Seite.") for number in range(4)]
    assert found == sorted(found)


def test_a_frame_around_text_is_no_table() -> None:
    def draw(page: Any) -> None:
        page.draw_rect((60, 60, 540, 140))
        writes(SENTENCE, SENTENCE)(page)

    assert "|" not in text_of(draw)


def test_pages_are_numbered_from_one_and_bounded() -> None:
    data = pdf(*[writes(f"Seite {number}: {SENTENCE}") for number in range(1, 6)])
    assert [(page.number, page.text[:7]) for page in pages_of(data, most=3)] == [
        (1, "Seite 1"),
        (2, "Seite 2"),
        (3, "Seite 3"),
    ]


def test_the_size_of_a_page_is_in_points() -> None:
    page = pages_of(pdf(writes(SENTENCE), size=(400, 300)))[0]
    assert (page.width, page.height) == (400, 300)


def test_a_password_is_asked_for_in_words() -> None:
    import pymupdf

    document = pymupdf.open(stream=pdf(writes(SENTENCE)))
    locked = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="geheim", owner_pw="auch")
    with pytest.raises(ParseFailure) as failure:
        open_pdf(locked)
    assert failure.value.reason_code == "encrypted"


def test_a_pdf_that_only_forbids_changes_is_read() -> None:
    import pymupdf

    document = pymupdf.open(stream=pdf(writes(SENTENCE)))
    guarded = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="", owner_pw="chef")
    assert pages_of(guarded)[0].text == SENTENCE


def test_a_file_cut_off_before_its_pages_has_none() -> None:
    with pytest.raises(ParseFailure) as failure:
        open_pdf(pdf(writes(SENTENCE))[:300])
    assert failure.value.reason_code in ("no_pages", "not_a_pdf")


def test_entries_of_a_table_of_contents_stay_apart_and_lose_their_dots() -> None:
    entries = [f"{chapter} {'.' * (90 - len(chapter))} {page}" for chapter, page in (("Zweck", 3), ("Begriffe", 14))]
    assert text_of(writes(*entries)) == "Zweck ... 3\n\nBegriffe ... 14"


def test_a_dash_inside_a_sentence_begins_no_list() -> None:
    lines = (
        "Die Zahl der Arbeitnehmer im Gastgewerbe und im Handel ist gestiegen, die der Beamten",
        "- ebenfalls wie erwartet - nicht.",
    )
    assert text_of(writes(*lines)) == " ".join(lines)


@pytest.mark.parametrize("count", ["2000000000", "-1", "0"])
def test_a_page_tree_that_counts_wrongly_has_no_page(count: str) -> None:
    data = pdf(writes(SENTENCE)).replace(b"/Count 1", f"/Count {count}".encode())
    with pytest.raises(ParseFailure) as failure:
        open_pdf(data)
    assert failure.value.reason_code == "no_pages"


def test_a_pdf_none_of_whose_pages_can_be_read_is_damaged() -> None:
    import pymupdf

    document = pymupdf.open(stream=pdf(writes(SENTENCE)))
    tree = int(document.xref_get_key(document.pdf_catalog(), "Pages")[1].split()[0])
    document.xref_set_key(tree, "Kids", f"[{tree} 0 R {tree} 0 R]")
    document.xref_set_key(tree, "Count", "2")
    data = document.tobytes()
    with pytest.raises(ParseFailure) as failure:
        read_document(data, "a.pdf", "", ParseLimits(), lambda page, count: None)
    assert failure.value.reason_code == "no_pages"


def test_text_that_recognition_parts_beside_a_picture_is_kept_whole() -> None:
    known = "Hier ist die Datei:\n\nAmtlich beglaubigt"
    assert unrecognised_paragraphs(known, "Hier ist\n\nTschüss\n\ndie Datei:\n\nAmtlich  beglaubigt") == [
        "Hier ist die Datei:"
    ]
