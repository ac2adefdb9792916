"""The first letters of words as a pattern: nothing that begins with one of them is passed over."""

import re

import pytest

from apps.chat.figures.first_letters import beginning_of
from apps.chat.figures.patterns import FIRST_WORDS


def test_words_that_begin_alike_share_their_letters() -> None:
    assert beginning_of(["mai", "märz", "may", "mrz"]) == "m(?:a(?:i|y)|rz|är)"


def test_after_a_word_that_is_shorter_anything_may_follow() -> None:
    assert beginning_of(["ab", "abend"]) == "ab"


@pytest.mark.parametrize("letters", [1, 2, 3, 5])
def test_every_word_that_may_begin_a_figure_is_looked_at(letters: int) -> None:
    pattern = re.compile(beginning_of(FIRST_WORDS, letters), re.IGNORECASE)
    assert all(pattern.match(word) for word in FIRST_WORDS)
    assert all(pattern.match(word.upper()) for word in FIRST_WORDS if word.upper().lower() == word)
    assert not pattern.match("quelle")
