"""Repeated sentences: a model that runs in circles says the same again and again, each time faithfully."""

from collections import Counter

from apps.simplify.text.rewrite_fidelity_violation import Violation
from apps.text.plausibility.detect_repetition import folded_sentences


def check(before: str, after: str) -> list[Violation]:
    """The sentences of three words or more that the rewrite has twice, and more often than the original."""
    said = Counter(words for words, _start, _end in folded_sentences(after))
    repeated = {words: count for words, count in said.items() if count > 1}
    if not repeated:
        return []
    own = Counter(words for words, _start, _end in folded_sentences(before))
    places = {words: after[start:end].strip() for words, start, end in folded_sentences(after)}
    return [Violation("addition", None, places[words]) for words, count in repeated.items() if count > own[words]]
