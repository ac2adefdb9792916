"""Which of the places that were found are worth being named beside a refusal.

Search always finds something: for a question that has nothing to do with the documents the same few pages each time.
"""

from collections.abc import Collection, Sequence

from apps.chat.nearest_passages import question_in_other_language, question_in_other_words
from apps.retrieval.query.types import Passage, SearchStep
from apps.text.word_stems import stem, subjects

SHORTEST_PART = 4
"""Letters of a word that is looked for within a compound: "Hund" in "Hundesteuer"."""


def worth_naming(question: str, passages: Sequence[Passage], steps: Sequence[SearchStep]) -> list[Passage]:
    """All of them where the nearest page comes near to the question in meaning, else those with a word of it."""
    is_foreign = any(step.detail.get("foreign") for step in steps)
    in_meaning = question_in_other_language if is_foreign else question_in_other_words
    if in_meaning.is_near(steps, question):
        return list(passages)
    asked = {stem(word) for word in subjects(question)}
    return [one for one in passages if says_one_of(asked, {stem(word) for word in subjects(f"{one.title} {one.text}")})]


def says_one_of(asked: Collection[str], said: Collection[str]) -> bool:
    return any(word in said or is_part(word, said) for word in asked)


def is_part(word: str, said: Collection[str]) -> bool:
    return len(word) >= SHORTEST_PART and any(word in other for other in said)
