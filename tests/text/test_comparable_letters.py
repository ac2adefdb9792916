import pytest

from apps.documents.parsing.page_parts.recognise_figure_captions import insert_beside_caption
from apps.documents.parsing.pdf.ocr_pictures_beside_text import new_lines
from apps.text.comparable_letters import comparable_letters


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Grund-\nstücks_\N{LATIN SMALL LIGATURE FL}äche, 12 m²", "grundstücksfläche12m2"),
        ("STRASSE, Straße", "strassestrasse"),
        ("Bu\N{COMBINING DIAERESIS}ro", "büro"),
        ("– | *", ""),
    ],
)
def test_letters_and_digits_are_left(text: str, letters: str) -> None:
    assert comparable_letters(text) == letters


def test_a_picture_says_nothing_new_with_a_raised_figure_as_a_plain_one() -> None:
    assert new_lines("Fläche: 12 m2", "Fläche: 12 m², ohne Keller") == ""
    assert new_lines("Fläche: 13 m2", "Fläche: 12 m², ohne Keller") == "Fläche: 13 m2"


def test_a_caption_is_found_with_marks_of_their_own() -> None:
    page = "Davor.\n\nAbb. 2: Fla\N{COMBINING DIAERESIS}che\n\nDanach."
    assert insert_beside_caption(page, "Abb. 2: Fläche", "12 Hektar", 0) == page.replace(
        "Abb. 2", "12 Hektar\n\nAbb. 2"
    )
