"""Typos of one letter: one added, left out, replaced, or exchanged with its neighbour."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from apps.text.grammar.one_letter_difference import differs_by_one_letter

LONGEST_WORD = 40
"""Letters of a word that is compared at all: no word of a trigger is that long."""


class TypoIndex:
    """Spellings with the word of a trigger that each stands for; a spelling that is a beginning is one in a star."""

    def __init__(self, spellings: Iterable[tuple[str, str]]) -> None:
        self._halves: defaultdict[tuple[str, int, str, str], list[tuple[str, str]]] = defaultdict(list)
        self._beginnings: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for spelling, atom in spellings:
            if atom.endswith("*"):
                self._beginnings[spelling[:1]].append((spelling, atom))
            for key in typo_index_keys(spelling[:1], len(spelling), spelling):
                self._halves[key].append((spelling, atom))

    def near(self, word: str, shortest: int, shortest_replaced: int) -> Iterator[str]:
        """The words of triggers that it is but for a letter.

        `shortest`: letters from which on a spelling may lack one, have one too many or two exchanged;
        `shortest_replaced`: from which on one may be another. Nothing else than the first two, exchanged, may begin it.
        """
        if len(word) > LONGEST_WORD:
            return
        for first in {word[:1], word[1:2]}:
            for length in range(max(shortest, len(word) - 1), len(word) + 2):
                for key in typo_index_keys(first, length, word):
                    for spelling, atom in self._halves.get(key, ()):
                        if differs_by_one_letter(word, spelling, replaced=length >= shortest_replaced):
                            yield atom

    def near_beginnings(self, word: str, shortest: int) -> Iterator[str]:
        """Yields what the word begins with, but for a letter missing, too many or exchanged with its neighbour."""
        if len(word) > LONGEST_WORD:
            return
        for spelling, atom in self._beginnings.get(word[:1], ()):
            if shortest <= len(spelling) <= len(word) and begins_nearly(word, spelling):
                yield atom


def typo_index_keys(first: str, length: int, word: str) -> set[tuple[str, int, str, str]]:
    """Returns keys of spellings of this length that one letter parts from the word: one half of it is right."""
    half = max(0, length - 2) // 2
    return {(first, length, word[:half], ""), (first, length, "", word[len(word) - half :])}


def begins_nearly(word: str, beginning: str) -> bool:
    """Whether the word begins so but for one letter."""
    lengths = range(len(beginning) - 1, min(len(beginning) + 1, len(word)) + 1)
    return any(differs_by_one_letter(word[:length], beginning, replaced=False) for length in lengths)
