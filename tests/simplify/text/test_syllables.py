"""Syllables are counted by pyphen's patterns, and break where the package breaks."""

import pytest
from pyphen import Pyphen

from apps.simplify.text.syllables import count_syllables, read_hyphenation_patterns

WORDS = (
    "Abend Bürgerinnen Übergrößenträger Straßenreinigungsgebührensatzung zzgl 50er E-Mail-Adresse Donaudampfschiff "
    "Anmeldebescheinigung Öl x ab aber ABENDESSEN Schifffahrt Kindertagesstättengesetz Genehmigungsvoraussetzungen"
)


def test_words_break_where_the_package_breaks_them() -> None:
    package = Pyphen(lang="de_DE")
    for word in ("", *WORDS.split()):
        assert read_hyphenation_patterns().breaks(word) == package.positions(word), word


@pytest.mark.parametrize(("word", "number"), [("", 1), ("Amt", 1), ("Abend", 1), ("Gebühr", 2), ("Hundesteuer", 4)])
def test_a_word_has_at_least_one_syllable(word: str, number: int) -> None:
    assert count_syllables(word) == number
