"""What is printed in a figure stands by its caption."""

from apps.documents.parsing.page_parts.recognise_figure_captions import find_caption, insert_beside_caption
from tests.documents.parsing.pdf.test_read_pdf import text_of
from tests.documents.parsing.sample_pdfs import SENTENCE, writes

FIGURE = (100.0, 200.0, 400.0, 350.0)
BELOW, ABOVE = (110.0, 360.0, 300.0, 372.0), (110.0, 180.0, 300.0, 192.0)


def test_the_line_below_a_figure_names_it() -> None:
    lines = [(ABOVE, "Abbildung 1: Bezirke"), (BELOW, "Abbildung 2: Einwohner"), (FIGURE, "Abbildung 3: darin")]
    assert find_caption(FIGURE, lines) == "Abbildung 2: Einwohner"
    assert find_caption(FIGURE, lines[:1]) == "Abbildung 1: Bezirke"


def test_what_names_nothing_is_no_caption() -> None:
    assert find_caption(FIGURE, [(BELOW, "Abbildung 2 zeigt die Einwohner."), (ABOVE, "Die Einwohner")]) == ""
    assert find_caption(FIGURE, [((110.0, 700.0, 300.0, 712.0), "Abbildung 9: weit weg")]) == ""


def test_its_print_goes_before_the_caption_else_before_the_foot() -> None:
    page = "Text davor.\n\nAbb. 2: Einwohner\n\nText danach.\n\nSeite 4"
    there = insert_beside_caption(page, "Abb. 2: Einwohner", "Mitte 12", len("Seite 4"))
    assert there == page.replace("Abb. 2", "Mitte 12\n\nAbb. 2")
    assert insert_beside_caption(page, "", "Mitte 12", len("Seite 4")) == page.replace("Seite 4", "Mitte 12\n\nSeite 4")


def test_a_caption_is_a_paragraph_of_its_own_and_no_heading() -> None:
    def draw(page: object) -> None:
        writes(SENTENCE, "Abbildung 4: Einwohner nach Bezirken", SENTENCE)(page)

    assert f"{SENTENCE}\n\nAbbildung 4: Einwohner nach Bezirken\n\n{SENTENCE}" in text_of(draw)
