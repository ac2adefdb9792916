"""Lines of a page as Markdown."""

import pytest

from apps.documents.parsing.layout.lines_to_markdown import to_markdown
from apps.documents.parsing.layout.reading_order import TextLine


def markdown(*texts: str) -> str:
    lines = [
        TextLine(text, 72, 80 + 14 * number, 72 + 5 * len(text), 90 + 14 * number, 10, bold=False, block=0)
        for number, text in enumerate(texts)
    ]
    return to_markdown(lines, 10, [])


@pytest.mark.parametrize("sign", ["•", "■", "❖", "❑"])
def test_a_sign_before_a_line_makes_it_an_item(sign: str) -> None:
    assert markdown(f"{sign} der Antrag", f"{sign} der Nachweis") == "- der Antrag\n- der Nachweis"


def test_a_box_keeps_its_sign_and_a_paragraph_of_its_own() -> None:
    assert markdown("☒ der Hort", "☐ die Mensa") == "☒ der Hort\n\n☐ die Mensa"


@pytest.mark.parametrize("below", [[], [TextLine("Ein Satz darunter.", 72, 300, 160, 310, 10, bold=False, block=0)]])
def test_tables_without_a_line_between_them_keep_their_order(below: list[TextLine]) -> None:
    text = to_markdown(below, 10, [((72, 100, 200, 150), "| eins |"), ((72, 200, 200, 250), "| zwei |")])
    assert text.startswith("| eins |\n\n| zwei |")
