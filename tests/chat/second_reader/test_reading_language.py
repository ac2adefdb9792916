"""A reader is measured in a language; sentences in another one are not given to it."""

import pytest

from apps.chat.second_reader.reading_language import reading_language

GERMAN = "Die Gebühr ist bis zum 1. Mai zu zahlen."
ENGLISH = "The fee must be paid by 1 May."


def test_both_sides_must_be_in_the_same_language() -> None:
    assert reading_language("Sie müssen die Gebühr im April zahlen.", [GERMAN]) == "de"
    assert reading_language("You have to pay the fee in April.", [ENGLISH]) == "en"
    assert reading_language("You have to pay the fee in April.", [GERMAN]) == ""


@pytest.mark.parametrize(
    "text",
    [
        "La taxe est de 45 euros par an et doit être payée avant le 1er mai.",
        "Die belasting bedraagt 45 euro per jaar en is voor 1 mei te betalen.",
        "Vergi yılda 45 avrodur.",
        "Налог составляет 45 евро в год.",
        "Reisepass: 70 Euro",
        "45",
        "",
    ],
)
def test_what_is_neither_german_nor_english_is_read_by_nobody(text: str) -> None:
    assert reading_language(text, [text]) == ""
