"""Finds pairs of words in one sentence, the second within a number of characters after the first.

Found in one pass: a pattern for both would look at a hundred signs again from each first word.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NearbyWords:
    """`words` has a named group for each kind of word, and matches the end of a sentence outside of them."""

    words: re.Pattern[str]
    pairs: frozenset[tuple[str, str]]
    most_between: int


def contains_nearby_pair(wanted: NearbyWords, text: str) -> bool:
    """Whether the text has a pair, in its order, with at most so many characters between the two."""
    ends: dict[str, int] = {}
    for match in wanted.words.finditer(text):
        kind = match.lastgroup
        if kind is None:
            ends.clear()
            continue
        if any(
            (first, kind) in wanted.pairs and match.start() - end <= wanted.most_between for first, end in ends.items()
        ):
            return True
        ends[kind] = match.end()
    return False
