"""Drawn boxes of a PDF keep their text to themselves."""

from collections.abc import Callable
from typing import Any

from apps.documents.parsing.layout.lines_to_markdown import BodySize
from apps.documents.parsing.pdf.read_pdf import open_pdf
from apps.documents.parsing.pdf.read_text_layer import read_text_layer
from tests.documents.parsing.sample_pdfs import pdf


def read(draw: Callable[[Any], None]) -> str:
    return read_text_layer(open_pdf(pdf(draw))[0], BodySize()).page.text


def boxes(page: Any, *texts: tuple[float, float, tuple[str, ...]]) -> None:
    for x, y, lines in texts:
        page.draw_rect((x, y, x + 150, y + 10 + 14 * len(lines)))
        for number, line in enumerate(lines):
            page.insert_text((x + 8, y + 15 + 14 * number), line, fontsize=10)


def test_boxes_of_an_organisation_chart_are_paragraphs_of_their_own() -> None:
    def chart(page: Any) -> None:
        boxes(page, (72, 100, ("Amt 10 Personal",)), (72, 130, ("Amt 11 Haushalt",)))
        boxes(page, (272, 100, ("Amt 50 Soziales",)), (272, 130, ("Amt 51 Jugend",)))

    assert sorted(read(chart).split("\n\n")) == [
        "Amt 10 Personal", "Amt 11 Haushalt", "Amt 50 Soziales", "Amt 51 Jugend",
    ]  # fmt: skip


def test_what_is_filled_into_a_box_stays_beside_its_label() -> None:
    def form(page: Any) -> None:
        page.insert_text((72, 115), "Name des Kindes:", fontsize=10)
        boxes(page, (165, 100, ("Mia Beispiel",)))

    assert read(form) == "Name des Kindes: Mia Beispiel"


def test_marked_lines_stay_one_paragraph() -> None:
    def marked(page: Any) -> None:
        for y, text in ((100, "Die Gebühr ist mit dem Antrag zu"), (114, "zahlen, bar oder mit Karte.")):
            page.draw_rect((72, y - 9, 72 + 4.7 * len(text), y + 3), fill=(1, 1, 0), color=None)
            page.insert_text((72, y), text, fontsize=10)

    assert read(marked) == "Die Gebühr ist mit dem Antrag zu zahlen, bar oder mit Karte."
