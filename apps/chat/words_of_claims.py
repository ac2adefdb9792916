"""The words by which a claim and a sentence of a page are compared."""

from apps.llm.offline.words import content_words as words_of_subject
from apps.llm.offline.words import stem

SHORTEST_WORD = 3


def content_words(text: str) -> frozenset[str]:
    """Words that carry the subject, without their endings: "Gebühren" and "Gebühr" are the same."""
    return frozenset(stem(word) for word in words_of_subject(text) if word.isalpha() and len(word) >= SHORTEST_WORD)
