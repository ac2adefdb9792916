"""The first letters of words as a pattern: nothing that begins with one of them is passed over."""

import re

import pytest

from apps.chat.quantities.quantity_patterns import FIRST_WORDS
from apps.chat.quantities.word_list_prefilter import prefix_pattern


def test_words_that_begin_alike_share_their_letters() -> None:
    assert prefix_pattern(["mai", "märz", "may", "mrz"]) == "m(?:a(?:i|y)|rz|är)"


def test_after_a_word_that_is_shorter_anything_may_follow() -> None:
    assert prefix_pattern(["ab", "abend"]) == "ab"


@pytest.mark.parametrize("letters", [1, 2, 3, 5])
def test_every_word_that_may_begin_a_figure_is_looked_at(letters: int) -> None:
    pattern = re.compile(prefix_pattern(FIRST_WORDS, letters), re.IGNORECASE)
    assert all(pattern.match(word) for word in FIRST_WORDS)
    assert all(pattern.match(word.upper()) for word in FIRST_WORDS if word.upper().lower() == word)
    assert not pattern.match("quelle")
