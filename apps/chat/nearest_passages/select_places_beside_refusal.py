"""Selects which of the places that were found are worth being named beside a refusal.

Search always finds something: for a question that has nothing to do with the documents the same few pages each time.
"""

from collections.abc import Collection, Sequence
from difflib import get_close_matches

from apps.chat.nearest_passages import passages_in_other_language, passages_in_other_words
from apps.retrieval.query.types import Passage, SearchStep
from apps.text.word_stems import stem, subject_words

SHORTEST_PART = 4
"""Letters of a word that is looked for within a compound: "Hund" in "Hundesteuer"."""

SHORTEST_MISTYPED, LEAST_ALIKE = 6, 0.85
"""Letters of a word that may be another one with an error of typing, and the share of them that the two have alike:
one letter of seven may be wrong, missing or too many."""


def select_passages_worth_naming(
    question: str, passages: Sequence[Passage], steps: Sequence[SearchStep]
) -> list[Passage]:
    """All of them where the nearest page comes near to the question in meaning, else those with a word of it."""
    is_foreign = any(step.detail.get("foreign") for step in steps)
    in_meaning = passages_in_other_language if is_foreign else passages_in_other_words
    if in_meaning.is_near(steps, question):
        return list(passages)
    asked = {stem(word) for word in subject_words(question)}
    return [
        one
        for one in passages
        if contains_asked_word(asked, {stem(word) for word in subject_words(f"{one.title} {one.text}")})
    ]


def contains_asked_word(asked: Collection[str], said: Collection[str]) -> bool:
    return any(word in said or is_part(word, said) or is_mistyped(word, said) for word in asked)


def is_part(word: str, said: Collection[str]) -> bool:
    return len(word) >= SHORTEST_PART and any(word in other for other in said)


def is_mistyped(word: str, said: Collection[str]) -> bool:
    """Whether it is nearly one of these words: "hundestuer" for "hundesteuer"."""
    if len(word) < SHORTEST_MISTYPED:
        return False
    return bool(get_close_matches(word, [other for other in said if other[:1] == word[:1]], 1, LEAST_ALIKE))
