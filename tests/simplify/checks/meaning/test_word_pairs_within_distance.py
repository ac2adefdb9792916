"""Two words near each other, told as the plain pattern for both tells them."""

import random
import re

import pytest

from apps.simplify.checks.meaning.negations import NOT_WITHOUT, ONLY_WITH
from apps.simplify.checks.meaning.word_pairs_within_distance import contains_nearby_pair

PLAIN = {
    "only": (ONLY_WITH, r"\b(?:nur|erst)\b[^.!?]{0,100}\b(?:wenn|mit|nach|sobald)\b"),
    "without": (
        NOT_WITHOUT,
        r"\bohne\b[^.!?]{1,120}\b(?:nicht|kein\w*)\b|\b(?:nicht|kein\w*)\b[^.!?]{1,120}\bohne\b",
    ),
}
WORDS = [
    "nur",
    "Erst",
    "wenn",
    "mit",
    "ohne",
    "nicht",
    "keine",
    "Antrag.",
    "Bescheid!",
    "Genehmigung",
    "Verwaltung" * 5,
]


@pytest.mark.parametrize("name", PLAIN)
def test_it_finds_what_the_plain_pattern_finds(name: str) -> None:
    wanted, written = PLAIN[name]
    pattern = re.compile(written, re.IGNORECASE)
    choose = random.Random(5)  # noqa: S311 - the same texts every time
    texts = [" ".join(choose.choices(WORDS, k=choose.randint(1, 9))) for _ in range(3_000)]
    found = [contains_nearby_pair(wanted, text) for text in texts]
    assert found == [bool(pattern.search(text)) for text in texts]
    assert 300 < sum(found) < 2_700
