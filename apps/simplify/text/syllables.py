"""Counts syllables of German words, by the hyphenation patterns of pyphen.

The package looks every part of a word up; here a table of beginnings says which lengths patterns have that begin so.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

BEGINNING = 3
SHORTER = tuple(range(1, BEGINNING))
"""Lengths that are always tried."""
LEAST_AT_AN_END = 2
"""Letters. Patterns never part a single one at an end."""
Levels = tuple[int, tuple[int, ...]]
"""Where a pattern's levels begin, and the levels between its letters: an odd one is a break."""


@dataclass(frozen=True, slots=True)
class HyphenationPatterns:
    """`lengths` are those of the patterns by their first three letters."""

    levels: dict[str, Levels]
    lengths: dict[str, tuple[int, ...]]

    def breaks(self, word: str) -> list[int]:
        """Letters in front of each break, as Pyphen.positions gives them."""
        pointed = f".{word.lower()}."
        length = len(pointed)
        found = [0] * (length + 1)
        for start in range(length - 1):
            for long in self.lengths.get(pointed[start : start + BEGINNING], SHORTER):
                pattern = self.levels.get(pointed[start : start + long])
                if pattern is not None and start + long <= length:
                    for place, level in enumerate(pattern[1], start + pattern[0]):
                        if level > found[place]:
                            found[place] = level
        last = len(word) - LEAST_AT_AN_END
        return [place - 1 for place, level in enumerate(found) if level % 2 and LEAST_AT_AN_END < place <= last + 1]


@lru_cache(maxsize=50_000)
def count_syllables(word: str) -> int:
    """At least one. "Abend" counts as it breaks: one."""
    return len(read_hyphenation_patterns().breaks(word)) + 1


@cache
def read_hyphenation_patterns() -> HyphenationPatterns:
    """Loads the patterns once: a quarter of a second and 18 MB."""
    from pyphen import Pyphen

    levels = Pyphen(lang="de_DE").hd.patterns
    lengths: dict[str, set[int]] = {}
    for letters in levels:
        lengths.setdefault(letters[:BEGINNING], {*SHORTER}).add(len(letters))
    return HyphenationPatterns(levels, {beginning: tuple(sorted(found)) for beginning, found in lengths.items()})
