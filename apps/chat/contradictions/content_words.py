"""Content words, by which a claim and a sentence of a page are compared."""

import re

from apps.text.word_stems import content_words as words_of_subject
from apps.text.word_stems import stem

SHORTEST_WORD = 3
ENGLISH = re.compile(r"\b(?:the|of|and|to|is|are|for|with|you|must|this|that|from|by|your)\b")


def content_words(text: str) -> frozenset[str]:
    """Words that carry the subject, without their endings: "Gebühren" and "Gebühr" are the same."""
    return frozenset(stem(word) for word in words_of_subject(text) if word.isalpha() and len(word) >= SHORTEST_WORD)


def is_english(text: str) -> bool:
    return len(ENGLISH.findall(text)) * 6 > len(text.split())
