"""Words with figures, kept as text."""

import pytest

from apps.text.entailment.tokens.compact_word_table import CompactWordTable

READINGS = {
    "amt": [(52, -3.0128), (11, -12.5983)],
    "amte": [(52, -9.1)],
    "am": [(7, -0.1 - 0.2)],
    "a": [(3, float("-inf"))],
    ",": [(1, 0.0)],
    "über": [(7, -1e-300)],
}


@pytest.mark.parametrize("word", READINGS)
def test_a_word_has_the_very_figures_it_was_given(word: str) -> None:
    table = CompactWordTable(READINGS)
    assert word in table
    assert table[word] == READINGS[word]


@pytest.mark.parametrize("word", ["", "amts", "mt", "b", "amt\t52", "52", "üb", "am\t7 -0.30000000000000004\namt"])
def test_parts_of_words_and_of_lines_are_no_words(word: str) -> None:
    table = CompactWordTable(READINGS)
    assert word not in table
    with pytest.raises(KeyError):
        table[word]
