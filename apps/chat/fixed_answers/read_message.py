"""A message as the triggers of many answers are compared with it: each of its words is looked up once. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from apps.chat.fixed_answers.word_index import WordIndex

Found = list[frozenset[str]]
"""For each word of the message the words of triggers that it is."""


@dataclass(frozen=True)
class ReadMessage:
    """`words`: folded; all values are found out when they are asked for."""

    words: Sequence[str]
    index: WordIndex

    @cached_property
    def met(self) -> Found:
        return self.index.met_by_all(self.words)

    @cached_property
    def met_alone(self) -> Found:
        """By words that are a trigger without others."""
        return self.index.met_by_all(self.words, is_alone=True)

    @cached_property
    def variants(self) -> list[tuple[frozenset[str], Found]]:
        """For each word that may be misspelled: what it would be, and what the message would meet then."""
        return with_one_more(self.met, self.index.met_once(self.words))

    @cached_property
    def variants_alone(self) -> list[tuple[frozenset[str], Found]]:
        return with_one_more(self.met_alone, self.index.met_once(self.words, is_alone=True))


def with_one_more(met: Found, once: Found) -> list[tuple[frozenset[str], Found]]:
    return [(near, [*met[:place], met[place] | near, *met[place + 1 :]]) for place, near in enumerate(once) if near]
