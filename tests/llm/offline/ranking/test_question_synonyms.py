"""People's words and the offices' words for one thing."""

import pytest

from apps.llm.offline.ranking.question_synonyms import are_synonyms
from apps.text.word_stems import fold, stem


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("Auto", "Kraftfahrzeug", True), ("Müll", "Abfall", True), ("Gebühren", "Preis", True), ("Hund", "Gebühr", False)],
)
def test_words_of_one_group_mean_the_same(one: str, other: str, same: bool) -> None:
    assert are_synonyms(stem(fold(one)), stem(fold(other))) is same
    assert are_synonyms(stem(fold(other)), stem(fold(one))) is same
