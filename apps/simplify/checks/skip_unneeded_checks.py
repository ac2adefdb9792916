"""Skips checks that two texts cannot need: one for "nicht" does not run where the word does not occur.

Patterns that must not match inside a word are tried at every letter of a text, and there are dozens of them. So each
check has a hint, a pattern for what a text must contain for the check to find anything; each piece of a text (a run of
letters, digits or signs) is looked up once, and most checks of most sentences are skipped. A hint may match too much,
never too little: a test runs every check with and without its hint.
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
LONGEST_LOOKED_AT = 1_000
"""Letters or signs in a row; where there are more, everything is compared."""


class CheckPrefilter(Generic[Comparison]):
    """Built once from all comparisons, each with a pattern that is searched for in single pieces."""

    def __init__(self, hints: Mapping[Comparison, str]) -> None:
        self._always = {one for one, pattern in hints.items() if pattern == ALWAYS}
        self._hints = {one: re.compile(pattern) for one, pattern in hints.items() if pattern != ALWAYS}
        self._any = re.compile("|".join(pattern for pattern in hints.values() if pattern != ALWAYS))
        self._remembered = lru_cache(maxsize=50_000)(self._hinted_at)

    def needed(self, *texts: str) -> set[Comparison]:
        """What has something to look for in one of the texts."""
        pieces = {piece for text in texts for piece in PIECE.findall(text)}
        if any(len(piece) > LONGEST_LOOKED_AT for piece in pieces):
            return self._always.union(self._hints)
        return self._always.union(*map(self._of, pieces))

    def _of(self, piece: str) -> frozenset[Comparison]:
        return self._remembered(piece) if len(piece) <= LONGEST_REMEMBERED else self._hinted_at(piece)

    def _hinted_at(self, piece: str) -> frozenset[Comparison]:
        if not self._any.search(piece):
            return frozenset()
        return frozenset(one for one, pattern in self._hints.items() if pattern.search(piece))
