"""Matches the words of a message with the trigger words of all fixed answers in one pass."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from apps.chat.fixed_answers.fuzzy_trigger_word_index import WordIndex


@dataclass(frozen=True, slots=True)
class MatchedTriggerWords:
    """The words of triggers that the words of a message are: those of each, and all together."""

    by_word: Sequence[frozenset[str]]
    all: frozenset[str]


@dataclass(frozen=True)
class ReadMessage:
    """`words`: folded; all values are found out when they are asked for."""

    words: Sequence[str]
    index: WordIndex

    @cached_property
    def met(self) -> MatchedTriggerWords:
        return collect_matched_words(self.index.met_by_all(self.words))

    @cached_property
    def met_alone(self) -> MatchedTriggerWords:
        """Returns what is met by words that are a trigger without others."""
        return collect_matched_words(self.index.met_by_all(self.words, is_alone=True))

    @cached_property
    def variants(self) -> list[tuple[frozenset[str], MatchedTriggerWords]]:
        """Returns for each word that may be misspelled what it would be, and what the message would meet then."""
        return variants_with_near_match(self.met, self.index.met_once(self.words))

    @cached_property
    def variants_alone(self) -> list[tuple[frozenset[str], MatchedTriggerWords]]:
        return variants_with_near_match(self.met_alone, self.index.met_once(self.words, is_alone=True))


def collect_matched_words(by_word: Sequence[frozenset[str]]) -> MatchedTriggerWords:
    return MatchedTriggerWords(by_word, frozenset().union(*by_word))


def variants_with_near_match(
    met: MatchedTriggerWords, once: Sequence[frozenset[str]]
) -> list[tuple[frozenset[str], MatchedTriggerWords]]:
    words = met.by_word
    return [
        (near, MatchedTriggerWords([*words[:place], words[place] | near, *words[place + 1 :]], met.all | near))
        for place, near in enumerate(once)
        if near
    ]
