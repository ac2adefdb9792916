"""Which comparisons two texts need at all: what looks for "nicht" has nothing to do where no such word stands. Pure.

Patterns that must not begin inside a word are tried at every letter of a text, and there are dozens of them. So each
comparison names what a text must hold for it to find anything, each piece of a text (letters, digits or signs in a
row) is looked up once, and most comparisons of most sentences are never made. A hint may promise too much, never too
little: a test makes every comparison with and without its hint.
"""

import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

Comparison = TypeVar("Comparison", bound=Hashable)

PIECE = re.compile(r"[^\W\d_]+|\d|_+|[^\w\s]+")
ALWAYS = ""
"""The hint of a comparison that is always needed."""
LONGEST_REMEMBERED = 60


class Hints(Generic[Comparison]):
    """Built once from all comparisons, each with a pattern that is searched for in single pieces."""

    def __init__(self, hints: Mapping[Comparison, str]) -> None:
        self._always = {one for one, pattern in hints.items() if pattern == ALWAYS}
        self._hints = {one: re.compile(pattern) for one, pattern in hints.items() if pattern != ALWAYS}
        self._any = re.compile("|".join(pattern for pattern in hints.values() if pattern != ALWAYS))
        self._remembered = lru_cache(maxsize=50_000)(self._hinted_at)

    def needed(self, *texts: str) -> set[Comparison]:
        """What has something to look for in one of the texts."""
        pieces = {piece for text in texts for piece in PIECE.findall(text)}
        return self._always.union(*map(self._of, pieces))

    def _of(self, piece: str) -> frozenset[Comparison]:
        return self._remembered(piece) if len(piece) <= LONGEST_REMEMBERED else self._hinted_at(piece)

    def _hinted_at(self, piece: str) -> frozenset[Comparison]:
        if not self._any.search(piece):
            return frozenset()
        return frozenset(one for one, pattern in self._hints.items() if pattern.search(piece))
