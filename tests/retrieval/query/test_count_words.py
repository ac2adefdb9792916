import pytest

from apps.retrieval.query.count_words import count_words


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("?!", 0), ("Hundesteuer", 1), ("Hundesteuer ?", 1), ("Was kostet es?", 3), ("E-Mail ändern", 2),
     ("§ 77 SGG", 2), ("東京の人口", 3), ("GDP 東京", 2)],
)  # fmt: skip
def test_punctuation_is_no_word(text: str, words: int) -> None:
    assert count_words(text) == words
