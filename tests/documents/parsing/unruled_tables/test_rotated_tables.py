"""Tables without ruled lines that lie on their side beside upright text are read row by row."""

from typing import Any

import pytest

from apps.documents.parsing.layout.lines_to_markdown import BodySize
from apps.documents.parsing.pdf.read_pdf import open_pdf
from apps.documents.parsing.pdf.read_text_layer import read_text_layer
from tests.documents.parsing.sample_pdfs import pdf

TEXT = (
    "Die Gebühren des Bürgeramts richten sich nach dieser Übersicht. Sie gilt ab dem ersten Januar für alle Menschen, "
    "die in der Stadt wohnen. Gezahlt wird bar oder mit Karte, wenn der Antrag gestellt wird, und nicht danach. "
) * 2
FEES = [
    ("Leistung", "Dauer", "Gebühr"),
    ("Anmeldung", "1 Tag", "kostenlos"),
    ("Bescheinigung", "2 Tage", "8,00 Euro"),
    ("Reisepass", "6 Wochen", "70,00 Euro"),
]
TABLE = """| Leistung | Dauer | Gebühr |
| --- | --- | --- |
| Anmeldung | 1 Tag | kostenlos |
| Bescheinigung | 2 Tage | 8,00 Euro |
| Reisepass | 6 Wochen | 70,00 Euro |"""


def read(rows: list[tuple[str, ...]], turned: int) -> str:
    def draw(page: Any) -> None:
        page.insert_textbox((72, 40, 520, 150), TEXT, fontsize=10)
        for row, texts in enumerate(rows):
            for along, text in zip((0, 160, 260), texts, strict=False):
                place = (150 + 20 * row, 600 - along) if turned == 90 else (450 - 20 * row, 200 + along)
                page.insert_text(place, text, fontsize=10, rotate=turned)

    return read_text_layer(open_pdf(pdf(draw))[0], BodySize()).page.text


@pytest.mark.parametrize("turned", [90, 270])
def test_rows_are_those_of_the_table_as_if_it_stood_upright(turned: int) -> None:
    text = read(FEES, turned)
    assert text.startswith("Die Gebühren des Bürgeramts")
    assert text.endswith(TABLE)


def test_a_note_that_runs_upwards_beside_the_text_is_no_table() -> None:
    assert "|" not in read([("Stand: Mai",), ("Formular 12",)], 90)
