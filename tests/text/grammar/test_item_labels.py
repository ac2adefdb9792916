"""Which signs in front of an item are its label, and which are words of the sentence."""

import re

import pytest

from apps.text.grammar.item_labels import BRACKETED_LABEL


@pytest.mark.parametrize("label", ["d)", "(d)", "2)", "(2)", "(2a)", "12a)", "aa)", "ii)", "(iv)"])
def test_letters_and_numbers_with_a_bracket_are_labels(label: str) -> None:
    assert re.fullmatch(BRACKETED_LABEL, label)


@pytest.mark.parametrize("words", ["(no)", "(ab)", "so)", "(nur)", "d", "2.", "()", "(2", "(1234)"])
def test_words_in_brackets_are_none(words: str) -> None:
    assert not re.fullmatch(BRACKETED_LABEL, words)
