"""Of several quotes, what says the same in other words contradicts nothing (of one: find_contradictions.tsv)."""

import pytest

from apps.text.entailment import derive


@pytest.mark.parametrize(
    ("quotes", "claim"),
    [
        (
            [
                "The course in bookkeeping begins on 6 October and costs 140 euros.",
                "The course in Spanish costs 165 euros.",
            ],
            "The Spanish course costs 165 euros; the bookkeeping course costs 140 euros and starts on 6 October.",
        ),
        (
            ["Smoking is prohibited inside the station and within 10 metres of any entrance."],
            "You may not smoke in the station or within 10 metres of an entrance.",
        ),
    ],
)
def test_what_says_the_same_in_other_words_is_not_contradicted(quotes: list[str], claim: str) -> None:
    assert str(derive(claim, quotes).level) != "contradicted"
